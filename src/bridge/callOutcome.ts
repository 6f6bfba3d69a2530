import { t } from "../base/translate";

/** What an answer says besides its content. */
export interface ResponseFacts {
  status: number;
  route: string;
  headers: [name: string, value: string][];
  /** From sending to the last byte, in milliseconds. */
  durationMs: number;
  /** Of the answer's body, in bytes. */
  size: number;
  version?: string;
  deprecation?: { note: string; successor?: string };
}

/**
 * Which part of what came is there, when not all of it was kept. It is shown as that part, and never copied, saved or
 * compared as if it were all: its text need not even be JSON.
 */
export type KeptPart = "beginning" | "end";

/** How a call ended. Texts are exact: nothing of the answer is rounded or re-spelled but for indentation. */
export type CallOutcome =
  /** Decoded; `hex` is there when we received bytes and had the driver decode them. */
  | { kind: "json"; text: string; hex?: string; facts: ResponseFacts; only?: KeptPart }
  /** Not decoded, with the reason where there is one. */
  | { kind: "bytes"; hex: string; reason?: string; facts: ResponseFacts; only?: KeptPart }
  | StreamOutcome
  | FailedOutcome;

/** Outputs that arrived one by one. */
export interface StreamOutcome {
  kind: "stream";
  /** JSON texts, or for a blob of bytes one text of hex. */
  items: string[];
  /** Whether the items are JSON; bytes have no borders between outputs. */
  decoded: boolean;
  /** How many arrived in all: outputs, or bytes. */
  count: number;
  durationMs: number;
  ended: "running" | "complete" | "stopped" | { problem: FailedOutcome };
  only?: KeptPart;
}

/** What to know of a stream that ended by itself before anything came; undefined for any other outcome. */
export function emptyStreamNote(outcome: CallOutcome): string | undefined {
  if (outcome.kind !== "stream" || outcome.count > 0 || outcome.ended !== "complete") return undefined;
  return outcome.decoded
    ? t`No items came. A streaming call that fails inside the contract looks the same.`
    : t`No bytes came. A streaming call that fails inside the contract looks the same.`;
}

export interface FailedOutcome {
  kind: "failed";
  /** One sentence: what failed and why. */
  message: string;
  remedy?: string;
  /** What there is none of. */
  missing?: "contract";
  /** The node's whole text. */
  response?: string;
  only?: KeptPart;
  status?: number;
  route?: string;
  /** The words and codes of the libraries below, which mean something to anyone who looks for the cause. */
  code?: string;
  /** What can be done at the press of a button, in the client's words for it. */
  remedies?: readonly string[];
  /** Name of the connection that was asked. */
  connection?: string;
  /** The address that its node redirects to. */
  redirect?: string;
  /** Set when the node wants the method to be called as a stream. */
  wantsStream?: boolean;
  /** Set when outputs came that could not be decoded: as bytes they can be had. */
  wantsBytes?: boolean;
}
