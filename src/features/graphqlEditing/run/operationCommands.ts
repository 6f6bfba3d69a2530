import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { commands, type ReportError } from "../../../host/commands";
import { setStatusBarMessage } from "../../../host/messages";
import { words } from "../../../host/words";
import type { GraphqlEditing, LoadEditing } from "../editing";
import { showQuickPick } from "../../../host/quickPicks";
import { NodeError } from "../../../client/failures/nodeError";
import { saveWhereAsked } from "../../../host/saveFile";
import type { ResultDocuments, ShownResult } from "./resultDocuments";
import { variablesBeside } from "../variables/variablesUris";

/** The commands about operations, each for the one at a lens or under the cursor, and those about their results. */
export function registerOperationCommands(load: LoadEditing, report: ReportError): vscode.Disposable {
  const runs = async () => (await load()).operations;
  const results = async () => (await load()).results;
  return commands(report, {
    "chainscope.runOperation": async (location) => run(await load(), location),
    "chainscope.runLive": async (location) => (await runs()).runLive(location),
    "chainscope.editVariables": async (location) => (await runs()).editVariables(location),
    "chainscope.compareOperation": async (location) => (await runs()).compare(location),
    "chainscope.copyOperationAs": async (location) => (await runs()).copyAs(location),
    "chainscope.stopLive": async (location) => stopLive(await load(), location),
    "chainscope.saveVariables": async (uri) => (await runs()).saveVariables(uri),
    "chainscope.nextPage": async (uri, field) => nextPage(await load(), uri, field),
    "chainscope.runWithoutFailed": async (uri) => runWithoutFailed(await load(), uri),
    "chainscope.openResultValue": async (uri, at) => openResultValue(await load(), uri, at),
    "chainscope.pinResult": async (uri) => pinResult(await load(), uri),
    "chainscope.saveResult": async (uri) => saveResult(resultMeant(await results(), uri).shown),
  });
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

/** The result that a command means: of the document in its argument, else of the active editor, query or result. */
function resultMeant(results: ResultDocuments, argument: unknown): { uri: vscode.Uri; shown: ShownResult } {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  const shown = uri && results.of(uri);
  if (uri && shown) return { uri, shown };
  throw new NodeError("invalid-input", t`There is no result here.`, { remedy: t`Run an operation first.` });
}

/** Which of the next pages of a result is wanted; asks when several fields have one. */
async function pageMeant({ nextPages }: ShownResult, field: unknown) {
  const named = nextPages.find((page) => page.field === field);
  if (named ?? nextPages.length === 1) return named ?? nextPages[0];
  if (nextPages.length === 0) throw new NodeError("not-found", t`This result has no next page.`);
  const items = nextPages.map((page) => ({ label: page.field, description: t`${page.shown} shown`, page }));
  return (await showQuickPick(items, { title: t`Next page of which field?` }))?.page;
}

/** Writes a result to a file that a person names, beside the query unless told otherwise. */
async function saveResult({ run, text }: ShownResult): Promise<void> {
  const beside = variablesBeside(run.source.uri);
  const defaultUri = beside?.with({ path: beside.path.replace(/\.variables\.json$/, ".result.json") });
  const options = { title: t`Save Result`, filters: { JSON: ["json"] }, ...(defaultUri && { defaultUri }) };
  await saveWhereAsked(options, () => text);
}
