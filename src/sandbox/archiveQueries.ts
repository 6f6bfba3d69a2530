import type { Json } from "./json";
import type { SandboxNode } from "./sandboxNode";
import type { MoonlightTransaction, SpentTransaction } from "./transaction";

const page = 50;
const pageCap = 200;

/** Resolvers of the queries that archive nodes answer (§4.10), all about final blocks. */
export function archiveQueries({ chain }: SandboxNode) {
  const final = () => chain.finalizedBlocks().flatMap(({ transactions }) => transactions);
  return {
    fullMoonlightHistory: ({ address, ord, ...range }: { address: string; ord?: string } & HeightRange) => {
      const found = moonlight(final(), range).filter(({ tx }) => tx.sender === address || tx.receiver === address);
      return found.length === 0 ? null : { json: (ord === "desc" ? found.reverse() : found).map(transferJson) };
    },
    moonlightHistory: (args: HistoryArguments) => {
      const { sender, receiver, maxCount = 1000, pageCount = 1 } = args;
      const found = moonlight(final(), args)
        .filter(({ tx }) => sender === undefined || tx.sender === sender)
        .filter(({ tx }) => receiver === undefined || tx.receiver === receiver)
        .slice(maxCount * (pageCount - 1), maxCount * pageCount);
      return found.length === 0 ? null : { json: found.map(transferJson) };
    },
    transactionsByMemo: ({ memo }: { memo: string }) => {
      const found = moonlight(final(), {}).filter(({ tx }) => tx.memo?.toString("hex") === memo.toLowerCase());
      return found.length === 0 ? null : { json: found.map(transferJson) };
    },
    contractEvents: ({ height, hash }: { height?: number; hash?: string }) => {
      const block = hash === undefined ? chain.at(BigInt(height ?? -1)) : chain.byHash(hash);
      return block ? { json: block.transactions.flatMap(eventsJson) } : null;
    },
    finalizedEvents: ({ contractId, limit, cursor }: { contractId: string; limit?: number; cursor?: string }) => ({
      json: eventPage(final(), contractId, Math.min(limit ?? page, pageCap), cursor),
    }),
    checkBlock: ({ height, hash, onlyFinalized }: { height: number; hash: string; onlyFinalized?: boolean }) => {
      const block = chain.at(BigInt(height));
      return block?.header.hash === hash && (!onlyFinalized || block.status === "finalized");
    },
    nextPhoenix: ({ height }: { height: number }) => {
      const next = final().find(({ tx, blockHeight }) => tx.type === "phoenix" && blockHeight > BigInt(height));
      return next?.blockHeight ?? null;
    },
  };
}

interface HeightRange {
  fromBlock?: number;
  toBlock?: number;
}

interface HistoryArguments extends HeightRange {
  sender?: string;
  receiver?: string;
  maxCount?: number;
  pageCount?: number;
}

type SpentMoonlight = SpentTransaction & { tx: MoonlightTransaction };

function moonlight(spent: SpentTransaction[], { fromBlock, toBlock }: HeightRange): SpentMoonlight[] {
  return spent.filter(
    (each): each is SpentMoonlight =>
      each.tx.type === "moonlight" &&
      (fromBlock === undefined || each.blockHeight >= BigInt(fromBlock)) &&
      (toBlock === undefined || each.blockHeight <= BigInt(toBlock)),
  );
}

function transferJson(spent: SpentMoonlight): { [key: string]: Json } {
  const { tx, blockHash, blockHeight } = spent;
  return {
    origin: tx.hash,
    block_height: blockHeight,
    block_hash: blockHash,
    sender: tx.sender,
    receiver: tx.receiver,
    value: tx.value,
    memo: tx.memo?.toString("hex") ?? null,
    events: eventsJson(spent),
  };
}

function eventsJson({ tx, events }: SpentTransaction): { [key: string]: Json }[] {
  return events.map(({ contract, topic, data }) => ({
    origin: tx.hash,
    target: contract,
    topic,
    data: data.toString("hex"),
  }));
}

/** Each event carries its cursor; the next page starts after the one that is passed. */
function eventPage(final: SpentTransaction[], contract: string, limit: number, cursor: string | undefined): Json {
  if (limit < 1) throw new Error("limit must be at least 1");
  const after = cursor === undefined ? 0 : Number(/^ev-(\d+)$/.exec(cursor)?.[1] ?? NaN);
  if (Number.isNaN(after)) throw new Error(`invalid cursor: ${cursor}`);
  const own = final.flatMap((spent) =>
    eventsJson(spent)
      .filter(({ target }) => target === contract)
      .map((event) => ({ ...event, block_height: spent.blockHeight, block_hash: spent.blockHash })),
  );
  return own.slice(after, after + limit).map((event, at) => ({ ...event, cursor: `ev-${after + at + 1}` }));
}
