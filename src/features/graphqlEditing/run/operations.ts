import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { Connections } from "../../../client/connections";
import { NodeError } from "../../../client/failures/nodeError";
import type { NextPage } from "../../../graphql/run/nextPages";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import { showInformationMessage, setStatusBarMessage } from "../../../host/messages";
import { chooseOperation, operationTitle } from "./chooseOperation";
import { openValue } from "./openValue";
import type { QuerySubjects } from "../documents/querySubject";
import type { ShownResult } from "./resultDocuments";
import type { Runner } from "./runner";
import { editVariables, saveVariablesBeside } from "../variables/variablesEditor";
import { variablesSources } from "../variables/variablesSources";
import { pickWord } from "../../../host/quickPicks";
import { codeKinds, requestCode } from "../../../client/http/requestCode";
import { type OperationRun, resultText, send } from "./operationRun";
import { writtenRun } from "./writtenRun";
import type { Connection } from "../../../client/connection";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { inSlices } from "../../../base/inSlices";
import { nestedJsonSteps, unfoldedJsonSteps } from "../../../wire/json/nestedJson";
import { cancellable } from "../../../host/cancellation";
import { pickConnection } from "../documents/pickConnection";

/** What a person can do with an operation: the one at a place, else under the cursor, else the one that is picked. */
export class Operations {
  constructor(
    private readonly subjects: QuerySubjects,
    private readonly runner: Runner,
    private readonly connections: Connections,
    private readonly documents: ReadOnlyDocuments,
  ) {}

  async run(location: unknown): Promise<void> {
    const chosen = await chooseOperation(this.subjects, "Run", location);
    if (chosen) await this.runner.run(chosen);
  }

  async runLive(location: unknown): Promise<void> {
    const chosen = await chooseOperation(this.subjects, t`Run Live`, location);
    if (chosen) await this.runner.runLive(chosen);
  }

  async runNextPage(shown: ShownResult, page: NextPage): Promise<void> {
    await this.runner.runNextPage(shown, page);
  }

  async runWithoutFailed(shown: ShownResult): Promise<void> {
    await this.runner.runWithoutFailed(shown);
  }

  async openValue(shown: ShownResult, start: unknown): Promise<void> {
    await openValue(shown, start, this.documents);
  }

  async editVariables(location: unknown): Promise<void> {
    const chosen = await chooseOperation(this.subjects, "Variables", location);
    if (!chosen) return;
    const { source, subject, found } = chosen;
    if (found.definition.declarations.length === 0) {
      const text = t`${operationTitle(found)} declares no variables.`;
      void showInformationMessage(t`${text} Declare one as in query Name($height: Float!) { … }.`);
      return;
    }
    await editVariables(source, found.definition, subject.schema);
  }

  /** Moves remembered variables into a file beside the query. */
  async saveVariables(argument: unknown): Promise<void> {
    const active = vscode.window.activeTextEditor?.document.uri;
    const uri = argument instanceof vscode.Uri ? argument : active;
    const [source] = uri ? await variablesSources(uri) : [];
    if (!uri || !source) {
      throw new NodeError("invalid-input", t`The query that these variables belong to is not open.`, {
        remedy: t`Open it and try again.`,
      });
    }
    await saveVariablesBeside(await vscode.workspace.openTextDocument(uri), source.uri);
  }

  async compare(location: unknown): Promise<void> {
    const chosen = await chooseOperation(this.subjects, "Compare", location);
    const run = chosen && (await this.runner.prepared(chosen, "Compare", () => this.compare(location)));
    if (run) await compareRuns(run, this.connections, this.documents);
  }

  async copyAs(location: unknown): Promise<void> {
    const chosen = await chooseOperation(this.subjects, t`Copy as`, location);
    const run = chosen && (await this.runner.prepared(chosen, "Copy", () => this.copyAs(location)));
    if (run) await copyRequest(run);
  }
}

/** Puts a run on the clipboard as a command, or as code that sends the same request; asks which. */
async function copyRequest(run: OperationRun): Promise<void> {
  const kind = await pickWord(codeKinds, { title: t`Copy the Operation as` });
  if (!kind) return;
  const { config, prefix } = run.connection;
  await vscode.env.clipboard.writeText(requestCode(kind, { ...config, prefix }, writtenRun(run)));
  void setStatusBarMessage(t`Copied as ${kind}`, 4000);
}

/** Runs an operation on its own connection and on another one, and opens the comparison of the results. */
async function compareRuns(run: OperationRun, connections: Connections, documents: ReadOnlyDocuments): Promise<void> {
  const { connection } = run;
  const others = connections.all.filter((each) => each !== connection);
  if (others.length === 0) {
    throw new NodeError("invalid-input", t`There is only one connection.`, {
      remedy: t`Connect to a second node to compare with.`,
      remedies: ["connect"],
    });
  }
  const title = operationTitle(run.found);
  const other = await pickConnection(others, t`Compare ${title} on ${connection.name} with…`);
  if (!other) return;
  const sent = await cancellable(t`Running ${title} on ${connection.name} and ${other.name}`, (signal) =>
    Promise.all([resultOf(run, connection, signal), resultOf(run, other, signal)]),
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
async function resultOf(run: OperationRun, connection: Connection, signal: AbortSignal): Promise<GraphqlResult> {
  try {
    return await send({ ...run, connection }, signal);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    const error = NodeError.from(thrown);
    throw error.reworded(`${connection.name}: ${error.message}`);
  }
}
