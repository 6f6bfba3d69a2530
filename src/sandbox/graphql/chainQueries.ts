import type { Block } from "../chain/block";
import { headerJson } from "../chain/block";
import type { Chain } from "../chain/chain";
import { writeJson } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";
import type { SpentTransaction, Transaction } from "../chain/transaction";
import { deployedId, transactionJson } from "../chain/transaction";

/** Blocks and transactions that one request may ask for, under however many names. */
const cap = 200;

/** Resolvers of the queries that every node answers (§2.10), for one request. */
export function chainQueries({ world: { chain, mempool } }: SandboxNode) {
  let asked = 0;
  const capped = (count: number) => {
    asked += count;
    if (asked > cap) throw new Error(`Query limit exceeded: ${asked} of at most ${cap}`);
    return count;
  };
  return {
    block: ({ height, hash }: { height?: number | bigint; hash?: string }) => {
      capped(1);
      if (hash !== undefined) return blockObject(chain.byHash(checkedHex(hash)));
      // As nodes spell it.
      if (height === undefined) throw new Error("Specify heigth or hash");
      return blockObject(height < 0 ? chain.tip : chain.at(wholeHeight(height)));
    },
    blocks: (range: Range) => blocksIn(chain, range, capped).map(blockObject),
    tx: ({ hash }: { hash: string }) => (capped(1), spentObject(chain.transaction(checkedHex(hash)))),
    transactions: ({ last }: { last: number }) => newest(chain, capped(checkedCount(last))).map(spentObject),
    blockTxs: ({ contract, ...range }: Range & { contract?: string }) => {
      const id = contract === undefined ? undefined : checkedHex(contract);
      return blocksIn(chain, range, capped)
        .flatMap(({ transactions }) => transactions)
        .filter(({ tx }) => id === undefined || (tx.type === "moonlight" && tx.call?.contract === id))
        .map(spentObject);
    },
    lastBlockPair: () => ({ json: lastBlockPair(chain) }),
    mempoolTxs: () => mempool.list().map(transactionObject),
    mempoolTx: ({ hash }: { hash: string }) => {
      const tx = mempool.get(checkedHex(hash));
      return tx ? transactionObject(tx) : null;
    },
  };
}

interface Range {
  last?: number;
  range?: number[];
}

/** Nodes round a fraction down. */
function wholeHeight(height: number | bigint): bigint {
  return typeof height === "bigint" ? height : BigInt(Math.floor(height));
}

/** A hash or a contract's id; throws what a node says of one that is malformed. */
function checkedHex(text: string): string {
  const at = text.search(/[^0-9a-f]/i);
  if (at >= 0) throw new Error(`Invalid character '${text.charAt(at)}' at position ${at}`);
  if (text.length % 2 === 1) throw new Error("Odd number of digits");
  if (text.length !== 64) throw new Error("Invalid string length");
  return text.toLowerCase();
}

function checkedCount(count: number): number {
  if (count < 0) throw new Error('Failed to parse "Int": Invalid number');
  if (count === 0) throw new Error("count must be positive");
  if (count > cap) throw new Error(`count too large (max ${cap})`);
  return count;
}

/** The newest first, or those of a range in its order. That neither or both are given is refused without a word. */
function blocksIn(chain: Chain, { last, range }: Range, capped: (count: number) => number): Block[] {
  if ((last === undefined) === (range === undefined)) throw new Error("");
  if (last !== undefined) {
    const count = Math.min(capped(checkedCount(last)), Number(chain.height) + 1);
    return found(chain, chain.height - BigInt(count) + 1n, count).reverse();
  }
  const [first, end] = range ?? [];
  if (first === undefined || end === undefined || end < first)
    throw new Error("A range is two heights, the lower first");
  if (end - first >= cap) throw new Error(`range too large (max ${cap} blocks)`);
  return found(chain, BigInt(first), capped(end - first + 1));
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

/** A block's status as nodes label it, with a number. */
const labels: Record<Block["status"], (height: bigint) => Record<string, number>> = {
  accepted: () => ({ Attested: 0 }),
  confirmed: () => ({ Confirmed: 1 }),
  finalized: (height) => ({ Final: height === 0n ? 0 : 3 }),
};

function blockObject(block: Block | undefined) {
  if (!block) return null;
  const { header, status, transactions, reward } = block;
  return {
    header: { ...header, json: () => writeJson(headerJson(header)) },
    status: labels[status](header.height),
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
    blobHashes: moonlight?.blobs.length ? moonlight.blobs : null,
    isDeploy: (moonlight?.deploy ?? null) !== null,
    contractId: deployedId(tx),
    memo: moonlight?.memo?.toString("hex") ?? null,
  };
}

function hex({ raw }: Transaction): string {
  return raw.toString("hex");
}
