import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import { queryDraft, rootFields } from "../../../graphql/completion/queryDraft";
import type { NodeSchema } from "../../../graphql/schema/schema";
import { languageIds } from "../../../host/contributionIds";
import { showQuickPick } from "../../../host/quickPicks";
import type { DocumentPins } from "../documents/documentPins";
import { usableSchema } from "./offeredFields";
import type { Schemas } from "./schemas";

/**
 * Writes a query of a field: at the cursor of a document that is for this connection, else in a new one, which stays with
 * it. Without a field a person picks one of those that can be queried.
 */
export async function insertQuery(
  { schemas, pins }: { schemas: Schemas; pins: Pick<DocumentPins, "of" | "choose"> },
  connection: Connection,
  field?: string,
): Promise<void> {
  const schema = await usableSchema(schemas, connection);
  const name = field ?? (await pickField(schema, connection.name));
  const snippet = name === undefined ? undefined : queryDraft(name, schema);
  if (!snippet) return;
  const active = vscode.window.activeTextEditor;
  const isFor = active?.document.languageId === languageIds.graphql && isPinned(pins, active.document, connection);
  const editor = isFor ? active : await emptyDocument();
  if (!isFor && !isPinned(pins, editor.document, connection)) await pins.choose(editor.document.uri, connection);
  const line = editor.document.lineAt(editor.selection.active);
  const at = line.isEmptyOrWhitespace ? line.range.start : line.range.end;
  const before = line.isEmptyOrWhitespace ? "" : "\n\n";
  await editor.insertSnippet(new vscode.SnippetString(before + snippet), at);
}

async function pickField(schema: NodeSchema, connection: string): Promise<string | undefined> {
  const items = rootFields(schema).map(({ name, signature, description, deprecated }) => ({
    label: name,
    description: signature,
    ...((deprecated ?? description) && { detail: deprecated ? t`Deprecated: ${deprecated}` : description! }),
  }));
  const title = t`What ${connection} offers`;
  const placeHolder = t`Which field is the query to ask for?`;
  return (await showQuickPick(items, { title, placeHolder, matchOnDetail: true }))?.label;
}

function isPinned(pins: Pick<DocumentPins, "of">, { uri }: vscode.TextDocument, connection: Connection): boolean {
  return pins.of(uri)?.connection === connection;
}

async function emptyDocument(): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ language: languageIds.graphql, content: "" });
  return vscode.window.showTextDocument(document);
}
