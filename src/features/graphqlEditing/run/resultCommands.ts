import * as vscode from "vscode";
import { showSaveDialog } from "../../../host/dialogs";
import { setStatusBarMessage } from "../../../host/messages";
import { showQuickPick } from "../../../host/quickPicks";
import { NodeError } from "../../../client/failures/nodeError";
import { saveFile } from "../../../host/saveFile";
import type { ResultDocuments, ShownResult } from "./resultDocuments";
import { variablesBeside } from "../variables/variablesUris";

/** The result that a command means: of the document in its argument, else of the active editor, query or result. */
export function resultMeant(results: ResultDocuments, argument: unknown): { uri: vscode.Uri; shown: ShownResult } {
  const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
  const shown = uri && results.of(uri);
  if (uri && shown) return { uri, shown };
  throw new NodeError("invalid-input", "There is no result here.", { remedy: "Run an operation first." });
}

/** Which of the next pages of a result is wanted; asks when several fields have one. */
export async function pageMeant({ nextPages }: ShownResult, field: unknown) {
  const named = nextPages.find((page) => page.field === field);
  if (named ?? nextPages.length === 1) return named ?? nextPages[0];
  if (nextPages.length === 0) throw new NodeError("not-found", "This result has no next page.");
  const items = nextPages.map((page) => ({ label: page.field, description: `${page.shown} shown`, page }));
  return (await showQuickPick(items, { title: "Next page of which field?" }))?.page;
}

/** Writes a result to a file that a person names, beside the query unless told otherwise. */
export async function saveResult({ run, text }: ShownResult): Promise<void> {
  const beside = variablesBeside(run.source.uri);
  const defaultUri = beside?.with({ path: beside.path.replace(/\.variables\.json$/, ".result.json") });
  const file = await showSaveDialog({
    title: "Save Result",
    filters: { JSON: ["json"] },
    ...(defaultUri && { defaultUri }),
  });
  if (!file) return;
  await saveFile(file, text);
  void setStatusBarMessage(`Saved as ${vscode.workspace.asRelativePath(file)}`, 5000);
}
