import * as vscode from "vscode";
import type { GivenName } from "../../../graphql/names/definitions";
import { definitionsOf } from "../../../graphql/names/definitions";
import { jsonKeyPlace } from "../../../graphql/text/jsonPlace";
import { operationKey } from "../../../graphql/variables/variableSchema";
import type { QuerySubject } from "../documents/querySubject";
import { rangeInText } from "../documents/textPlace";
import { variablesTextOf } from "./variablesFiles";

/** Adds to a renaming what it means for variables files: values stand there under the names of operations and variables. */
export async function renameInVariables(
  edit: vscode.WorkspaceEdit,
  source: vscode.Uri,
  given: GivenName,
  newName: string,
  { document, others }: QuerySubject,
): Promise<void> {
  if (given.kind === "fragment") return;
  for (const { file, definition } of definitionsOf(given, document, others)) {
    const variables = await variablesTextOf(file === undefined ? source : vscode.Uri.parse(file));
    if (!variables) continue;
    const operation = operationKey(definition);
    const path = given.kind === "operation" ? [operation] : [operation, given.name];
    const place = jsonKeyPlace(variables.text, path);
    const key = JSON.stringify(newName.replace(/^\$/, ""));
    if (place) edit.replace(variables.uri, rangeInText(variables.text, place), key);
  }
}
