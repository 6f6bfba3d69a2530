import type { Block } from "./block";
import { headerJson } from "./block";
import { writeJson } from "./json";
import type { SandboxNode } from "./sandboxNode";
import type { SpentTransaction, Transaction } from "./transaction";
import { transactionJson } from "./transaction";

/** Blocks and transactions that one request may ask for, under however many names. */
const cap = 200;

/** Resolvers of the queries that every node answers (§2.10), for one request. */
export function chainQueries({ chain, mempool }: SandboxNode) {
  let asked = 0;
  const capped = (count: number) => {
    if (count < 0) throw new Error("A count cannot be negative");
    asked += count;
    if (asked > cap) throw new Error(`Query limit exceeded: ${asked} of at most ${cap}`);
    return count;
  };
  return {
    block: ({ height, hash }: { height?: number | bigint; hash?: string }) => {
      capped(1);
      if (hash !== undefined) return blockObject(chain.byHash(hash));
      if (height === undefined) throw new Error("Specify height or hash");
      return blockObject(height < 0 ? chain.tip : chain.at(wholeHeight(height)));
    },
    blocks: (range: Range) => blocksIn(chain, range, capped).map(blockObject),
    tx: ({ hash }: { hash: string }) => (capped(1), spentObject(chain.transaction(hash))),
    transactions: ({ last }: { last: number }) => newest(chain, capped(last)).map(spentObject),
    blockTxs: ({ contract, ...range }: Range & { contract?: string }) =>
      blocksIn(chain, range, capped)
        .flatMap(({ transactions }) => transactions)
        .filter(({ tx }) => contract === undefined || (tx.type === "moonlight" && tx.call?.contract === contract))
        .map(spentObject),
    lastBlockPair: () => ({ json: lastBlockPair(chain) }),
    mempoolTxs: () => mempool.list().map(transactionObject),
    mempoolTx: ({ hash }: { hash: string }) => {
      const tx = mempool.get(hash);
      return tx ? transactionObject(tx) : null;
    },
  };
}

type Chain = SandboxNode["chain"];

interface Range {
  last?: number;
  range?: number[];
}

/** Nodes round a fraction down. */
function wholeHeight(height: number | bigint): bigint {
  return typeof height === "bigint" ? height : BigInt(Math.floor(height));
}

function blocksIn(chain: Chain, { last, range }: Range, capped: (count: number) => number): Block[] {
  if (range) {
    const [first, end] = range;
    if (first === undefined || end === undefined || end < first)
      throw new Error("A range is two heights, the lower first");
    const length = capped(end - first + 1);
    return found(chain, BigInt(first), length);
  }
  if (last === undefined) throw new Error("Specify last or range");
  const count = Math.min(capped(last), Number(chain.height) + 1);
  return found(chain, chain.height - BigInt(count) + 1n, count);
}

function found(chain: Chain, first: bigint, count: number): Block[] {
  const heights = Array.from({ length: count }, (_, at) => first + BigInt(at));
  return heights.flatMap((height) => chain.at(height) ?? []);
}

function newest(chain: Chain, count: number): SpentTransaction[] {
  const list: SpentTransaction[] = [];
  for (const spent of chain.newestTransactions()) {
    if (list.length >= count) break;
    list.push(spent);
  }
  return list;
}

function lastBlockPair(chain: Chain) {
  const pair = (block: Block | undefined) => (block ? [block.header.height, block.header.hash] : null);
  return { last_block: pair(chain.tip), last_finalized_block: pair(chain.at(chain.finalizedHeight)) };
}

function blockObject(block: Block | undefined) {
  if (!block) return null;
  const { header, status, transactions, reward } = block;
  return {
    header: { ...header, json: () => writeJson(headerJson(header)) },
    status,
    reward,
    transactions: () => transactions.map(spentObject),
    fees: () => transactions.reduce((sum, { gasSpent, tx }) => sum + gasSpent * tx.gasPrice, 0n),
    gasSpent: () => transactions.reduce((sum, spent) => sum + spent.gasSpent, 0n),
  };
}

function spentObject(spent: SpentTransaction | undefined) {
  if (!spent) return null;
  const { tx, err, gasSpent, blockHash, blockHeight, blockTimestamp } = spent;
  const id = tx.hash;
  return { tx: transactionObject(tx), err, gasSpent, blockHash, blockHeight, blockTimestamp, id, raw: () => hex(tx) };
}

function transactionObject(tx: Transaction) {
  const moonlight = tx.type === "moonlight" ? tx : undefined;
  const call = moonlight?.call;
  return {
    raw: () => hex(tx),
    json: () => writeJson(transactionJson(tx)),
    id: tx.hash,
    gasLimit: tx.gasLimit,
    gasPrice: tx.gasPrice,
    txType: tx.type === "moonlight" ? "Moonlight" : "Phoenix",
    callData: call ? { contractId: call.contract, fnName: call.fnName, data: call.fnArgs.toString("hex") } : null,
    blobHashes: null,
    isDeploy: moonlight?.isDeploy ?? false,
    contractId: null,
    memo: moonlight?.memo?.toString("hex") ?? null,
  };
}

function hex({ raw }: Transaction): string {
  return raw.toString("hex");
}
