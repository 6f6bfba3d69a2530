import type { EventArrival, ReceivedEvent } from "../../../../client/session/recentEvents";
import { limits } from "../../../../wire/limits";
import { shortWords, beginning, cutText } from "../../../../wire/shortWords";
import type { ContractNames } from "../decode/contractNames";
import { undecodedText, type Decoded } from "../decode/eventDecoder";
import { eventLine, summaryLine } from "./eventLine";
import { shortId } from "../../../../wire/ids";
import { eventSummary, type EventSummary } from "./eventSummary";
import type { EventContext } from "./eventWords";
import { shortHashes } from "./valueWords";
import type { FilteredEvent } from "./eventFilter";
import { memoIn } from "../../../../wire/memoText";

/** What lines are made with. */
export interface LineNeeds {
  namesOf(arrival: EventArrival): ContractNames;
  /** What other events of the connection told; undefined where there are none. */
  aroundOf(arrival: EventArrival): EventContext | undefined;
  /** Whether an event is told in one row, or with its value as JSON. */
  isSummary(): boolean;
  /** Characters of a payload on its line. */
  mostCharacters(): number;
}

/** Data this much longer than its line is shown without being decoded as a whole. */
const excerptFactor = 16;

/** The one place where the line of an event is composed. */
export function composedLine(event: ReceivedEvent, decoded: Decoded, needs: LineNeeds): string {
  const names = needs.namesOf(event.arrival);
  const isSummary = needs.isSummary();
  const mostCharacters = needs.mostCharacters();
  if ("problem" in decoded) {
    const { hexCharacters, problemCharacters } = limits.summary;
    const { data } = event.frame;
    if (!isSummary) return jsonLine(event, names, undecodedText(data, decoded.problem, mostCharacters));
    const hex = undecodedText(data, shortWords(shortHashes(decoded.problem), problemCharacters), hexCharacters);
    return summaryLine(event, bareSummary(event, names, hex));
  }
  if (!isSummary && decoded.text !== "") return jsonLine(event, names, cutText(decoded.text, mostCharacters));
  const around = event.arrival.source === "replayed" ? undefined : needs.aroundOf(event.arrival);
  const summary = eventSummary(event, decoded, { names, around, mostCharacters });
  return isSummary ? summaryLine(event, summary) : jsonLine(event, names, summary.text);
}

/** The beginning of data that is too long to be read for a line; undefined for what is decoded as a whole. */
export function excerptOf({ frame: { target, data } }: ReceivedEvent, needs: LineNeeds): Decoded | undefined {
  if (target.component === "contracts" && target.entity) return undefined;
  const isSummary = needs.isSummary();
  const most = isSummary ? limits.summary.excerptCharacters : needs.mostCharacters();
  if (data.length <= (isSummary ? limits.summary.readBytes : excerptFactor * most)) return undefined;
  const text = new TextDecoder().decode(data.subarray(0, 4 * most));
  return { value: null, text: `${beginning(text, isSummary ? most : most - 32)}… (${data.length} bytes)` };
}

/** A row for what could not be read: what it is about is known all the same. */
function bareSummary({ frame: { target } }: ReceivedEvent, names: ContractNames, text: string): EventSummary {
  const { component, entity, topic = "" } = target;
  const isTransaction = component === "transactions" && entity !== undefined;
  return { subject: isTransaction ? `tx ${shortId(entity)}` : names.source(target), verb: topic, text };
}

function jsonLine(event: ReceivedEvent, names: ContractNames, text: string): string {
  return eventLine(event, names.source(event.frame.target), text);
}

/** What a filter looks at, which is more than the line shows. */
export function filteredEvent(
  { arrival: { connection }, frame: { target, origin, data } }: ReceivedEvent,
  names: ContractNames,
  decoded: Decoded,
): FilteredEvent {
  const { component, entity = "", topic = "" } = target;
  const memo = "value" in decoded ? memoIn(decoded.value) : undefined;
  const named = { connection, component, source: names.source(target), entity, topic, origin: origin ?? "" };
  const facts = { ...named, ...(memo !== undefined && { memo }) };
  const seen = { facts, text: "text" in decoded ? decoded.text : undecodedText(data, decoded.problem, 4096) };
  return "value" in decoded ? { ...seen, value: decoded.value } : seen;
}
