import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import { commands, type ReportError } from "../../../host/commands";
import { setStatusBarMessage } from "../../../host/messages";
import type { GraphqlEditing, LoadEditing } from "../editing";
import { pickConnection } from "../documents/pickConnection";

/** The commands about schemas, and about which connection's schema a document has. */
export function registerSchemaCommands(load: LoadEditing, report: ReportError): vscode.Disposable {
  return commands(report, {
    "chainscope.reloadSchema": async (uri) => reloadSchema(await load(), uri),
    "chainscope.openSchema": async (uri) => openSchema(await load(), uri),
    "chainscope.schemaChanges": async (uri) => showChanges(await load(), uri),
    "chainscope.pinDocument": async (uri, name) => pinDocument(await load(), uri, name),
    "chainscope.insertQuery": async (row) => insertQueryOf(await load(), row),
  });
}

/** Asks the node again, and says whether its schema is another one now. Resolves when there is one that can be used. */
async function reloadSchema(editing: GraphqlEditing, uri: unknown): Promise<boolean> {
  const { schemas } = editing;
  const connection = editing.connectionFor(uri);
  const before = schemas.state(connection).text?.sdl;
  const { error, text } = await schemas.reload(connection);
  if (error) throw error;
  const change = before === undefined ? t`is loaded` : before === text?.sdl ? t`has not changed` : t`has changed`;
  void setStatusBarMessage(t`The schema of ${connection.name} ${change}.`, 6000);
  return true;
}

async function openSchema(editing: GraphqlEditing, uri: unknown): Promise<void> {
  await editing.schemaDocuments.open(editing.connectionFor(uri));
}

async function showChanges(editing: GraphqlEditing, uri: unknown): Promise<void> {
  await editing.schemaDocuments.compare(editing.connectionFor(uri));
}

/** Makes a document work with another connection: the named one, or one that is asked for. */
async function pinDocument({ needs, pins, subjects }: GraphqlEditing, argument: unknown, name: unknown): Promise<void> {
  const active = vscode.window.activeTextEditor?.document;
  const own = active && subjects.isIn(active) ? active.uri : undefined;
  const uri = argument instanceof vscode.Uri ? argument : own;
  if (!uri) {
    throw new NodeError("invalid-input", t`There is no GraphQL document in the active editor.`, {
      remedy: t`Open a .gql or .graphql file.`,
    });
  }
  const { connections } = needs;
  const current = pins.of(uri)?.connection;
  const named = typeof name === "string" ? connections.get(name) : undefined;
  const connection = named ?? (await pickConnection(connections.all, t`Which node is this document for?`, current));
  if (connection) await pins.choose(uri, connection);
}

/** Writes a query of the field of a row, or of one that a person picks. */
async function insertQueryOf(editing: GraphqlEditing, row: unknown): Promise<void> {
  const { field } = (row ?? {}) as { field?: { name: string } };
  const connection = editing.connectionFor(row);
  const { insertQuery } = await import("./insertQuery");
  await insertQuery(editing, connection, field?.name);
}
