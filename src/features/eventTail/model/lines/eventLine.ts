import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import { visibleText } from "../../../../wire/visibleText";
import type { EventSummary } from "./eventSummary";
import { shortId } from "../../../../wire/ids";

/** Sets the columns of a line apart. What reads lines (`lineEvents.ts`, the grammar) finds the columns by it. */
const gap = "  ";

/**
 * The line of an event with its value as JSON: time, connection, what emitted it, topic, then the decoded value. Control
 * characters are visible, so that one event is one line whatever is in it.
 */
export function eventLine(event: ReceivedEvent, source: string, decoded: string): string {
  const { target } = event.frame;
  const start = lineStart(event, source, target.topic);
  const entity = target.component === "contracts" ? "" : shortId(target.entity);
  return lineOf(event, entity ? `${start}${gap}${entity}` : start, decoded);
}

/** The line of an event in one row: time, connection, what it is about, what happened to that, and more of it. */
export function summaryLine(event: ReceivedEvent, { subject, verb, text }: EventSummary): string {
  return lineOf(event, lineStart(event, subject, verb), text);
}

/** The columns by which a line can be told to be an event's. */
export function lineStart(event: ReceivedEvent, subject: string, verb: string | undefined): string {
  return `${lineBeginning(event)}${word(subject)}${gap}${word(verb)}`;
}

/** The first of them, which say when and where it was received. */
export function lineBeginning({ at, arrival: { connection, source } }: ReceivedEvent): string {
  return `${clockText(at)}${gap}${word(source === "replayed" ? `${connection} (replay)` : connection)}${gap}`;
}

function lineOf(event: ReceivedEvent, start: string, text: string): string {
  const mark = originMark(event);
  return `${start}${text && gap}${visibleText(text)}${mark && gap}${mark}`;
}

/** A name as one column: never empty, and with no blank in it, so that the columns can be told apart again. */
export function word(name: string | undefined): string {
  return visibleText(name || "?").replaceAll(" ", "\u00a0");
}

/** What a notice may begin with: the sign says of what kind it is, and the grammar colours it by that. */
export const signs = { loss: "⚠", void: "✗", final: "✓" } as const;

/** A line about the tail itself: what was lost, what came back, what was cut. */
export function noticeLine(at: number, connection: string, notice: string): string {
  return [clockText(at), word(connection), `── ${visibleText(notice)}`].join(gap);
}

const highlight = `${gap}◆`;

/** A line that the filter marks among others. */
export function markedLine(line: string): string {
  return `${line}${highlight}`;
}

/** A line without the mark of the filter. */
export function plainLine(line: string): string {
  return line.endsWith(highlight) ? line.slice(0, -highlight.length) : line;
}

/** Local time of day with milliseconds. */
export function clockText(at: number): string {
  const time = new Date(at);
  const digits = (value: number, width = 2) => String(value).padStart(width, "0");
  const parts = [time.getHours(), time.getMinutes(), time.getSeconds()].map((part) => digits(part));
  return `${parts.join(":")}.${digits(time.getMilliseconds(), 3)}`;
}

function originMark({ arrival: { source, height } }: ReceivedEvent): string {
  if (source !== "filled") return "";
  return height === undefined ? "⤵ filled" : `⤵ filled from block ${height}`;
}
