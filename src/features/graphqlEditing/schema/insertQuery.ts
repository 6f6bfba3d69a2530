import * as vscode from "vscode";
import { queryDraft, rootFields } from "../../../graphql/queryDraft";
import type { NodeSchema } from "../../../graphql/schema";
import { languageIds } from "../../../host/contributionIds";
import { showQuickPick } from "../../../host/quickPicks";

/** Lets a person pick one of the fields that can be queried, and writes a query of it: at the cursor, or in a new document. */
export async function insertQuery(schema: NodeSchema, connection: string): Promise<void> {
  const items = rootFields(schema).map(({ name, signature, description, deprecated }) => ({
    label: name,
    description: signature,
    ...((deprecated ?? description) && { detail: deprecated ? `Deprecated: ${deprecated}` : description! }),
  }));
  const title = `What ${connection} offers`;
  const placeHolder = "Which field is the query to ask for?";
  const choice = await showQuickPick(items, { title, placeHolder, matchOnDetail: true });
  const snippet = choice && queryDraft(choice.label, schema);
  if (!snippet) return;
  const active = vscode.window.activeTextEditor;
  const editor = active?.document.languageId === languageIds.graphql ? active : await emptyDocument();
  const line = editor.document.lineAt(editor.selection.active);
  const at = line.isEmptyOrWhitespace ? line.range.start : line.range.end;
  const before = line.isEmptyOrWhitespace ? "" : "\n\n";
  await editor.insertSnippet(new vscode.SnippetString(before + snippet), at);
}

async function emptyDocument(): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ language: languageIds.graphql, content: "" });
  return vscode.window.showTextDocument(document);
}
