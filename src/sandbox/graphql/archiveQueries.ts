import { fromBase58 } from "../wire/base58";
import type { Block } from "../chain/block";
import type { SampleContract } from "../contracts/contract";
import { contractIds } from "../contracts/contractIds";
import { type Json, sorted } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";
import type { MoonlightTransaction, SpentTransaction } from "../chain/transaction";

const page = 50;
const pageCap = 200;

/** Resolvers of the queries that archive nodes answer (§4.10), all but `contractEvents` about final blocks. */
export function archiveQueries({ world: { chain, contracts } }: SandboxNode) {
  const transfer = contracts.get(contractIds.transfer);
  const final = () => chain.finalizedBlocks().flatMap(({ transactions }) => transactions);
  const groups = (found: SpentMoonlight[]) =>
    found.length === 0 ? null : { json: found.map((spent) => historyGroup(spent, transfer)) };
  return {
    fullMoonlightHistory: ({ address, ord, ...range }: { address: string; ord?: string } & HeightRange) => {
      const key = checkedKey(address);
      const found = moonlight(final(), range).filter(({ tx }) => tx.sender === key || tx.receiver === key);
      return groups(ord === "desc" ? found.reverse() : found);
    },
    moonlightHistory: (args: HistoryArguments) => {
      const { sender, receiver, maxCount = 1000, pageCount = 1 } = args;
      if (sender === undefined && receiver === undefined) throw new Error("No sender or receiver provided");
      const [from, to] = [sender, receiver].map((key) => key && checkedKey(key));
      const found = moonlight(final(), args)
        .filter(({ tx }) => from === undefined || tx.sender === from)
        // Who calls or deploys counts as its receiver.
        .filter(({ tx }) => to === undefined || (tx.receiver ?? tx.sender) === to);
      return groups(found.slice(maxCount * (pageCount - 1), maxCount * pageCount));
    },
    transactionsByMemo: ({ memo }: { memo: string }) =>
      groups(moonlight(final(), {}).filter(({ tx }) => tx.memo?.equals(Buffer.from(memo)))),
    contractEvents: ({ height, hash }: { height?: number; hash?: string }) => {
      if (height === undefined && hash === undefined) throw new Error("Specify height or hash");
      if (hash !== undefined) return eventsOf(chain.byHash(hash));
      return eventsOf(Number(height) < 0 ? chain.tip : chain.at(BigInt(height ?? 0))) ?? { json: [] };
    },
    finalizedEvents: ({
      contractId,
      limit = page,
      cursor,
    }: {
      contractId: string;
      limit?: number;
      cursor?: string;
    }) => {
      if (!/^[0-9a-f]{64}$/i.test(contractId)) throw new Error("Invalid contract_id");
      const size = Math.min(Math.max(limit, 1), pageCap);
      return { json: eventPage(chain.finalizedBlocks(), contractId.toLowerCase(), size, cursor) };
    },
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

function checkedKey(address: string): string {
  if (!fromBase58(address, 96)) throw new Error("Invalid public key length");
  return address;
}

/** What a history tells of a transaction: its events of the transfer contract, decoded. */
function historyGroup({ tx, blockHeight, events }: SpentMoonlight, transfer: SampleContract | undefined): Json {
  const own = events.filter(({ contract }) => contract === contractIds.transfer);
  return {
    block_height: blockHeight,
    events: own.map(({ topic, data }) => ({
      data: transfer?.decodeEvent(topic, data) ?? null,
      target: contractIds.transfer,
      topic,
    })),
    origin: tx.hash,
  };
}

interface ArchivedEvent {
  [field: string]: Json;
  data: string;
  origin: string;
  source: string;
  topic: string;
}

function eventsOf(block: Block | undefined) {
  return block ? { json: archivedEvents(block) } : null;
}

/** In the archive the reward comes first, unlike in the stream. */
function archivedEvents({ header, transactions, rewardEvent }: Block): ArchivedEvent[] {
  const own = rewardEvent ? [{ ...rewardEvent, origin: header.hash }] : [];
  const all = [
    ...own,
    ...transactions.flatMap(({ tx, events }) => events.map((event) => ({ ...event, origin: tx.hash }))),
  ];
  return all.map(({ data, origin, contract, topic }) => ({
    data: data.toString("hex"),
    origin,
    source: contract,
    topic,
  }));
}

/** Events are numbered from 1 in the order of the chain; the next page starts after the number that a cursor hides. */
function eventPage(final: Block[], contract: string, limit: number, cursor: string | undefined): Json {
  const after =
    cursor === undefined ? 0 : Number(/^v1:(\d+)$/.exec(Buffer.from(cursor, "base64").toString())?.[1] ?? NaN);
  if (Number.isNaN(after)) throw new Error("Invalid cursor");
  let id = 0;
  const own = final.flatMap((block) => {
    const { hash, height } = block.header;
    return archivedEvents(block).map((event) => ({ ...event, block_hash: hash, block_height: height, id: ++id }));
  });
  const left = own.filter((event) => event.source === contract && event.id > after);
  const events = left.slice(0, limit);
  const cursorOf = (event: { id: number } | undefined) =>
    event === undefined ? null : Buffer.from(`v1:${event.id}`).toString("base64");
  return {
    endCursor: cursorOf(events.at(-1)),
    events: events.map(sorted),
    hasNextPage: left.length > events.length,
    startCursor: cursorOf(events[0]),
  };
}
