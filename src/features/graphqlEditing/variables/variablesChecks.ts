import * as vscode from "vscode";
import { operationsOf } from "../../../graphql/operations";
import { operationKey } from "../../../graphql/variableSchema";
import type { ExactValue } from "../../../graphql/variableValues";
import { checkVariables } from "../../../graphql/variableValues";
import { variableProblemText } from "../../../graphql/variableWording";
import { parseExactJson } from "../../../wire/exactJson";
import { visibleText } from "../../../wire/visibleText";
import { Delayed } from "../../../host/delayed";
import { diagnosticSource } from "../language/queryChecks";
import type { QuerySubjects } from "../documents/querySubject";
import { rangeOf } from "../documents/textPlace";
import { variablesPlace } from "./variablesText";
import { variablesSources } from "./variablesSources";
import { isVariablesFile } from "./variablesUris";

const pauseMs = 200;

/**
 * Says in open variables files what their JSON schema cannot: which whole numbers a node takes. Everything else about
 * them the editor's own JSON support says by that schema.
 */
export class VariablesChecks implements vscode.Disposable {
  private readonly collection = vscode.languages.createDiagnosticCollection("chainscope.variables");
  private readonly delayed = new Delayed(pauseMs);
  private readonly owned: vscode.Disposable[];

  constructor(
    private readonly subjects: QuerySubjects,
    onChange: vscode.Event<unknown>,
  ) {
    const look = (document: vscode.TextDocument) => {
      if (isVariablesFile(document.uri)) this.delayed.run(document.uri.toString(), () => void this.check(document));
    };
    this.owned = [
      this.collection,
      this.delayed,
      vscode.workspace.onDidChangeTextDocument(({ document }) => look(document)),
      vscode.workspace.onDidOpenTextDocument(look),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.collection.delete(uri)),
      onChange(() => vscode.workspace.textDocuments.forEach(look)),
    ];
    vscode.workspace.textDocuments.forEach(look);
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }

  private async check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const [source] = await variablesSources(document.uri);
    const subject = source && (await this.subjects.now(source));
    if (document.isClosed || document.version !== version) return;
    const text = document.getText();
    const all = subject?.schema ? objectIn(text) : undefined;
    if (!subject?.schema || !all) return this.collection.delete(document.uri);
    const { schema } = subject;
    const diagnostics = operationsOf(subject.document).flatMap((operation) =>
      checkVariables(all[operationKey(operation)], operation, schema)
        .filter(({ code }) => code === "out-of-range")
        .map((problem) => {
          const range = rangeOf(document, variablesPlace(text, operation, problem.path));
          const diagnostic = new vscode.Diagnostic(range, visibleText(variableProblemText(problem)));
          diagnostic.source = diagnosticSource;
          return diagnostic;
        }),
    );
    this.collection.set(document.uri, diagnostics);
  }
}

function objectIn(text: string): { [key: string]: ExactValue } | undefined {
  try {
    const value = parseExactJson(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined; // half written: the JSON support says so
  }
}
