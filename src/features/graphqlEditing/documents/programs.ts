import * as vscode from "vscode";
import { mayHoldTemplate } from "../../../graphql/text/templates";
import { readSetting } from "../../../host/settings";
import { limits } from "../../../wire/limits";
import { isProgram } from "./queryDocument";

/**
 * Which open programs may hold GraphQL in their templates. A program is looked through when it is first asked about; from
 * then on only the lines that someone edits are, so that typing where there is no GraphQL costs next to nothing.
 */
export class Programs implements vscode.Disposable {
  private readonly marked = new WeakMap<vscode.TextDocument, boolean>();
  private readonly begun = new vscode.EventEmitter<vscode.TextDocument>();
  private readonly listening: vscode.Disposable;
  /** Tells of an open program that may hold GraphQL since an edit. */
  readonly onDidBegin = this.begun.event;

  constructor() {
    this.listening = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (this.marked.get(document) === false) this.edited(document, contentChanges);
    });
  }

  mayHold(document: vscode.TextDocument): boolean {
    if (!isProgram(document)) return false;
    let known = this.marked.get(document);
    if (known === undefined) {
      const text = document.getText();
      known = text.length <= limits.programCharacters && mayHoldTemplate(text);
      this.marked.set(document, known);
    }
    return known && readSetting("graphql.templates");
  }

  /** Takes note that a program was read, and that there is no GraphQL in it. */
  holdsNone(document: vscode.TextDocument): void {
    this.marked.set(document, false);
  }

  dispose(): void {
    this.listening.dispose();
    this.begun.dispose();
  }

  private edited(document: vscode.TextDocument, changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    if (!changes.some((change) => mayBegin(document, change))) return;
    this.marked.set(document, true);
    this.begun.fire(document);
  }
}

/** Whether the lines of an edit, and those beside it, may introduce a template now. */
function mayBegin(document: vscode.TextDocument, { range, text }: vscode.TextDocumentContentChangeEvent): boolean {
  const added = text.length === 1 ? 0 : text.split("\n").length;
  if (added > limits.programEditLines) return mayHoldTemplate(text);
  const last = Math.min(document.lineCount - 1, range.start.line + added + 1);
  for (let line = Math.max(0, range.start.line - 1); line <= last; line += 1) {
    if (mayHoldTemplate(document.lineAt(line).text)) return true;
  }
  return false;
}
