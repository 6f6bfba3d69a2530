import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { CallFileDiagnostic } from "../../../contract/callFileHelp";
import { Debouncer } from "../../../base/debouncer";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";
import { described, diagnosticsNow, knownOf, meantBy, type CallFileContext } from "./callFileEnvironment";
import { callFileEnding } from "./saveCallFile";
import { Owner } from "../../../base/disposables";

const pauseMs = 200;

interface Checked {
  readonly version: number;
  readonly diagnostics: readonly (CallFileDiagnostic & { diagnostic: vscode.Diagnostic })[];
}

/**
 * Marks what is wrong in open call files, as they are written. A contract is asked for its functions only on a connection
 * that is in use already, once for each that a file comes to name.
 */
export class CallFileChecks extends Owner {
  private readonly collection = this.own(vscode.languages.createDiagnosticCollection("chainscope.callFiles"));
  private readonly debouncer = this.own(new Debouncer(pauseMs));
  private readonly checked = new Map<string, Checked>();
  /** Document → the connection and contract that were asked for it. */
  private readonly asked = new Map<string, string>();

  constructor(private readonly context: CallFileContext) {
    super();
    const all = () => vscode.workspace.textDocuments.forEach((document) => this.soon(document));
    this.own(
      vscode.workspace.onDidOpenTextDocument((document) => this.soon(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.soon(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.forget(uri)),
      context.connections.onChange(all),
    );
    all();
  }

  /** What was found at a range of a document as it is now. */
  diagnosticsAt(document: vscode.TextDocument, range: vscode.Range): Checked["diagnostics"] {
    const checked = this.checked.get(document.uri.toString());
    if (checked?.version !== document.version) return [];
    return checked.diagnostics.filter(({ diagnostic }) => diagnostic.range.intersection(range));
  }

  private soon(document: vscode.TextDocument): void {
    if (!document.uri.path.endsWith(callFileEnding)) return;
    this.debouncer.run(document.uri.toString(), () => this.check(document));
  }

  private check(document: vscode.TextDocument): void {
    if (document.isClosed) return;
    const text = document.getText();
    const diagnostics = text.length > limits.searchedCharacters ? [tooLong(text)] : diagnosticsNow(this.context, text);
    const marked = diagnostics.map((each) => ({ ...each, diagnostic: diagnosticOf(document, each) }));
    this.checked.set(document.uri.toString(), { version: document.version, diagnostics: marked });
    this.collection.set(
      document.uri,
      marked.map(({ diagnostic }) => diagnostic),
    );
    if (text.length <= limits.searchedCharacters) void this.learn(document, text);
  }

  /** Asks for the functions of a contract that the file names since the last change. */
  private async learn(document: vscode.TextDocument, text: string): Promise<void> {
    const meant = meantBy(this.context, text);
    const { connection, contractId } = meant;
    if (!connection?.inUse || contractId === undefined || knownOf(this.context, meant)) return;
    const key = document.uri.toString();
    const question = `${connection.id} ${contractId} ${connection.status.state}`;
    if (this.asked.get(key) === question) return;
    this.asked.set(key, question);
    if (await described(this.context, meant)) this.soon(document);
  }

  private forget(uri: vscode.Uri): void {
    const key = uri.toString();
    this.debouncer.cancel(key);
    this.collection.delete(uri);
    this.checked.delete(key);
    this.asked.delete(key);
  }
}

function diagnosticOf(document: vscode.TextDocument, { start, end, message, isError }: CallFileDiagnostic) {
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  const { Error, Warning } = vscode.DiagnosticSeverity;
  const diagnostic = new vscode.Diagnostic(range, shortWords(message), isError ? Error : Warning);
  diagnostic.source = "Chainscope";
  return diagnostic;
}

function tooLong({ length }: string): CallFileDiagnostic {
  const message = t`This call file is too long to be checked as it is written (${length} characters): running it does that.`;
  return { start: 0, end: 1, message, isError: false };
}
