import * as vscode from "vscode";
import { operationsOf } from "../../../graphql/text/operations";
import type { NodeSchema } from "../../../graphql/schema/schema";
import type { Definition } from "../../../graphql/text/document";
import { readTypedVariable } from "../../../graphql/variables/variableText";
import type { QuerySubjects } from "../documents/querySubject";
import { rangeOf } from "../documents/textPlace";
import { variablesSources } from "./variablesSources";
import { variablesPlace } from "../model/variablesText";

export const variablesFileSelector: vscode.DocumentSelector = { pattern: "**/*.variables.json" };

/** Writes the value under the cursor as its variable's type wants it: `0012` as the text of a `String`, `"5"` as an `Int`. */
export class VariablesFixes implements vscode.CodeActionProvider {
  constructor(private readonly subjects: QuerySubjects) {}

  async provideCodeActions(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    const [source] = await variablesSources(document.uri);
    const subject = source && (await this.subjects.now(source));
    if (!subject?.schema) return [];
    const { schema } = subject;
    return operationsOf(subject.document).flatMap((operation) => fixes(document, range, operation, schema));
  }
}

function fixes(document: vscode.TextDocument, range: vscode.Range, operation: Definition, schema: NodeSchema) {
  const text = document.getText();
  const all = variablesPlace(text, operation, []);
  return operation.declarations.flatMap((declaration): vscode.CodeAction[] => {
    const place = variablesPlace(text, operation, [declaration.name.text]);
    const own = rangeOf(document, place);
    if (place.start <= all.start || !own.intersection(range)) return [];
    const written = text.slice(place.start, place.end);
    const typed = readTypedVariable(typedText(written), declaration, schema);
    if (!("json" in typed) || typed.json === written) return [];
    const action = new vscode.CodeAction(
      `Write as ${declaration.type ?? "JSON"}: ${typed.json}`,
      vscode.CodeActionKind.QuickFix,
    );
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, own, typed.json);
    return [action];
  });
}

/** What a person means by a value that is written: a text without its quotes, finished or not. */
function typedText(written: string): string {
  if (!written.startsWith('"')) return written;
  try {
    return JSON.parse(written) as string;
  } catch {
    return written.slice(1);
  }
}
