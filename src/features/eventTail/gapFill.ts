import type { BlockRange, ChainBlock } from "../../client/chainHead";
import type { GraphqlClient } from "../../client/graphqlClient";
import type { ReceivedEvent } from "../../client/recentEvents";
import type { Json } from "../../wire/exactJson";
import { bytesToHex } from "../../wire/hex";
import type { Target } from "../../wire/target";
import { covers } from "./covers";
import { pastQuery, readPast, type Past, type PastEvent, type PastKinds } from "./gapQuery";
import { limits } from "../../wire/limits";

/** What came of filling a gap. */
export interface FilledGap {
  /** Events that had not arrived, in the order of their blocks. */
  events: PastEvent[];
  /** Events that had arrived already. */
  known: number;
  /** The last block that was asked for: the rest of a very long gap is left for another time. */
  upTo: bigint;
  /** Targets whose past no node tells of. */
  unanswerable: Target[];
  /** The blocks that the node has, of those that were asked for. */
  blocks: ChainBlock[];
  /** Heights that were asked for and at which the node has no block, from the first to the last of them. */
  absent: BlockRange | undefined;
  /** What of the answers cannot be read. */
  unreadable: string[];
}

const blocksPerQuery = 20n;

/**
 * Asks the node for what happened in the blocks of a gap (§2.10, §4.10), as far as the targets cover it, and leaves out
 * what arrived live. Rejects with the node's words when it refuses, as nodes do that are no archive nodes.
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
  const upTo = blocks.last < longest ? blocks.last : longest;
  const found: Past = { events: [], blocks: [], unreadable: [] };
  if (Object.values(kinds).some(Boolean)) {
    for (let first = blocks.first; first <= upTo; first += blocksPerQuery) {
      const end = first + blocksPerQuery - 1n;
      options.onProgress?.(first);
      const data = await ask(graphql, pastQuery(first, end < upTo ? end : upTo, kinds), options.signal);
      const past = readPast(data, kinds);
      found.events.push(...past.events);
      found.blocks.push(...past.blocks);
      found.unreadable.push(...past.unreadable);
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
    absent: Object.values(kinds).some(Boolean)
      ? absentOf({ first: blocks.first, last: upTo }, found.blocks)
      : undefined,
    unreadable: found.unreadable,
  };
}

function absentOf({ first, last }: BlockRange, blocks: readonly ChainBlock[]): BlockRange | undefined {
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

async function ask(
  graphql: Pick<GraphqlClient, "query">,
  query: string,
  signal?: AbortSignal,
): Promise<Json | undefined> {
  const { data, errors } = await graphql.query({ query }, signal);
  const [error] = errors;
  if (error) {
    const isMissing = /contractEvents/.test(error.message);
    throw new Error(
      isMissing
        ? `The gap cannot be filled: this node keeps no contract events, as only archive nodes do (${error.message}).`
        : `The gap cannot be filled: ${error.message}`,
    );
  }
  return data;
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

/** State changes and the life of a transaction before its execution are told once and kept by nobody. */
function answerable({ component, entity, topic }: Target): boolean {
  if (component === "contracts") return entity !== undefined;
  return topic === (component === "blocks" ? "accepted" : "executed");
}
