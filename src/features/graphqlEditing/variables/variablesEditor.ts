import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { Definition } from "../../../graphql/text/document";
import { variableDraft } from "../../../graphql/variables/variableDraft";
import type { NodeSchema } from "../../../graphql/schema/schema";
import { columnToEdit } from "../../../host/documentTabs";
import { mayReplace, saveFile } from "../../../host/saveFile";
import type { Json } from "../../../wire/json/exactJson";
import { rangeOf } from "../documents/textRange";
import { variablesTextOf } from "./variablesFiles";
import { addOperation, variablesRange } from "../model/variablesText";
import { variablesBeside, variablesRemembered } from "./variablesUris";

/**
 * Opens the variables of an operation beside its document, with an object for it to begin with. What is missing is
 * added to the editor's text, not to the file: a person saves it, or takes it back.
 */
export async function editVariables(
  source: vscode.TextDocument,
  operation: Definition,
  schema: NodeSchema | undefined,
  path: readonly (string | number)[] = [],
): Promise<void> {
  const known = await variablesTextOf(source.uri);
  const uri = known?.uri ?? variablesRemembered(source.uri);
  if (!known) await vscode.workspace.fs.writeFile(uri, new Uint8Array());
  const document = await vscode.workspace.openTextDocument(uri);
  const addition = addOperation(document.getText(), operation, variableDraft(operation, schema) as Json);
  if (addition) {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, document.positionAt(addition.at), addition.text);
    await vscode.workspace.applyEdit(edit);
  }
  const selection = rangeOf(document, valueRange(document.getText(), operation, path));
  await vscode.window.showTextDocument(document, {
    viewColumn: columnOf(document, source.uri),
    preview: false,
    selection,
  });
}

/** Moves what is remembered into the file beside the document, where it can be shared. */
export async function saveVariablesBeside(remembered: vscode.TextDocument, source: vscode.Uri): Promise<void> {
  const beside = variablesBeside(source);
  if (!beside) throw new Error(t`Save the query as a file first: its variables are kept beside it.`);
  if (!(await mayReplace(beside))) return;
  await saveFile(beside, remembered.getText());
  await vscode.window.showTextDocument(beside, { viewColumn: columnOf(remembered, source), preview: false });
}

/** The first value to fill in: the one at the path, else the first of the operation, without its quotes. */
function valueRange(text: string, operation: Definition, path: readonly (string | number)[]) {
  const first = path.length > 0 ? path : operation.declarations.slice(0, 1).map(({ name }) => name.text);
  const { start, end } = variablesRange(text, operation, first);
  if (text[start] === '"' && end - start >= 2) return { start: start + 1, end: end - 1 };
  return text[start] === "{" ? { start: start + 1, end: start + 1 } : { start, end };
}

function columnOf(document: vscode.TextDocument, source: vscode.Uri): vscode.ViewColumn {
  const open = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  return open?.viewColumn ?? columnToEdit(source);
}
