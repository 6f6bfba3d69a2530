import { t } from "../../../../base/translate";
import type { BlockRange } from "../../../../client/chain/chainHead";
import type { GraphqlClient } from "../../../../client/routes/graphqlClient";
import { NodeError } from "../../../../client/failures/nodeError";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import type { Json } from "../../../../wire/json/exactJson";
import { decodeEventFrame } from "../../../../wire/eventFrame";
import { bytesToHex } from "../../../../wire/hex";
import type { Target } from "../../../../wire/target";
import type { LookedUpBlock } from "./chainQueries";
import { covers } from "./covers";
import { eventMessage } from "../recordings/eventMessage";
import { pastQuery, readPast, type Past, type PastEvent, type PastKinds } from "./gapQuery";
import { limits } from "../../../../wire/limits";

/** What came of filling a gap. */
export interface FilledGap {
  /** Events that had not arrived, in the order of their blocks. */
  events: PastEvent[];
  /** Events that had arrived already. */
  known: number;
  /** The last block that was asked for: the rest of a very long gap is left for another time. */
  upTo: bigint;
  /** Targets that have no history query. */
  unanswerable: Target[];
  /** The blocks that the node has, of those that were asked for. */
  blocks: LookedUpBlock[];
  /** Heights that were asked for and at which the node has no block, from the first to the last of them. */
  absent: BlockRange | undefined;
  /** What of the answers cannot be read. */
  unreadable: string[];
  /** Why the blocks above `upTo` were not told, when the node refused them or a person had enough. */
  stopped: string | undefined;
}

/** An event of a gap, as it would have been received. */
export interface FilledEvent extends Pick<ReceivedEvent, "at" | "frame"> {
  height: bigint;
}

const blocksPerQuery = 20n;

/**
 * Asks the node for what happened in the blocks of a gap (§2.10, §4.10), as far as the targets cover it, and leaves out
 * what arrived live. Rejects with the node's message where it refuses at once, as nodes do that keep no archive; what it
 * gave before it refused is a part of the gap that is filled.
 */
export async function fillGap(
  graphql: Pick<GraphqlClient, "query">,
  { blocks }: { blocks: BlockRange },
  targets: readonly Target[],
  live: readonly ReceivedEvent[],
  options: { signal?: AbortSignal; onProgress?: (height: bigint) => void } = {},
): Promise<FilledGap> {
  const kinds = kindsOf(targets);
  const longest = blocks.first + BigInt(limits.gapBlocks) - 1n;
  let upTo = blocks.last < longest ? blocks.last : longest;
  let stopped: string | undefined;
  const found: Past = { events: [], blocks: [], unreadable: [] };
  const isAsked = Object.values(kinds).some(Boolean);
  for (let first = blocks.first; isAsked && first <= upTo; first += blocksPerQuery) {
    const end = first + blocksPerQuery - 1n;
    options.onProgress?.(first);
    try {
      const past = readPast(
        await ask(graphql, pastQuery(first, end < upTo ? end : upTo, kinds), options.signal),
        kinds,
      );
      found.events.push(...past.events);
      found.blocks.push(...past.blocks);
      found.unreadable.push(...past.unreadable);
    } catch (error) {
      const isRefused = error instanceof Refused;
      if (first === blocks.first) throw isRefused ? new Error(t`The gap cannot be filled: ${error.message}`) : error;
      stopped = options.signal?.aborted ? t`it was cancelled.` : NodeError.from(error).message;
      upTo = first - 1n;
    }
  }
  const wanted = found.events.filter(({ target }) => targets.some((each) => covers(each, target)));
  const events = withoutKnown(wanted, live);
  return {
    events,
    known: wanted.length - events.length,
    upTo,
    unanswerable: targets.filter((each) => !answerable(each)),
    blocks: found.blocks,
    absent: isAsked ? absentOf({ first: blocks.first, last: upTo }, found.blocks) : undefined,
    unreadable: found.unreadable,
    stopped,
  };
}

/** An event of a gap as it would have been received; undefined for one that no frame can be made of. */
export function received({ target, data, origin, height }: PastEvent, originName: string): FilledEvent | undefined {
  const message = eventMessage(target, data, origin === undefined ? undefined : { name: originName, hash: origin });
  const frame = decodeEventFrame(message);
  return "problem" in frame ? undefined : { at: Date.now(), height, frame };
}

function absentOf({ first, last }: BlockRange, blocks: readonly LookedUpBlock[]): BlockRange | undefined {
  const there = new Set(blocks.map(({ height }) => height));
  let absent: BlockRange | undefined;
  for (let height = first; height <= last; height++) {
    if (!there.has(height)) absent = { first: absent?.first ?? height, last: height };
  }
  return absent;
}

/**
 * The events that are not among those that arrived. A contract may emit the same event twice in a transaction, so they
 * are counted: as many stay as there are more of them.
 */
function withoutKnown(past: readonly PastEvent[], live: readonly ReceivedEvent[]): PastEvent[] {
  const arrived = new Map<string, number>();
  for (const { frame } of live) {
    const key = identity(frame.target, frame.data, frame.origin);
    arrived.set(key, (arrived.get(key) ?? 0) + 1);
  }
  return past.filter(({ target, data, origin }) => {
    const key = identity(target, data, origin);
    const count = arrived.get(key) ?? 0;
    if (count > 0) arrived.set(key, count - 1);
    return count === 0;
  });
}

/** A block or transaction is known by its hash; a contract's event by where it comes from and what it says. */
function identity({ component, entity, topic }: Target, data: Uint8Array, origin: string | undefined): string {
  const content = component === "contracts" ? [origin, bytesToHex(data)] : [];
  return [component, entity, topic?.toLowerCase(), ...content].join(" ");
}

/** The node answers, and not with what was asked for; the message is its reason. */
class Refused extends Error {}

async function ask(
  graphql: Pick<GraphqlClient, "query">,
  query: string,
  signal?: AbortSignal,
): Promise<Json | undefined> {
  const { data, errors } = await graphql.query({ query }, signal);
  const [error] = errors;
  if (!error) return data;
  const isMissing = /contractEvents/.test(error.message);
  throw new Refused(
    isMissing ? t`this node keeps no contract events, as only archive nodes do (${error.message}).` : error.message,
  );
}

function kindsOf(targets: readonly Target[]): PastKinds {
  const wants = (component: string, topic: string) =>
    targets.some((each) => covers(each, { component, topic, entity: each.entity ?? "" }));
  return {
    accepted: wants("blocks", "accepted"),
    executed: wants("transactions", "executed"),
    contracts: targets.some(({ component, entity }) => component === "contracts" && entity !== undefined),
  };
}

/** State changes and the life of a transaction before its execution are told once and kept by no one. */
function answerable({ component, entity, topic }: Target): boolean {
  if (component === "contracts") return entity !== undefined;
  return topic === (component === "blocks" ? "accepted" : "executed");
}
