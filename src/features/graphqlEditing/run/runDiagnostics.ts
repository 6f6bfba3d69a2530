import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { refusalAt } from "../../../graphql/checks/refusalDiagnostic";
import type { ResultError } from "../../../graphql/run/resultErrors";
import { resultErrors } from "../../../graphql/run/resultErrors";
import { type Diagnostic, severityOf } from "../../../graphql/checks/diagnostic";
import { diagnosticText } from "../../../graphql/checks/wording";
import { visibleText } from "../../../wire/visibleText";
import type { OperationRun } from "./operationRun";
import type { QueryChecks } from "../language/queryChecks";
import { diagnosticSource } from "../language/queryChecks";
import { rangeInText, type TextRange } from "../documents/textRange";
import { Owner } from "../../../base/disposables";

/** Errors of results at their places in the queries, until the query is edited or run again. */
export class RunDiagnostics extends Owner {
  private readonly collection = this.own(vscode.languages.createDiagnosticCollection("chainscope.run"));
  /** Source → the files that its last result had errors in. */
  private readonly files = new Map<string, vscode.Uri[]>();

  constructor(private readonly checks: QueryChecks) {
    super();
    this.own(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.forget(document.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
    );
  }

  /** Shows the errors of a result in the place of those of the run before. */
  show(run: OperationRun, { errors }: Pick<GraphqlResult, "errors">): void {
    const { source, request } = run;
    const key = source.uri.toString();
    for (const file of this.files.get(key) ?? []) this.collection.delete(file);
    const byFile = new Map<string, vscode.Diagnostic[]>();
    const refusals: Diagnostic[] = [];
    const said = this.checks.diagnostics(run.subject).filter((diagnostic) => severityOf(diagnostic) === "error");
    for (const error of resultErrors(errors, request)) {
      const { start } = error;
      // One fault is one problem: where the checks have said it, they have said how it is mended too.
      if (start !== undefined && !error.file && said.some((each) => each.start <= start && start < each.end)) continue;
      const file = error.file ?? key;
      const placed = this.placed(run, error);
      if (placed.refusal) refusals.push(placed.refusal);
      byFile.set(file, [...(byFile.get(file) ?? []), diagnosticOf(run, error, placed)]);
    }
    this.checks.leaveOut(source.uri, refusals);
    for (const [file, diagnostics] of byFile) this.collection.set(vscode.Uri.parse(file), diagnostics);
    this.files.set(
      key,
      [...byFile.keys()].map((file) => vscode.Uri.parse(file)),
    );
  }

  private forget(uri: vscode.Uri): void {
    if (!this.collection.has(uri)) return;
    this.collection.delete(uri);
    this.checks.leaveOut(uri, []);
  }

  /** Where an error belongs: what the node points at, the argument that it refuses, or the operation's head. */
  private placed({ subject, found }: OperationRun, { file, start, end }: ResultError): Placed {
    const { document, definition } = found;
    const other = subject.others.find((each) => each.file === file)?.document;
    const { text } = other ?? document;
    if (start === undefined || end === undefined) return { text, range: headOf(definition.tokens) };
    const refusal = other ? undefined : refusalAt(start, this.checks.diagnostics(subject), document);
    return refusal ? { text, range: refusal, refusal } : { text, range: { start, end } };
  }
}

interface Placed {
  readonly text: string;
  readonly range: TextRange;
  /** The diagnostic that explains the error. */
  readonly refusal?: Diagnostic;
}

function diagnosticOf({ connection }: OperationRun, error: ResultError, { text, range, refusal }: Placed) {
  const at = error.path === undefined ? "" : t` (at ${error.path})`;
  const words = `${connection.name}: ${error.message}${at}`.replace(/\.?$/, ".");
  const all = refusal ? `${words} ${diagnosticText(refusal)}` : words;
  const diagnostic = new vscode.Diagnostic(rangeInText(text, range), visibleText(all));
  diagnostic.source = diagnosticSource;
  diagnostic.code = "result";
  return diagnostic;
}

/** The name of an operation, else its first token. */
function headOf(tokens: readonly TextRange[]): TextRange {
  const [first, second] = tokens as readonly (TextRange & { kind?: string })[];
  return (second?.kind === "name" ? second : first) ?? { start: 0, end: 1 };
}
