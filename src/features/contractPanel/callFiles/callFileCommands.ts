import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { type CallOutcome, emptyStreamNote } from "../../../bridge/callOutcome";
import type { Connection } from "../../../client/connection";
import { NodeError } from "../../../client/failures/nodeError";
import { onNode } from "../../../client/connectionConfig";
import type { CallFile } from "../../../contract/callFile";
import { callFileText } from "../../../contract/callFile";
import { inNotification } from "../../../host/cancellation";
import { commands, runCommand } from "../../../host/commands";
import { showInformationMessage } from "../../../host/messages";
import { showQuickPick } from "../../../host/quickPicks";
import { showDifference } from "../../../host/views";
import { callAndShow, callFailure, callName } from "../callCommand";
import { type CallContext, performCall } from "../callContext";
import { checkedRequest, compareOutput, connectionOf } from "./callFileRequest";
import type { CallFiles } from "./callFiles";
import type { CallPanels } from "../callPanels";
import { transactCallFile } from "./transactCallFile";
import { callFileOf } from "./saveCallFile";

/** The commands on call files: from a file's lenses with its address, from the palette with a question. */
export function registerCallFileCommands(
  context: CallContext,
  files: CallFiles,
  panels: CallPanels,
): vscode.Disposable {
  const withFile = (work: (uri: vscode.Uri, file: CallFile) => Promise<unknown>) => async (given?: unknown) => {
    const uri = given instanceof vscode.Uri ? given : await pickFile(files);
    return uri && work(uri, await files.read(uri));
  };
  return commands(context.report, {
    "chainscope.runCallFile": withFile(async (_uri, file) => {
      const connection = await connectionOf(file, context.connections);
      if (file.transact) return transactAndTell(context, file, connection);
      await callAndShow(context, panels, connection, await checkedRequest(context, file, connection));
    }),
    "chainscope.compareCallFile": withFile((uri, file) => compare(context, uri, file)),
    "chainscope.openCallFile": withFile(async (uri, file) => {
      const connection = await connectionOf(file, context.connections);
      await panels.open(connection, await files.openCall(uri, connection));
    }),
  });
}

async function pickFile(files: CallFiles): Promise<vscode.Uri | undefined> {
  const found = await files.search();
  const items = found.map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  const placeHolder = items.length > 0 ? t`Which call file` : t`There is no *.call.json in this workspace`;
  return (await showQuickPick(items, { title: t`Call Files`, placeHolder }))?.uri;
}

/** Calls, and shows what differs from the expected output; offers to keep the output where none is expected yet. */
async function compare(context: CallContext, uri: vscode.Uri, file: CallFile): Promise<void> {
  const connection = await connectionOf(file, context.connections);
  if (file.transact) return transactAndTell(context, file, connection);
  const request = await checkedRequest(context, file, connection);
  const name = callName(connection, request);
  const title = t`Calling ${name}${onNode(connection.config)}`;
  const { outcome } = await inNotification(title, (signal) => performCall(context, connection, request, signal));
  if (outcome.kind === "failed") throw callFailure(name, request, outcome);
  if (!file.expected) return offerToKeep(uri, file, callFileOf(connection, request, outcome).expected, outcome);
  const { expected, actual, differences } = compareOutput(file.expected, outcome);
  if (differences.length === 0) {
    const said = [t`${name}: the output is exactly the expected one.`, emptyStreamNote(outcome) ?? ""];
    void showInformationMessage(said.join(" ").trim());
    return;
  }
  const before = context.documents.put(`${name} expected.json`, expected);
  const after = context.documents.put(`${name} actual.json`, actual);
  await showDifference(before, after, `${name}: expected ↔ actual`);
}

/** Sends the call as a transaction once that was asked, and says how it went. */
async function transactAndTell(context: CallContext, file: CallFile, connection: Connection): Promise<void> {
  const name = `${file.contract}.${file.function}`;
  const title = `${name}${onNode(connection.config)}`;
  const { text, verdict } = await inNotification(title, (signal) =>
    transactCallFile(context, file, connection, signal, (life) =>
      Promise.resolve(runCommand("chainscope.sendTransaction", { connection, life })),
    ),
  );
  if (verdict.kind !== "met") throw new NodeError("refused", t`${name} is ${text}, but ${verdict.text}.`);
  void showInformationMessage(t`${name} is ${text}.`);
}

async function offerToKeep(
  uri: vscode.Uri,
  file: CallFile,
  expected: CallFile["expected"],
  outcome: CallOutcome,
): Promise<void> {
  const keep = t`Keep the Output as Expected`;
  const said = expected ? [keep] : [];
  const response = await showInformationMessage(noneExpected(outcome), ...said);
  if (response !== keep || !expected) return;
  const edit = new vscode.WorkspaceEdit();
  const document = await vscode.workspace.openTextDocument(uri);
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(uri, whole, callFileText({ ...file, expected }));
  await vscode.workspace.applyEdit(edit);
}

function noneExpected(outcome: CallOutcome): string {
  if (outcome.kind !== "stream") return t`The call file expects no output yet (${outcome.kind}).`;
  const count = `${outcome.count} ${outcome.decoded ? "items" : "bytes"}`;
  return emptyStreamNote(outcome) ?? t`The function streams, and gave ${count}. The call file expects no output yet.`;
}
