import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { jsonKeyRange } from "../../../graphql/text/jsonRange";
import { operationsOf } from "../../../graphql/text/operations";
import { operationKey } from "../../../graphql/variables/variableSchema";
import { type ExactValue, checkVariables } from "../../../graphql/variables/variableValues";
import { variableProblemText } from "../../../graphql/variables/variableWording";
import { visibleText } from "../../../wire/visibleText";
import { Debouncer } from "../../../base/debouncer";
import { diagnosticSource } from "../language/queryChecks";
import type { QuerySubject, QuerySubjects } from "../documents/querySubject";
import { rangeOf, type TextRange } from "../documents/textRange";
import { variablesRange } from "../model/variablesText";
import { variablesSources } from "./variablesSources";
import { isVariablesFile } from "./variablesUris";
import type { NodeSchema } from "../../../graphql/schema/schema";
import type { Definition } from "../../../graphql/text/document";
import { readTypedVariable } from "../../../graphql/variables/variableText";
import { isObject, jsonIn } from "../../../wire/json/fields";
import { Owner } from "../../../base/disposables";

const pauseMs = 200;

/**
 * Says in open variables files what their JSON schema cannot: which whole numbers a node takes, and values of operations
 * that are not there. Everything else about them the editor's own JSON support says by that schema.
 */
export class VariablesChecks extends Owner {
  private readonly collection = this.own(vscode.languages.createDiagnosticCollection("chainscope.variables"));
  private readonly debouncer = this.own(new Debouncer(pauseMs));

  constructor(
    private readonly subjects: QuerySubjects,
    onChange: vscode.Event<unknown>,
  ) {
    super();
    const look = (document: vscode.TextDocument) => {
      if (isVariablesFile(document.uri)) this.debouncer.run(document.uri.toString(), () => void this.check(document));
    };
    this.own(
      vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
      vscode.workspace.onDidOpenTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.collection.delete(uri)),
      onChange(() => vscode.workspace.textDocuments.forEach(look)),
    );
    vscode.workspace.textDocuments.forEach(look);
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const sources = await variablesSources(document.uri);
    const found = await Promise.all(sources.map((source) => this.subjects.now(source)));
    const subjects = found.filter((subject) => subject !== undefined);
    if (document.isClosed || document.version !== version) return;
    const all = objectIn(document.getText());
    if (subjects.length === 0 || !all) return this.collection.delete(document.uri);
    const known = subjects.flatMap((subject) => operationsOf(subject.document).map(operationKey));
    const name = sources[0]?.uri.path.split("/").at(-1) ?? "";
    this.collection.set(document.uri, [
      ...numbers(document, all, subjects[0]!),
      ...strangers(document, all, known, name),
    ]);
  }
}

function numbers(document: vscode.TextDocument, all: Values, { document: query, schema }: QuerySubject) {
  if (!schema) return [];
  const text = document.getText();
  return operationsOf(query).flatMap((operation) =>
    checkVariables(all[operationKey(operation)], operation, schema)
      .filter(({ code }) => code === "out-of-range" || code === "not-whole")
      .map((problem) => warning(document, variablesRange(text, operation, problem.path), variableProblemText(problem))),
  );
}

/** Values of operations that the query does not have. */
function strangers(document: vscode.TextDocument, all: Values, known: readonly string[], query: string) {
  const keys = Object.keys(all).filter((key) => !known.includes(key));
  return keys.map((key) => {
    const what = key === "" ? t`no operation without a name` : t`no operation "${key}"`;
    const range = jsonKeyRange(document.getText(), [key]) ?? { start: 0, end: 1 };
    return warning(document, range, t`There is ${what} in ${query}.`, vscode.DiagnosticSeverity.Warning);
  });
}

function warning(document: vscode.TextDocument, range: TextRange, text: string, severity?: vscode.DiagnosticSeverity) {
  const diagnostic = new vscode.Diagnostic(rangeOf(document, range), visibleText(text), severity);
  diagnostic.source = diagnosticSource;
  return diagnostic;
}

interface Values {
  [key: string]: ExactValue;
}

function objectIn(text: string): Values | undefined {
  const value = jsonIn(text); // undefined while it is half written: the JSON support says so
  return isObject(value) ? value : undefined;
}

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
  const all = variablesRange(text, operation, []);
  return operation.declarations.flatMap((declaration): vscode.CodeAction[] => {
    const value = variablesRange(text, operation, [declaration.name.text]);
    const own = rangeOf(document, value);
    if (value.start <= all.start || !own.intersection(range)) return [];
    const written = text.slice(value.start, value.end);
    const typed = readTypedVariable(typedText(written), declaration, schema);
    if (!("json" in typed) || typed.json === written) return [];
    const action = new vscode.CodeAction(
      t`Write as ${declaration.type ?? "JSON"}: ${typed.json}`,
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
