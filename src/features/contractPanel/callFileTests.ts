import * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import type { CallFile } from "../../contract/callFile";
import { jsonPathText } from "../../contract/jsonPath";
import { signalOf } from "../../host/cancellation";
import { failureLine } from "../../client/failureWords";
import { testItem, testMessage } from "../../host/testItems";
import { callFailure, callName } from "./callCommand";
import { type CallDesk, outcomeOf } from "./callDesk";
import { type Comparison, compareOutput, connectionOf, requestOf } from "./callFileRequest";
import type { CallFiles } from "./callFiles";
import { shown } from "./callWatch";
import { callFileEnding } from "./saveCallFile";

/** The workspace's call files in the Test Explorer: each is a test that calls and compares the output exactly. */
export function registerCallFileTests(desk: CallDesk, files: CallFiles): vscode.Disposable {
  const controller = vscode.tests.createTestController("chainscope.callFiles", "Contract Calls");
  const refresh = async () => controller.items.replace(testItems(controller, await files.search()));
  controller.resolveHandler = async (item) => {
    if (!item) await refresh();
  };
  controller.refreshHandler = refresh;
  const changed = files.onChange(() => {
    const uris = files.listed.map(({ uri }) => vscode.Uri.parse(uri));
    controller.items.replace(testItems(controller, uris));
  });
  const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken) =>
    runTests(desk, files, controller, request, token);
  const profile = controller.createRunProfile("Call and Compare", vscode.TestRunProfileKind.Run, run, true);
  return vscode.Disposable.from(controller, profile, changed);
}

function testItems(controller: vscode.TestController, uris: readonly vscode.Uri[]): vscode.TestItem[] {
  return uris.map((uri) => {
    const label = vscode.workspace.asRelativePath(uri).slice(0, -callFileEnding.length);
    const item = testItem(controller, uri, label);
    item.range = new vscode.Range(0, 0, 0, 0);
    return item;
  });
}

async function runTests(
  desk: CallDesk,
  files: CallFiles,
  controller: vscode.TestController,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  if (!request.include && controller.items.size === 0) {
    controller.items.replace(testItems(controller, await files.search()));
  }
  const run = controller.createTestRun(request);
  const wanted = request.include ?? [...controller.items].map(([, item]) => item);
  const items = wanted.filter((item) => !request.exclude?.includes(item));
  for (const item of items) run.enqueued(item);
  // One after the other: a node is shared, and a failure is easier to read in order.
  for (const item of items) {
    if (token.isCancellationRequested) run.skipped(item);
    else await runTest(desk, files, run, item, signalOf(token));
  }
  run.end();
}

async function runTest(
  desk: CallDesk,
  files: CallFiles,
  run: vscode.TestRun,
  item: vscode.TestItem,
  signal: AbortSignal,
): Promise<void> {
  if (!item.uri) return;
  run.started(item);
  const started = performance.now();
  try {
    const file = await files.read(item.uri);
    const connection = await connectionOf(file, desk.connections);
    const message = await messageOf(file, connection, signal);
    const duration = performance.now() - started;
    if (message) run.failed(item, Object.assign(message, { location: location(item.uri) }), duration);
    else run.passed(item, duration);
    run.appendOutput(`${item.label}: ${message ? "the output differs" : "as expected"}\r\n`, undefined, item);
  } catch (error) {
    if (signal.aborted) return run.skipped(item);
    run.errored(item, Object.assign(testMessage(failureLine(error)), { location: location(item.uri) }));
  }
}

/** What is wrong with a call file's output; undefined when nothing is. Throws when there is no output to judge. */
async function messageOf(
  file: CallFile,
  connection: Connection,
  signal: AbortSignal,
): Promise<vscode.TestMessage | undefined> {
  const request = requestOf(file, connection);
  const outcome = await outcomeOf(connection, request, signal);
  if (outcome.kind === "failed") throw callFailure(callName(connection, request), request, outcome);
  if (!file.expected) return undefined;
  const comparison = compareOutput(file.expected, outcome);
  return comparison.differences.length === 0 ? undefined : difference(comparison);
}

function difference({ expected, actual, differences }: Comparison): vscode.TestMessage {
  const [first, ...others] = differences;
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  const where = first
    ? `${jsonPathText(first.path)} is ${shown(first.after)}, expected ${shown(first.before)}${more}`
    : "";
  return testMessage(`The output is not the expected one: ${where}.`, { expected, actual });
}

function location(uri: vscode.Uri): vscode.Location {
  return new vscode.Location(uri, new vscode.Range(0, 0, 0, 0));
}
