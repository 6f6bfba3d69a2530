import type { ReceivedEvent } from "../../client/recentEvents";
import type { ContractNames } from "./contractNames";
import { undecodedText } from "./eventDecoder";
import { cutText, eventLine, lineStart } from "./eventLine";

/** The lines of a text, such as an editor's. */
export interface Lines {
  line(index: number): string;
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
  namesOf: (connection: string) => ContractNames,
  mostCharacters: number,
): ReceivedEvent | undefined {
  const text = lines.line(index);
  // After the sign of a notice stands one blank, so that it is never taken for a column.
  const start = /^\d\d:\d\d:\d\d\.\d{3}(?: {2}[^ ]+){3}/.exec(text)?.[0];
  if (start === undefined) return undefined;
  const similar = events.filter((event) => startOf(event, namesOf) === start);
  const same = similar.filter((event) => lineOf(event, namesOf, mostCharacters) === text);
  const found = same.length > 0 ? same : similar;
  const isEqual = (line: string) => (same.length > 0 ? line === text : line === start || line.startsWith(`${start}  `));
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

function startOf(event: ReceivedEvent, namesOf: (connection: string) => ContractNames): string {
  return lineStart(event, namesOf(event.way.connection).source(event.frame.target));
}

function lineOf(
  event: ReceivedEvent,
  namesOf: (connection: string) => ContractNames,
  most: number,
): string | undefined {
  const { decoded, frame } = event;
  if (!decoded) return undefined;
  const text = "text" in decoded ? cutText(decoded.text, most) : undecodedText(frame.data, decoded.problem, most);
  return eventLine(event, namesOf(event.way.connection).source(frame.target), text);
}
