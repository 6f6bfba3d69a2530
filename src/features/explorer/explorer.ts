import type * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { QueryFields } from "../../graphql/schema/queryFields";
import { command, type ReportError } from "../../host/commands";
import { Disposables } from "../../base/disposables";
import type { LinkedDocuments } from "../../host/linkedDocuments";
import { ChainDocuments } from "./chainDocuments";
import { downloadDriver, driverDigest } from "./driverDownload";
import { ExplorerCommands, rowOf } from "./explorerCommands";
import { ExplorerView } from "./explorerView";
import { revealRow } from "./model/revealRow";

interface ExplorerNeeds {
  connections: Connections;
  linked: LinkedDocuments;
  /** What can be queried of each node. */
  queryFields: QueryFields<Connection>;
  report: ReportError;
}

/** The view of the Chainscope side bar: connections and what their nodes tell. */
export function registerExplorer({ connections, linked, queryFields, report }: ExplorerNeeds): vscode.Disposable {
  const owned = new Disposables();
  const { tree, changes, view } = owned.add(new ExplorerView(connections, queryFields));
  const reveal = ({ id }: Connection) =>
    revealRow(
      async () => {
        const row = (await tree.getChildren()).find(({ connection }) => connection.id === id);
        // A side bar that shows something else is left alone.
        return view.visible ? row : undefined;
      },
      (row) => view.reveal(row, { select: true }),
    );
  owned.add(
    connections.onChange((change) => {
      if (change.kind === "made") reveal(change.connection).catch(report);
    }),
  );
  const run = new ExplorerCommands(connections, tree, changes);
  const open = new ChainDocuments(connections, linked);
  // A contract may have been named.
  owned.add(connections.onChange(() => linked.refresh()));
  owned.add(command("chainscope.refresh", () => run.refreshAll(), report));
  owned.add(command("chainscope.refreshRow", (row) => run.refreshRow(row), report));
  owned.add(command("chainscope.retry", (row) => run.retry(row), report));
  owned.add(command("chainscope.openConnection", (row) => run.retry(row), report));
  owned.add(
    command(
      "chainscope.showMore",
      async (row) => {
        const moved = await run.showMore(row);
        const find = () => Promise.resolve(moved);
        await revealRow(find, (each) => view.reveal(each, { select: false }));
      },
      report,
    ),
  );
  owned.add(command("chainscope.copyValue", (row) => run.copyValue(row), report));
  owned.add(command("chainscope.copyId", (row) => run.copyId(row), report));
  owned.add(command("chainscope.copyAddress", (row) => run.copyValue(row), report));
  owned.add(command("chainscope.copyName", (row) => run.copyValue(row), report));
  owned.add(command("chainscope.copyHeight", (row) => run.copyValue(row), report));
  owned.add(command("chainscope.copyHash", (row) => run.copyId(row), report));
  owned.add(command("chainscope.copyStake", (row) => run.copyValue(row), report));
  owned.add(command("chainscope.copyKey", (row) => run.copyId(row), report));
  owned.add(command("chainscope.copyCurl", (row) => run.copyCurl(row), report));
  owned.add(command("chainscope.sortProvisioners", (row) => run.sortProvisioners(row), report));
  owned.add(command("chainscope.filterProvisioners", (row) => run.filterProvisioners(row), report));
  owned.add(command("chainscope.clearProvisionerFilter", (row) => run.clearProvisionerFilter(row), report));
  owned.add(command("chainscope.copyProvisionersJson", (row) => run.copyProvisioners(row, "JSON"), report));
  owned.add(command("chainscope.copyProvisionersCsv", (row) => run.copyProvisioners(row, "CSV"), report));
  owned.add(command("chainscope.askPeers", (row) => run.askPeers(row), report));
  owned.add(command("chainscope.priceTransactions", (row) => run.priceTransactions(row), report));
  owned.add(command("chainscope.openDetails", (row) => open.openDetails(rowOf(row)), report));
  owned.add(command("chainscope.openJson", (row) => open.openJson(rowOf(row)), report));
  owned.add(command("chainscope.openBlock", (argument) => open.openBlock(argument), report));
  owned.add(command("chainscope.openTransaction", (argument) => open.openTransaction(argument), report));
  owned.add(command("chainscope.openContract", (argument) => open.openContract(argument), report));
  owned.add(command("chainscope.openAccount", (argument) => open.openAccount(argument), report));
  owned.add(command("chainscope.downloadDriver", (row) => run.fetchDriver(row, downloadDriver), report));
  owned.add(command("chainscope.tellDriverDigest", (row) => run.fetchDriver(row, driverDigest), report));
  return owned;
}
