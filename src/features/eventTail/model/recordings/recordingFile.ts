import { fieldsOf, integerOf, itemsOf, jsonIn } from "../../../../wire/json/fields";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import { decodeEventFrame, type EventFrame } from "../../../../wire/eventFrame";
import { stringifyExactJson, type Json } from "../../../../wire/json/exactJson";
import type { Decoded } from "../decode/eventDecoder";

/** A contract's name, so that a recording can be read where its connection is not known. */
interface NamedContract {
  id: string;
  name: string;
}

/** What the lines of a recording say. The first is the head, the last the end, unless the recording was broken off. */
export type RecordingLine =
  | { kind: "head"; startedAt: number; contracts: readonly NamedContract[] }
  | { kind: "event"; event: Omit<ReceivedEvent, "number"> }
  | { kind: "end"; events: number }
  | { kind: "problem"; problem: string };

const format = "chainscope events";
const version = 1;

/** The first line of a recording. */
export function headLine(startedAt: number, contracts: readonly NamedContract[]): string {
  const named = contracts.map(({ id, name }) => ({ id, name }));
  return line({ recording: format, version, startedAt: new Date(startedAt).toISOString(), contracts: named });
}

/** An event's line: the message as it travelled in base64, and what its data was decoded to, if it was. */
export function recordedLine({ at, arrival, frame }: ReceivedEvent, decoded: Decoded): string {
  return line({
    at: new Date(at).toISOString(),
    connection: arrival.connection,
    session: arrival.sessionId,
    ...(arrival.source !== "live" && { source: arrival.source }),
    frame: Buffer.from(frame.bytes.buffer, frame.bytes.byteOffset, frame.bytes.length).toString("base64"),
    ...("problem" in decoded ? { undecoded: decoded.problem } : { decoded: decoded.value }),
  });
}

/** The last line of a recording that came to its end. */
export function endLine(at: number, events: number): string {
  return line({ end: new Date(at).toISOString(), events });
}

/** Reads one line. What is no line of a recording is told as a problem, so that the rest can still be read. */
export function readRecordingLine(text: string): RecordingLine {
  const value = jsonIn(text);
  if (value === undefined) return { kind: "problem", problem: "it is not JSON" };
  const fields = fieldsOf(value);
  if ("recording" in fields) return head(fields);
  if ("end" in fields) return { kind: "end", events: Number(integerOf(fields["events"]) ?? 0n) };
  return recordedEvent(fields);
}

function head(fields: { [key: string]: Json }): RecordingLine {
  if (fields["recording"] !== format) return { kind: "problem", problem: "it is not a recording of events" };
  const named = itemsOf(fields["contracts"]).flatMap((each) => {
    const { id, name } = fieldsOf(each);
    return typeof id === "string" && typeof name === "string" ? [{ id, name }] : [];
  });
  return { kind: "head", startedAt: timeOf(fields["startedAt"]), contracts: named };
}

function recordedEvent({ at, connection, session, frame, decoded, undecoded }: { [key: string]: Json }): RecordingLine {
  if (typeof frame !== "string" || typeof connection !== "string")
    return { kind: "problem", problem: "it has no frame" };
  const decodedFrame = decodeEventFrame(Uint8Array.from(Buffer.from(frame, "base64")));
  if ("problem" in decodedFrame) return { kind: "problem", problem: decodedFrame.problem };
  const time = timeOf(at);
  if (Number.isNaN(time)) return { kind: "problem", problem: "it has no time" };
  const arrival = { connection, sessionId: typeof session === "string" ? session : "", source: "replayed" as const };
  const known = decodedOf(decodedFrame, decoded, undecoded);
  const event = { at: time, arrival, frame: decodedFrame, ...(known && { decoded: known }) };
  return { kind: "event", event };
}

function decodedOf({ data }: EventFrame, decoded: Json | undefined, undecoded: Json | undefined) {
  if (decoded !== undefined) return { text: data.length === 0 ? "" : stringifyExactJson(decoded) };
  return typeof undecoded === "string" ? { problem: undecoded } : undefined;
}

function timeOf(value: Json | undefined): number {
  return typeof value === "string" ? Date.parse(value) : NaN;
}

function line(fields: Json): string {
  return `${stringifyExactJson(fields)}\n`;
}
