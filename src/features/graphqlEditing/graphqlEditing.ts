import * as vscode from "vscode";
import { Disposables } from "../../base/disposables";
import { Programs } from "./documents/programs";
import { isQueryDocument } from "./documents/queryDocument";
import type { GraphqlEditing, GraphqlEditingNeeds, LoadEditing } from "./editing";
import { registerOperationCommands } from "./run/operationCommands";
import { registerSchemaCommands } from "./schema/schemaCommands";
import { VariablesFileSystem, variablesScheme } from "./variables/variablesFileSystem";

/**
 * GraphQL documents with the schema of a node: editing, running, live results. Nothing but commands is there until the
 * first GraphQL document, the first program that may hold some while there is a node, or the first command wants the rest.
 */
export function registerGraphqlEditing(needs: GraphqlEditingNeeds): vscode.Disposable {
  const { report, memory, connections, queryFields } = needs;
  const owned = new Disposables();
  let loading: Promise<GraphqlEditing> | undefined;
  const load: LoadEditing = () =>
    (loading ??= import("./editing").then(({ GraphqlEditing: Editing }) =>
      owned.add(new Editing({ ...needs, programs }, variables)),
    ));
  queryFields.readBy(async (connection) => {
    const { schemas } = await load();
    const { offeredFields } = await import("./schema/offeredFields");
    return offeredFields(schemas, connection);
  });
  const variables = new VariablesFileSystem(memory, async () => (await load()).variablesSchemas.text());
  const programs = owned.add(new Programs());
  const begin = (document: vscode.TextDocument) => {
    // Nothing is loaded for a program that has no node to ask.
    const isOne = isQueryDocument(document) || (connections.all.length > 0 && programs.mayHold(document));
    if (isOne && !loading) load().catch(report);
  };
  const beginAll = () => (loading ? undefined : vscode.workspace.textDocuments.forEach(begin));

  owned.add(vscode.workspace.registerFileSystemProvider(variablesScheme, variables, { isCaseSensitive: true }));
  owned.add(vscode.workspace.onDidOpenTextDocument(begin));
  owned.add(programs.onDidBegin(begin));
  owned.add(connections.onChange(({ kind }) => (kind === "status" ? undefined : beginAll())));
  owned.add(registerOperationCommands(load, report));
  owned.add(registerSchemaCommands(load, report));
  beginAll();
  return owned;
}
