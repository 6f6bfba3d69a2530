import * as vscode from "vscode";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { inSlices } from "../../../client/inSlices";
import { NodeError } from "../../../client/nodeError";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import { unfoldedJsonSteps } from "../../../wire/nestedJson";
import { cancellable } from "./cancellable";
import { operationTitle } from "./chooseOperation";
import type { OperationRun } from "./operationRun";
import { resultText, send } from "./operationRun";
import { pickConnection } from "../documents/pickConnection";

/** Runs an operation on its own connection and on another one, and opens the comparison of the results. */
export async function compareRuns(
  run: OperationRun,
  connections: Connections,
  documents: ReadOnlyDocuments,
): Promise<void> {
  const { connection } = run;
  const others = connections.all.filter((each) => each !== connection);
  if (others.length === 0) {
    throw new NodeError("invalid-input", "There is only one connection.", {
      remedy: "Connect to a second node to compare with.",
      remedies: ["connect"],
    });
  }
  const title = operationTitle(run.found);
  const other = await pickConnection(others, `Compare ${title} on ${connection.name} with…`);
  if (!other) return;
  const [left, right] = await cancellable(`Running ${title} on ${connection.name} and ${other.name}`, (signal) =>
    Promise.all([textOf(run, connection, signal), textOf(run, other, signal)]),
  );
  const put = ({ name }: Connection, text: string) => documents.put(`${title} on ${name}.json`, text);
  const label = `${title}: ${connection.name} ↔ ${other.name}`;
  await vscode.commands.executeCommand("vscode.diff", put(connection, left), put(other, right), label, {
    preview: false,
  });
}

/** The result, what is in its strings of JSON unfolded to be compared line by line; the failure's sentence names the node, since two are asked. */
async function textOf(run: OperationRun, connection: Connection, signal: AbortSignal): Promise<string> {
  try {
    const { text, errors } = await send({ ...run, connection }, signal);
    return await resultText({ text: await inSlices(unfoldedJsonSteps(text)), errors });
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = NodeError.from(thrown);
    throw error.reworded(`${connection.name}: ${error.message}`);
  }
}
