import { t } from "../../../../base/translate";
import type { ConnectionData } from "../connectionData";
import type { GasPrice } from "../../../../client/routes/networkClient";
import { oddWords } from "../../../../wire/json/fields";
import { madeBy, type BlockSummary, type ListedTransaction } from "../chainAnswers";
import { oddRow } from "./fieldRows";
import type { ExplorerNode, RowOf } from "./explorerNode";
import { note, partRows, problemRows, listRows } from "./partRows";

/** Where the row of the gas price is. */
export const gasPriceAt = "chain/gas price";

/** The tip, the newest final block, then recent blocks, newest first, as many as are wanted. */
export async function chainRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection, blocks, chain } = data;
  const said = await partRows({ connection, at: "blocks" }, chain, () => []);
  if (chain.value === undefined) return said;
  const rest = await olderRows(data);
  const { tip, finalized } = connection.chain;
  return [
    ...said,
    ...(tip ? [field(data, "tip", tip.height, "git-commit")] : []),
    ...(finalized === undefined ? [] : [field(data, "last finalized", finalized, "check-all")]),
    ...blocks.all.flatMap((block, at) => [...holeRows(data, blocks.all[at - 1], block), blockRow(data, block)]),
    ...rest,
  ];
}

/** What stands below the blocks: how to get older ones, or why those that are wanted did not come. */
async function olderRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection, blocks } = data;
  const { status } = connection;
  if (data.awaitsOlder) {
    if (status.state === "failed") return problemRows(connection, "older", status.error);
    const { olderBlocks } = data;
    await olderBlocks.ready();
    if (olderBlocks.error) return problemRows(connection, "older", olderBlocks.error, "older");
  }
  const older = blocks.olderThan;
  return older === undefined ? [] : [more(data, t`Older blocks, from #${older} down`)];
}

function blockRow({ connection }: ConnectionData, block: BlockSummary): ExplorerNode {
  const target = { component: "blocks", ...(block.hash !== undefined && { entity: block.hash }) };
  return { kind: "block", connection, block, target };
}

/** What says that blocks are missing between one and the one below it. */
function holeRows(
  { connection }: ConnectionData,
  above: BlockSummary | undefined,
  below: BlockSummary,
): ExplorerNode[] {
  const missing = above ? above.height - below.height - 1n : 0n;
  if (!above || missing <= 0n) return [];
  const [first, last] = [below.height + 1n, above.height - 1n];
  const text =
    missing === 1n
      ? t`Block #${first} was not told by the node.`
      : t`Blocks #${first}–#${last} were not told by the node.`;
  return [note(connection, `hole/${first}`, text)];
}

/** The transactions of a block. */
export function blockRows({ block, connection }: RowOf<"block">, data: ConnectionData): Promise<ExplorerNode[]> {
  if (block.hash === undefined) {
    return Promise.resolve([note(connection, "block", t`The node does not tell the hash of this block.`)]);
  }
  const at = `block/${block.hash}`;
  const row = (transaction: ListedTransaction) => transactionRow(data, at, transaction);
  return listRows(data, at, data.transactionsOf(block.hash), t`No transactions.`, row);
}

/** What it takes to get into a block, then the waiting transactions, best paying first. */
export async function mempoolRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection } = data;
  // That the node does not answer is said once.
  const hasNone = connection.status.state === "failed" && !data.gasPrice.value;
  const gas = partRows({ connection, at: "gas" }, data.gasPrice, (price) => [
    {
      ...field(data, "gas price", price.whole, "flame"),
      text: priceWords(price, data.pricedTransactions),
      odd: price.odd,
    },
  ]);
  const waiting = listRows(data, "mempool", data.mempool, t`No transaction is waiting.`, (transaction) =>
    transactionRow(data, "mempool", transaction),
  );
  return [...(hasNone ? [] : await gas), ...(await waiting)];
}

function transactionRow({ connection }: ConnectionData, at: string, transaction: ListedTransaction): ExplorerNode {
  if ("unreadable" in transaction) return oddRow(connection, at, transaction.unreadable, "not a transaction");
  const target = { component: "transactions", entity: transaction.hash };
  const contractId = madeBy(transaction);
  return { kind: "transaction", connection, at, transaction, target, ...(contractId !== undefined && { contractId }) };
}

/** The four prices and of how many transactions they are; of one that is odd, what is odd about it. */
function priceWords(price: GasPrice, count: number | undefined): string {
  const prices = (["min", "median", "average", "max"] as const).flatMap((name) => {
    const units = price[name];
    return units === undefined ? [] : `${name} ${units}`;
  });
  const of = count === undefined ? [] : [t`over the ${count} best paying at most`];
  return [...prices, ...of, ...price.odd.map(oddWords)].join(" · ");
}

function field({ connection }: ConnectionData, name: string, value: RowOf<"field">["value"], icon: string) {
  return { kind: "field", connection, at: `chain/${name}`, name, value, icon } satisfies ExplorerNode;
}

function more({ connection }: ConnectionData, text: string): ExplorerNode {
  return { kind: "more", connection, at: "blocks", part: "blocks", text };
}
