import { counted } from "../../../../base/words";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import type { JoinedBlock } from "./blockJoin";
import type { ContractNames } from "../decode/contractNames";
import { clockText, signs } from "../lines/eventLine";
import { shortId } from "../../../../wire/ids";
import type { EventView } from "../lines/eventView";
import type { OnlyFinal } from "./onlyFinal";
import { limits } from "../../../../wire/limits";

/** A block with those of its events that are shown. */
export type NoticedBlock = Pick<JoinedBlock, "hash" | "height" | "events">;

/** A line for each event that is void because its block was reverted (§6.2), after one that says so. */
export function revertedNotices(
  { hash, height, events }: NoticedBlock,
  recall: (number: number) => ReceivedEvent | undefined,
  names: ContractNames,
): string[] {
  if (events.length === 0) return [];
  const recalled = events.slice(0, limits.listed.struck).flatMap((number) => recall(number) ?? []);
  const struck = recalled.map((event) => `${signs.void} struck out: ${recognised(event, hash, names)}`);
  const more = events.length - recalled.length;
  const rest = more > 0 ? [`${signs.void} struck out: ${more} more events of this block`] : [];
  return [
    `${signs.loss} block ${blockName(hash, height)} was reverted: ${counted(events.length, "event")} of it did not happen`,
    ...struck,
    ...rest,
  ];
}

/** One line for a block whose events are final now; none for a block that brought nothing of what is shown. */
export function finalNotice({ hash, height, events }: NoticedBlock): string | undefined {
  return events.length === 0
    ? undefined
    : `${signs.final} block ${blockName(hash, height)} is final: ${counted(events.length, "event")}`;
}

type View = Pick<EventView, "notify" | "notifyThen" | "isHidden">;

/** Shows what was held back until a block is final, and says that what was shown before is. */
export function showFinal(
  final: OnlyFinal,
  view: View & Pick<EventView, "show">,
  connection: string,
  block: JoinedBlock,
  recall: (number: number) => ReceivedEvent | undefined,
): void {
  const isHeld = (number: number) => final.isHeld(number);
  // In the order received, in which a block's acceptance may come last.
  for (const number of [...block.own, ...block.events].filter(isHeld).sort((one, other) => one - other)) {
    final.released(number);
    const event = recall(number);
    if (event) view.show(event);
  }
  const events = final.on ? block.events.filter((number) => !isHeld(number)) : block.events;
  notifyFinal(view, connection, { ...block, events });
}

/** Says in its place among the lines that a block is final, if the filter lets something of it through. */
export function notifyFinal(view: View, connection: string, { hash, height, events }: JoinedBlock): void {
  const all = [...events];
  // Whether they pass the filter is known when they have been decoded.
  view.notifyThen(() => finalNotice({ hash, height, events: shown(view, all) }), connection);
}

/** Says what is void, as far as it was shown. */
export function notifyReverted(
  view: View,
  connection: string,
  { hash, height, events }: JoinedBlock,
  recall: (number: number) => ReceivedEvent | undefined,
  names: ContractNames,
): void {
  const noticed = { hash, height, events: shown(view, events) };
  for (const notice of revertedNotices(noticed, recall, names)) view.notify(notice, connection);
}

function shown(view: View, events: readonly number[]): number[] {
  return events.filter((number) => !view.isHidden(number));
}

/** The columns by which the event's own line can be found; what writes the notice makes them visible. */
function recognised({ at, frame: { target, origin } }: ReceivedEvent, block: string, names: ContractNames): string {
  const { component, entity, topic = "" } = target;
  const isTransaction = component === "transactions" && entity !== undefined;
  const subject = isTransaction ? `tx ${shortId(entity)}` : names.source(target);
  const cause = isTransaction ? undefined : (origin ?? entity);
  const transaction = cause && cause !== block ? `transaction ${shortId(cause)}` : "";
  return [clockText(at), subject || "?", topic || "?", transaction].filter(Boolean).join("  ");
}

function blockName(hash: string, height: bigint | undefined): string {
  return height === undefined ? shortId(hash) : `${height} (${shortId(hash)})`;
}
