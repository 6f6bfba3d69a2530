import * as vscode from "vscode";
import { command, type ReportError } from "../../../host/commands";
import { setStatusBarMessage } from "../../../host/messages";
import { words } from "../../../host/words";
import type { GraphqlEditing } from "../editing";
import type { LoadEditing } from "../graphqlEditing";
import { pageMeant, resultMeant, saveResult } from "./resultCommands";

/** The commands about operations, each for the one at a lens or under the cursor, and those about their results. */
export function registerOperationCommands(load: LoadEditing, report: ReportError): vscode.Disposable {
  const desk = async () => (await load()).operations;
  const results = async () => (await load()).results;
  return vscode.Disposable.from(
    command("chainscope.runOperation", async (place) => run(await load(), place), report),
    command("chainscope.runLive", async (place) => (await desk()).runLive(place), report),
    command("chainscope.editVariables", async (place) => (await desk()).editVariables(place), report),
    command("chainscope.compareOperation", async (place) => (await desk()).compare(place), report),
    command("chainscope.copyOperationAs", async (place) => (await desk()).copyAs(place), report),
    command("chainscope.stopLive", async (place) => stopLive(await load(), place), report),
    command("chainscope.saveVariables", async (uri) => (await desk()).saveVariables(uri), report),
    command("chainscope.nextPage", async (uri, field) => nextPage(await load(), uri, field), report),
    command("chainscope.runWithoutFailed", async (uri) => runWithoutFailed(await load(), uri), report),
    command("chainscope.openResultValue", async (uri, at) => openResultValue(await load(), uri, at), report),
    command("chainscope.pinResult", async (uri) => pinResult(await load(), uri), report),
    command("chainscope.saveResult", async (uri) => saveResult(resultMeant(await results(), uri).shown), report),
  );
}

/** Runs an operation, unless the key for it was pressed where there is none. */
async function run({ operations, runContext }: GraphqlEditing, argument: unknown): Promise<void> {
  const { isKey } = (argument ?? {}) as { isKey?: unknown };
  if (isKey !== true || !(await runContext.handBack())) await operations.run(argument);
}

/** Stops the live operation at a lens; from elsewhere all of them. */
function stopLive({ live }: GraphqlEditing, argument: unknown): void {
  const { uri } = (argument ?? {}) as { uri?: unknown };
  if (uri instanceof vscode.Uri) live.stop(uri);
  else for (const { source } of live.all) live.stop(source.uri);
}

async function nextPage({ results, operations }: GraphqlEditing, uri: unknown, field: unknown): Promise<void> {
  const { shown } = resultMeant(results, uri);
  const page = await pageMeant(shown, field);
  if (page) await operations.runNextPage(shown, page);
}

async function runWithoutFailed({ results, operations }: GraphqlEditing, uri: unknown): Promise<void> {
  await operations.runWithoutFailed(resultMeant(results, uri).shown);
}

/** Opens the value that begins at an offset of a result, else the one at the cursor. */
async function openResultValue({ results, operations }: GraphqlEditing, uri: unknown, at: unknown): Promise<void> {
  const { shown } = resultMeant(results, typeof uri === "string" ? vscode.Uri.parse(uri) : uri);
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  await operations.openValue(shown, at ?? (document && selection && document.offsetAt(selection.active)));
}

function pinResult({ results }: GraphqlEditing, argument: unknown): void {
  const { uri } = resultMeant(results, argument);
  results.pin(uri);
  void setStatusBarMessage(words`$(pinned) Kept: the next result opens in a document of its own.`, 5000);
}
