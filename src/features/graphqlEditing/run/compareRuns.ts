import * as vscode from "vscode";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { inSlices } from "../../../base/inSlices";
import { NodeError } from "../../../client/failures/nodeError";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import { cancellable } from "../../../host/cancellation";
import { nestedJsonSteps, unfoldedJsonSteps } from "../../../wire/json/nestedJson";
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
  const sent = await cancellable(`Running ${title} on ${connection.name} and ${other.name}`, (signal) =>
    Promise.all([answerOf(run, connection, signal), answerOf(run, other, signal)]),
  );
  const [left, right] = await comparable(sent);
  const put = ({ name }: Connection, text: string) => documents.put(`${title} on ${name}.json`, text);
  const label = `${title}: ${connection.name} ↔ ${other.name}`;
  await vscode.commands.executeCommand("vscode.diff", put(connection, left), put(other, right), label, {
    preview: false,
  });
}

/** Both results as they were sent, but for strings of JSON that are not on both sides: what is in these is compared line by line. */
async function comparable([left, right]: [GraphqlResult, GraphqlResult]): Promise<[string, string]> {
  const [ofLeft, ofRight] = [await inSlices(nestedJsonSteps(left.text)), await inSlices(nestedJsonSteps(right.text))];
  const text = async ({ text, errors }: GraphqlResult, folded: ReadonlySet<string>) =>
    resultText({ text: await inSlices(unfoldedJsonSteps(text, folded)), errors });
  return [await text(left, ofRight), await text(right, ofLeft)];
}

/** The failure's sentence names the node, since two are asked. */
async function answerOf(run: OperationRun, connection: Connection, signal: AbortSignal): Promise<GraphqlResult> {
  try {
    return await send({ ...run, connection }, signal);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = NodeError.from(thrown);
    throw error.reworded(`${connection.name}: ${error.message}`);
  }
}
