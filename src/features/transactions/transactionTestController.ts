import * as vscode from "vscode";
import { t } from "../../base/translate";
import { onNode } from "../../client/connectionConfig";
import type { Connections } from "../../client/connections";
import { failureLine } from "../../client/failures/failureWords";
import { noConnection } from "../../client/noConnection";
import { checkTransaction } from "../../client/transactions/checkTransaction";
import { FileTests, runInTurn, testMessage } from "../../host/testItems";
import { limits } from "../../wire/limits";
import { visibleText } from "../../wire/visibleText";
import { transactionIn } from "./chooseTransaction";

export const transactionFiles = "**/*.{tx,tx.hex}";

/**
 * The workspace's transactions in the Test Explorer. A test checks one by the rules and a trial run of the node that is
 * active, and never sends it.
 */
export function registerTransactionTests(
  connections: Connections,
  failed: (error: unknown) => void,
): vscode.Disposable {
  const search = async () => {
    const uris = await vscode.workspace.findFiles(transactionFiles, "**/node_modules/**", limits.workspace.callFiles);
    tests.show(uris.sort((one, other) => (one.path < other.path ? -1 : 1)));
  };
  const tests = new FileTests({
    ...{ id: "chainscope.transactionFiles", label: t`Transactions`, profile: t`Check`, ending: /\.tx(\.hex)?$/ },
    refresh: search,
    run: (controller, request, token) =>
      runInTurn(controller, request, token, (run, item, uri, signal) => check(connections, run, item, uri, signal)),
  });
  const look = () => void search().catch(failed);
  const watcher = vscode.workspace.createFileSystemWatcher(transactionFiles, false, true);
  watcher.onDidCreate(look);
  watcher.onDidDelete(look);
  look();
  return vscode.Disposable.from(watcher, tests);
}

async function check(
  connections: Connections,
  run: vscode.TestRun,
  item: vscode.TestItem,
  uri: vscode.Uri,
  signal: AbortSignal,
): Promise<void> {
  const output = (text: string) => run.appendOutput(`${visibleText(text)}\r\n`, undefined, item);
  const message = (text: string) =>
    Object.assign(testMessage(text), { location: new vscode.Location(uri, new vscode.Range(0, 0, 0, 0)) });
  run.started(item);
  const started = performance.now();
  try {
    const connection = connections.active;
    if (!connection) throw noConnection(connections.all);
    const bytes = await transactionIn(uri);
    const { objections, lines } = await checkTransaction(await connection.node(), bytes, {}, signal);
    output(`${vscode.workspace.asRelativePath(uri)}${onNode(connection.config)}`);
    for (const line of lines) output(line);
    const duration = performance.now() - started;
    if (objections.length === 0) run.passed(item, duration);
    else run.failed(item, message(`${objections.join("; ")}.`), duration);
  } catch (error) {
    if (signal.aborted) return run.skipped(item);
    run.errored(item, message(failureLine(error)));
  }
}
