import { t } from "../../../../base/translate";
import type { Connection } from "../../../../client/connection";
import { NodeError } from "../../../../client/failures/nodeError";
import type { Count, StatsClient } from "../../../../client/routes/statsClient";
import { integerOf } from "../../../../wire/json/fields";
import type { ExplorerNode, RowOf } from "./explorerNode";
import { fieldRows } from "./fieldRows";
import { problemRows } from "./partRows";

/** What an archive node counts; each of the two that failed is its failure. */
export interface Statistics {
  accounts: Count | NodeError;
  transactions: Count | NodeError;
}

/** Asks for both counts. Rejects only when neither came. */
export async function askStatistics(stats: StatsClient): Promise<Statistics> {
  const outcome = (work: Promise<Count>) => work.catch((error: unknown) => NodeError.from(error));
  const [accounts, transactions] = await Promise.all([
    outcome(stats.accountCount()),
    outcome(stats.transactionCount()),
  ]);
  if (accounts instanceof NodeError && transactions instanceof NodeError) throw accounts;
  return { accounts, transactions };
}

/** A row for each number, and for what stands where one is expected. */
export function statisticsRows(connection: Connection, { accounts, transactions }: Statistics): ExplorerNode[] {
  return [...countRows(connection, "accounts", accounts), ...countRows(connection, "transactions", transactions)];
}

/** The transactions and the two kinds of them as the one sum that they are; undefined where they are not that. */
function sumRows(rows: readonly RowOf<"field">[]): ExplorerNode[] | undefined {
  const [total, open, shielded] = ["transactions", "public", "shielded"].map((name) => {
    const row = rows.find((each) => each.name === name && each.mark === undefined);
    return { row, count: integerOf(row?.value) };
  });
  if (!total?.row || open?.count === undefined || shielded?.count === undefined) return undefined;
  if (total.count !== open.count + shielded.count) return undefined;
  const text = t`${total.count} = ${open.count} public + ${shielded.count} shielded`;
  const rest = rows.filter((row) => row !== total.row && row !== open.row && row !== shielded.row);
  return [{ ...total.row, text }, ...rest];
}

const names: Readonly<Record<string, string>> = { public_accounts: "public accounts", total: "transactions" };

function countRows(connection: Connection, at: string, count: Count | NodeError): ExplorerNode[] {
  if (count instanceof NodeError) return problemRows(connection, `statistics/${at}`, count, "statistics");
  const rows = fieldRows(connection, `statistics/${at}`, count.whole, count.odd);
  const named = rows.map((row) => ({ ...row, name: names[row.name] ?? row.name }));
  return (
    sumRows(named) ?? [
      ...named.filter(({ name }) => name === "transactions"),
      ...named.filter(({ name }) => name !== "transactions"),
    ]
  );
}
