import type { ConnectionData } from "./connectionData";
import type { TransactionSummary } from "./chainAnswers";
import type { ExplorerNode, RowOf } from "./explorerNode";
import { note, partRows } from "./partRows";

/** The tip, the newest final block, then recent blocks, newest first. */
export function chainRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection, blocks } = data;
  return partRows({ connection, at: "blocks" }, data.chain, () => {
    const { tip, finalized } = connection.chain;
    const older = blocks.olderThan;
    return [
      ...(tip ? [field(data, "tip", tip.height, "git-commit")] : []),
      ...(finalized === undefined ? [] : [field(data, "last finalized", finalized, "check-all")]),
      ...blocks.all.map((block): ExplorerNode => {
        return { kind: "block", connection, block, target: { component: "blocks", entity: block.hash } };
      }),
      ...(older === undefined ? [] : [more(data, `Older blocks, from #${older} down`)]),
    ];
  });
}

/** The transactions of a block. */
export function blockRows({ block, connection }: RowOf<"block">, data: ConnectionData): Promise<ExplorerNode[]> {
  const at = `block/${block.hash}`;
  return partRows({ connection, at }, data.transactionsOf(block.hash), (transactions) =>
    transactions.length === 0
      ? [note(connection, at, "No transactions.")]
      : transactions.map((transaction) => transactionRow(data, at, transaction)),
  );
}

/** What it takes to get into a block, then the waiting transactions, best paying first. */
export async function mempoolRows(data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection } = data;
  const gas = partRows({ connection, at: "gas" }, data.gasPrice, (price) => [
    {
      ...field(data, "gas price", { ...price }, "flame"),
      words: `min ${price.min} · median ${price.median} · average ${price.average} · max ${price.max}`,
    },
  ]);
  const waiting = partRows({ connection, at: "mempool" }, data.mempool, (transactions) =>
    transactions.length === 0
      ? [note(connection, "mempool", "No transaction is waiting.")]
      : transactions.map((transaction) => transactionRow(data, "mempool", transaction)),
  );
  return [...(await gas), ...(await waiting)];
}

function transactionRow({ connection }: ConnectionData, at: string, transaction: TransactionSummary): ExplorerNode {
  const target = { component: "transactions", entity: transaction.hash };
  return { kind: "transaction", connection, at, transaction, target };
}

function field({ connection }: ConnectionData, name: string, value: RowOf<"field">["value"], icon: string) {
  return { kind: "field", connection, at: `chain/${name}`, name, value, icon } satisfies ExplorerNode;
}

function more({ connection }: ConnectionData, words: string): ExplorerNode {
  return { kind: "more", connection, at: "blocks", part: "blocks", words };
}
