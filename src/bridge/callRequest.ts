import { isEither, isFlag, isListOf, isOneOf, isRecordOf, isText, type Shape } from "./shape";

/** A header that a person adds to a call. */
export interface HeaderLine {
  name: string;
  value: string;
}

/** One call of a contract's function (§4.6), as a person put it together. */
export interface CallRequest {
  /** 64 lower-case hex digits. */
  contractId: string;
  fn: string;
  /** JSON text for the driver, or the bytes for the contract as hex. */
  input: { json: string } | { hex: string };
  /** Who encodes JSON: the node (`json`), or we beforehand by the driver route, so that bytes are sent (`bytes`). */
  sendAs: "json" | "bytes";
  /** Whether the outputs are taken one by one as they arrive. */
  stream: boolean;
  headers: HeaderLine[];
}

export const isHeaderLine: Shape<HeaderLine> = isRecordOf({ name: isText, value: isText });

export const isCallRequest: Shape<CallRequest> = isRecordOf({
  contractId: isText,
  fn: isText,
  input: isEither(isRecordOf({ json: isText }), isRecordOf({ hex: isText })),
  sendAs: isOneOf("json", "bytes"),
  stream: isFlag,
  headers: isListOf(isHeaderLine),
});
