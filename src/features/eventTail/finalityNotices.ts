import type { ReceivedEvent } from "../../client/recentEvents";
import type { JoinedBlock } from "./blockJoin";
import type { ContractNames } from "./contractNames";
import { clockText, counted, shortId, signs, word } from "./eventLine";
import { limits } from "../../wire/limits";

/** A line for each event that is void because its block was reverted (§6.2), after one that says so. */
export function revertedNotices(
  { hash, height, events }: JoinedBlock,
  recall: (number: number) => ReceivedEvent | undefined,
  names: ContractNames,
): string[] {
  if (events.length === 0) return [];
  const recalled = events.slice(0, limits.listed.struck).flatMap((number) => recall(number) ?? []);
  const struck = recalled.map((event) => `${signs.void} struck out: ${recognised(event, hash, names)}`);
  const more = events.length - recalled.length;
  const rest = more > 0 ? [`${signs.void} struck out: ${more} more events of this block`] : [];
  return [
    `${signs.loss} block ${blockName(hash, height)} was reverted: ${counted(events.length)} of it did not happen`,
    ...struck,
    ...rest,
  ];
}

/** One line for a block whose events are final now; none for a block that brought nothing. */
export function finalNotice({ hash, height, events }: JoinedBlock): string | undefined {
  return events.length === 0
    ? undefined
    : `${signs.final} block ${blockName(hash, height)} is final: ${counted(events.length)}`;
}

/** The columns by which the event's own line can be found. */
function recognised({ at, frame: { target, origin } }: ReceivedEvent, block: string, names: ContractNames): string {
  const cause = origin ?? target.entity;
  const transaction = cause && cause !== block ? `transaction ${shortId(cause)}` : "";
  return [clockText(at), word(names.source(target)), word(target.topic), transaction].filter(Boolean).join("  ");
}

function blockName(hash: string, height: bigint | undefined): string {
  return height === undefined ? shortId(hash) : `${height} (${shortId(hash)})`;
}
