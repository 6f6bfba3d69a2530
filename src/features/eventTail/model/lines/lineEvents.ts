import type { EventArrival, ReceivedEvent } from "../../../../client/session/recentEvents";
import type { ContractNames } from "../decode/contractNames";
import { lineBeginning, lineStart, plainLine, word } from "./eventLine";
import { shortId } from "../../../../wire/ids";

/** The lines of a text, such as an editor's. */
export interface Lines {
  line(index: number): string;
}

/** What is needed to recognise the line of an event. */
export interface LineReading {
  namesOf(arrival: EventArrival): ContractNames;
  /** The line that would be written of an event now, if its value is known. */
  lineOf(event: ReceivedEvent): string | undefined;
}

/**
 * The event of a line, found again by what the line says: the same text, or else the same beginning. Of several with
 * the same text the one as far down among them as the line is. Undefined for a notice, and for an event that is
 * forgotten.
 */
export function eventOfLine(
  lines: Lines,
  index: number,
  events: readonly ReceivedEvent[],
  reading: LineReading,
): ReceivedEvent | undefined {
  const text = lines.line(index);
  // After the sign of a notice stands one blank, so that it is never taken for a column.
  const start = /^\d\d:\d\d:\d\d\.\d{3}(?: {2}[^ ]+){3}/.exec(text)?.[0];
  if (start === undefined) return undefined;
  const similar = events.filter((event) => mayBeOf(event, text, start, reading));
  const same = similar.filter((event) => plainLine(reading.lineOf(event) ?? "") === plainLine(text));
  const found = same.length > 0 ? same : similar;
  const isEqual = (line: string) =>
    same.length > 0 ? plainLine(line) === plainLine(text) : line === start || line.startsWith(`${start}  `);
  return found[Math.min(equalAbove(lines, index, start.slice(0, 12), isEqual), found.length - 1)];
}

/** How many of the lines above, of the same moment, are equal. */
function equalAbove(lines: Lines, index: number, moment: string, isEqual: (line: string) => boolean): number {
  let count = 0;
  for (let above = index - 1; above >= 0; above--) {
    const line = lines.line(above);
    if (!line.startsWith(moment)) break;
    if (isEqual(line)) count++;
  }
  return count;
}

/** Whether a line may be an event's, by its first columns and by the id that stands in it. */
function mayBeOf(event: ReceivedEvent, line: string, start: string, reading: LineReading): boolean {
  const { target } = event.frame;
  // How the row of a block begins depends on what was known when it was written.
  if (target.component !== "contracts" && target.entity) {
    const id = shortId(target.entity);
    return line.startsWith(lineBeginning(event)) && (line.includes(id) || line.includes(word(id)));
  }
  return start === lineStart(event, reading.namesOf(event.arrival).source(target), target.topic);
}
