import * as vscode from "vscode";
import { languageIds } from "../../host/contributionIds";
import { Disposables } from "../../host/disposables";
import type { GraphqlEditing, GraphqlEditingNeeds } from "./editing";
import { registerOperationCommands } from "./run/operationCommands";
import { registerSchemaCommands } from "./schema/schemaCommands";
import { VariablesFileSystem, variablesScheme } from "./variables/variablesFileSystem";

/** Gives what has to be loaded first. */
export type LoadEditing = () => Promise<GraphqlEditing>;

/**
 * GraphQL documents with the schema of a node: editing, running, live results. Nothing but commands is there until the
 * first GraphQL document, or the first command, wants the rest.
 */
export function registerGraphqlEditing(needs: GraphqlEditingNeeds): vscode.Disposable {
  const { report, memory } = needs;
  const owned = new Disposables();
  let loading: Promise<GraphqlEditing> | undefined;
  const load: LoadEditing = () =>
    (loading ??= import("./editing").then(({ GraphqlEditing: Editing }) => owned.add(new Editing(needs, variables))));
  const variables = new VariablesFileSystem(memory, async () => (await load()).variablesSchemas.text());
  const begin = ({ languageId }: Pick<vscode.TextDocument, "languageId">) => {
    if (languageId === languageIds.graphql) load().catch(report);
  };

  owned.add(vscode.workspace.registerFileSystemProvider(variablesScheme, variables, { isCaseSensitive: true }));
  owned.add(vscode.workspace.onDidOpenTextDocument(begin));
  owned.add(registerOperationCommands(load, report));
  owned.add(registerSchemaCommands(load, report));
  vscode.workspace.textDocuments.forEach(begin);
  return owned;
}
