import type { EventArrival, ReceivedEvent, RecentEvents } from "../../../../client/session/recentEvents";
import { visibleText } from "../../../../wire/visibleText";
import type { ContractNames } from "../decode/contractNames";
import { clockText } from "./eventLine";
import { beginning } from "../../../../wire/shortWords";
import { shortId } from "../../../../wire/ids";

/** An event as one entry of a list. */
export interface EventEntry {
  label: string;
  description: string;
  detail?: string;
  event: ReceivedEvent;
}

const decoder = new TextDecoder();
/** Events looked at before others have their turn. */
const atATime = 500;

/** The newest events whose words hold what is searched for, at most so many; all of them are looked at. Stops when aborted. */
export async function searchEvents(
  recent: RecentEvents,
  searched: string,
  most: number,
  namesOf: (arrival: EventArrival) => ContractNames,
  signal?: AbortSignal,
): Promise<EventEntry[]> {
  const wanted = searched.toLowerCase().split(" ").filter(Boolean);
  const found: EventEntry[] = [];
  const { total, size } = recent;
  for (let number = total; number > total - size && found.length < most && !signal?.aborted; number--) {
    const event = recent.get(number);
    const entry = event && eventEntry(event, namesOf(event.arrival));
    if (entry && holds(entry, wanted)) found.push(entry);
    if (number % atATime === 0) await new Promise((done) => setImmediate(done));
  }
  return found;
}

/** An event's entry: what emitted it, when, and how its data begins. */
function eventEntry(event: ReceivedEvent, names: ContractNames): EventEntry {
  const { target, origin } = event.frame;
  const text = textOf(event, 160);
  return {
    label: `${names.source(target)}  ${target.topic ?? ""}`,
    description: `${clockText(event.at)} · ${event.arrival.connection} · ${shortId(origin ?? target.entity)}`,
    ...(text && { detail: text }),
    event,
  };
}

function holds({ label, description, event }: EventEntry, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const { target, origin = "" } = event.frame;
  const whole = [label, description, target.entity ?? "", origin, textOf(event, Infinity)].join(" ").toLowerCase();
  return wanted.every((word) => whole.includes(word));
}

/** What the data says, as far as it is known without asking anyone: long JSON is not kept decoded, but is its own text. */
function textOf({ decoded, frame: { target, data } }: ReceivedEvent, most: number): string {
  const bytes = data.subarray(0, Math.min(data.length, 4 * most));
  const own = target.component === "contracts" ? "" : decoder.decode(bytes);
  return visibleText(beginning(decoded ? ("text" in decoded ? decoded.text : decoded.problem) : own, most));
}
