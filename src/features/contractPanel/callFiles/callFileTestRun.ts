import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { emptyStreamNote } from "../../../bridge/callOutcome";
import type { Connection } from "../../../client/connection";
import { isForDevelopment, onNode } from "../../../client/connectionConfig";
import { NodeError } from "../../../client/failures/nodeError";
import { failureLine } from "../../../client/failures/failureWords";
import type { TransactionLife } from "../../../client/transactions/transactionLife";
import type { CallFile } from "../../../contract/callFile";
import { jsonPathText } from "../../../contract/jsonPath";
import { askInDialog } from "../../../host/messages";
import { runInTurn, testMessage } from "../../../host/testItems";
import { words } from "../../../host/words";
import { visibleText } from "../../../wire/visibleText";
import { callFailure, callName } from "../callCommand";
import { type CallContext, callToEnd } from "../callContext";
import { type Comparison, checkedRequest, compareOutput, connectionOf } from "./callFileRequest";
import type { CallFiles } from "./callFiles";
import { sendUnlessObjected, transactCallFile } from "./transactCallFile";
import { shown } from "../model/callWatch";

/** Runs the tests of a request. */
export async function runCallFileTests(
  context: CallContext,
  files: CallFiles,
  controller: vscode.TestController,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
): Promise<void> {
  const mayTransact = askOnce();
  await runInTurn(controller, request, token, (run, item, uri, signal) =>
    runTest(context, files, run, item, uri, signal, mayTransact),
  );
}

async function runTest(
  context: CallContext,
  files: CallFiles,
  run: vscode.TestRun,
  item: vscode.TestItem,
  uri: vscode.Uri,
  signal: AbortSignal,
  mayTransact: (connection: Connection) => Promise<boolean>,
): Promise<void> {
  const name = vscode.workspace.asRelativePath(uri);
  const output = (what: string) => run.appendOutput(`${visibleText(`${name}: ${what}`)}\r\n`, undefined, item);
  run.started(item);
  const started = performance.now();
  try {
    const file = await files.read(uri);
    const connection = await connectionOf(file, context.connections);
    if (file.transact) {
      if (!(await mayTransact(connection))) {
        output(t`nothing was sent`);
        return run.skipped(item);
      }
      const send = (life: TransactionLife) => sendUnlessObjected(connection, life);
      const { text: went, verdict } = await transactCallFile(context, file, connection, signal, send);
      const duration = performance.now() - started;
      output(`${went}${verdict.kind === "met" ? "" : t`, but ${verdict.text}`}${onNode(connection.config)}`);
      if (verdict.kind === "met") return run.passed(item, duration);
      const message = Object.assign(testMessage(`${verdict.text}.`), { location: topOf(uri) });
      return verdict.kind === "unmet" ? run.failed(item, message, duration) : run.errored(item, message, duration);
    }
    const { difference, note } = await judged(context, file, connection, signal);
    const duration = performance.now() - started;
    const on = onNode(connection.config);
    const took = t`${Math.round(duration)} ms)${note}`;
    if (difference) {
      output(t`the output is not the expected one${on}: ${difference.text} (${took}`);
      const message = testMessage(t`The output is not the expected one: ${difference.text}.`, difference.compared);
      run.failed(item, Object.assign(message, { location: topOf(uri) }), duration);
    } else {
      output(file.expected ? t`as expected${on} (${took}` : t`called${on}; no output is expected yet (${took}`);
      run.passed(item, duration);
    }
  } catch (error) {
    if (signal.aborted) {
      output(t`cancelled`);
      return run.skipped(item);
    }
    const line = failureLine(error);
    output(line);
    run.errored(item, Object.assign(testMessage(line), { location: topOf(uri) }));
  }
}

/**
 * Whether call files may send their transactions: on connections for development alone, and once a person has said so, who is
 * asked once for each connection of a run.
 */
function askOnce(): (connection: Connection) => Promise<boolean> {
  const answers = new Map<string, Promise<boolean>>();
  return (connection) => {
    const { name, config, id } = connection;
    if (!isForDevelopment(config))
      throw new NodeError(
        "invalid-input",
        t`Tests send transactions only on connections for development, and ${name} is not one.`,
        {
          remedy: t`Set its role to development, or run the call file from its editor.`,
          remedies: ["edit-connection"],
          connection: name,
        },
      );
    const detail = t`Each is signed by the connection's signer and sent once.`;
    const send = t`Send`;
    const ask = async () =>
      (await askInDialog(words`Send the transactions of call files on ${name}?`, detail, send)) === send;
    const answer = answers.get(id) ?? ask();
    answers.set(id, answer);
    return answer;
  };
}

/** A call file's output, judged. */
interface Judged {
  difference?: { text: string; compared: Comparison };
  /** What to know of the call besides, after a blank. */
  note: string;
}

/** How a call file's output differs from what it expects. Throws when there is no output to judge. */
async function judged(
  context: CallContext,
  file: CallFile,
  connection: Connection,
  signal: AbortSignal,
): Promise<Judged> {
  const checked = await checkedRequest(context, file, connection);
  const { request, outcome } = await callToEnd(connection, checked, signal);
  if (outcome.kind === "failed") throw callFailure(callName(connection, request), request, outcome);
  const notes = [request.stream && !file.stream && t`The function streams.`, emptyStreamNote(outcome)];
  const note = notes.map((each) => (each ? ` ${each}` : "")).join("");
  const compared = file.expected && compareOutput(file.expected, outcome);
  const [first, ...others] = compared?.differences ?? [];
  if (!compared || !first) return { note };
  const more = others.length > 0 ? t` and ${others.length} more` : "";
  const place = jsonPathText(first.path);
  const text = t`${place} is ${shown(first.after)}, expected ${shown(first.before)}${more}`;
  return { difference: { text, compared }, note };
}

function topOf(uri: vscode.Uri): vscode.Location {
  return new vscode.Location(uri, new vscode.Range(0, 0, 0, 0));
}
