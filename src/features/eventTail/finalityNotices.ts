import type { ReceivedEvent } from "../../client/recentEvents";
import type { JoinedBlock } from "./blockJoin";
import type { ContractNames } from "./contractNames";
import { clockText, counted, shortId } from "./eventLine";

/** Struck out one by one, at most; of more it is only said how many. */
const mostStruck = 50;

/** A line for each event that is void because its block was reverted (§6.2), after one that says so. */
export function revertedNotices({ hash, height, events }: JoinedBlock, names: ContractNames): string[] {
  const own = events.filter(isConsequence);
  if (own.length === 0) return [];
  const struck = own.slice(0, mostStruck).map((event) => `✗ struck out: ${recognised(event, names)}`);
  const rest = own.length > mostStruck ? [`✗ struck out: ${own.length - mostStruck} more events of this block`] : [];
  return [
    `block ${blockName(hash, height)} was reverted: ${counted(own.length)} of it did not happen`,
    ...struck,
    ...rest,
  ];
}

/** One line for a block whose events are final now; none for a block that brought nothing. */
export function finalNotice({ hash, height, events }: JoinedBlock): string | undefined {
  const count = events.filter(isConsequence).length;
  return count === 0 ? undefined : `✓ block ${blockName(hash, height)} is final: ${counted(count)}`;
}

/** An event that came out of a block, rather than one that tells of the block itself. */
function isConsequence({ frame }: ReceivedEvent): boolean {
  return frame.target.component !== "blocks";
}

/** The columns by which the event's own line can be found. */
function recognised({ at, frame: { target, origin } }: ReceivedEvent, names: ContractNames): string {
  const cause = origin ?? target.entity;
  return [clockText(at), names.source(target), target.topic ?? "?", cause ? `transaction ${shortId(cause)}` : ""]
    .filter(Boolean)
    .join("  ");
}

function blockName(hash: string, height: bigint | undefined): string {
  return height === undefined ? shortId(hash) : `${height} (${shortId(hash)})`;
}
