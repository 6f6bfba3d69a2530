import type * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { QueryFields } from "../../graphql/schema/queryFields";
import { commands, type ReportError } from "../../host/commands";
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
  owned.add(
    commands(report, {
      "chainscope.refresh": () => run.refreshAll(),
      "chainscope.refreshRow": (row) => run.refreshRow(row),
      "chainscope.retry": (row) => run.retry(row),
      "chainscope.openConnection": (row) => run.retry(row),
      "chainscope.showMore": async (row) => {
        const moved = await run.showMore(row);
        const find = () => Promise.resolve(moved);
        await revealRow(find, (each) => view.reveal(each, { select: false }));
      },
      "chainscope.copyValue": (row) => run.copyValue(row),
      "chainscope.copyId": (row) => run.copyId(row),
      "chainscope.copyAddress": (row) => run.copyValue(row),
      "chainscope.copyName": (row) => run.copyValue(row),
      "chainscope.copyHeight": (row) => run.copyValue(row),
      "chainscope.copyHash": (row) => run.copyId(row),
      "chainscope.copyStake": (row) => run.copyValue(row),
      "chainscope.copyKey": (row) => run.copyId(row),
      "chainscope.copyCurl": (row) => run.copyCurl(row),
      "chainscope.sortProvisioners": (row) => run.sortProvisioners(row),
      "chainscope.filterProvisioners": (row) => run.filterProvisioners(row),
      "chainscope.clearProvisionerFilter": (row) => run.clearProvisionerFilter(row),
      "chainscope.copyProvisionersJson": (row) => run.copyProvisioners(row, "JSON"),
      "chainscope.copyProvisionersCsv": (row) => run.copyProvisioners(row, "CSV"),
      "chainscope.askPeers": (row) => run.askPeers(row),
      "chainscope.priceTransactions": (row) => run.priceTransactions(row),
      "chainscope.openDetails": (row) => open.openDetails(rowOf(row)),
      "chainscope.openJson": (row) => open.openJson(rowOf(row)),
      "chainscope.openBlock": (argument) => open.openBlock(argument),
      "chainscope.openTransaction": (argument) => open.openTransaction(argument),
      "chainscope.openContract": (argument) => open.openContract(argument),
      "chainscope.openAccount": (argument) => open.openAccount(argument),
      "chainscope.downloadDriver": (row) => run.fetchDriver(row, downloadDriver),
      "chainscope.tellDriverDigest": (row) => run.fetchDriver(row, driverDigest),
    }),
  );
  return owned;
}
