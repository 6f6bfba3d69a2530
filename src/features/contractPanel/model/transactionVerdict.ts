import { t } from "../../../base/translate";
import type { ExpectedEvent } from "../../../contract/callFileTransaction";
import { jsonDifferences } from "../../../contract/jsonDifference";
import { jsonPathText, type JsonPath } from "../../../contract/jsonPath";
import { parseExactJson, type Json } from "../../../wire/json/exactJson";
import { fieldsOf, isObject } from "../../../wire/json/fields";
import { shown } from "./callWatch";
import { present } from "../../../base/present";

/** An event that the contract emitted because of the transaction; `json`: its data as its driver decodes it, exactly. */
export interface EmittedEvent {
  topic: string;
  json: string;
}

/** What is known of a transaction that was waited for. */
export interface TransactionOutcome {
  height: bigint;
  /** Blocks from its sending to its execution. */
  blocks: number;
  events: readonly EmittedEvent[];
  /** Why events may be missing or be told more than once; undefined when none can be. */
  doubt?: string | undefined;
}

/** Whether the expected events came; `unknown`: what came does not suffice to say so. */
export type EventsVerdict = { kind: "met" } | { kind: "unmet" | "unknown"; text: string };

/** Holds each expected event against another one that came, in whatever order. */
export function eventsVerdict(
  expected: readonly ExpectedEvent[],
  { blocks, events, doubt }: TransactionOutcome,
): EventsVerdict {
  const left = [...events];
  // What says most of its event chooses first.
  for (const each of [...expected].sort((one, other) => weight(other) - weight(one))) {
    if (blocks > each.withinBlocks)
      return {
        kind: "unmet",
        text: t`${each.event} came after ${blocks} blocks, expected within ${each.withinBlocks}`,
      };
    const of = left.filter(({ topic }) => topic === each.event);
    const fit = of.find((one) => difference(each, one) === undefined);
    if (fit) {
      left.splice(left.indexOf(fit), 1);
      continue;
    }
    const [nearest] = of;
    const why = nearest
      ? `${each.event}: ${difference(each, nearest)}`
      : t`no event ${each.event} came${others(events)}`;
    return doubt === undefined
      ? { kind: "unmet", text: why }
      : { kind: "unknown", text: t`${why}; but ${doubt}, so that is not known` };
  }
  return { kind: "met" };
}

function weight({ fields }: ExpectedEvent): number {
  return fields === undefined ? 0 : 1 + Object.keys(fieldsOf(fields)).length;
}

/** How an event is not the expected one; undefined when it is. */
function difference({ fields }: ExpectedEvent, { json }: EmittedEvent): string | undefined {
  if (fields === undefined) return undefined;
  const actual = parseExactJson(json);
  const [first, ...more] = fieldDifferences(fields, actual);
  if (!first) return undefined;
  const path = jsonPathText(first.path);
  const rest = more.length > 0 ? t` and ${more.length} more` : "";
  return t`${path} is ${shown(first.after)}, expected ${shown(first.before)}${rest}`;
}

/** Of an object the named fields count, each exactly; of anything else the whole. */
function fieldDifferences(expected: Json, actual: Json): { path: JsonPath; before?: Json; after?: Json }[] {
  const own = fieldsOf(actual);
  if (!isObject(expected) || Object.keys(own).length === 0) return whole(expected, actual);
  const named = Object.keys(expected).filter((name) => Object.hasOwn(own, name));
  return whole(expected, Object.fromEntries(named.map((name) => [name, own[name] ?? null])));
}

function whole(before: Json, after: Json) {
  return jsonDifferences(before, after).map(present);
}

function others(events: readonly EmittedEvent[]): string {
  const topics = [...new Set(events.map(({ topic }) => topic))];
  const more = topics.length > 5 ? t` and others` : "";
  return topics.length === 0 ? "" : t`, only ${topics.slice(0, 5).join(", ")}${more}`;
}
