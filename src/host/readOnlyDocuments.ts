import { t } from "../base/translate";
import { messageOf } from "../base/words";
import * as vscode from "vscode";
import { tooLongDocument } from "../wire/tooLongDocument";
import { visibleText } from "../wire/visibleText";
import { limits } from "../wire/limits";
import { documentFolder, documentScheme } from "./contributionIds";
import { columnFor } from "./documentTabs";
import { showErrorMessage, showWarningMessage } from "./messages";
import { inWorkspace, saveWhereAsked } from "./saveFile";
import { words } from "./words";

const saveIt = t`Save Result…`;

/**
 * Text of ours shown as real, read-only editors: results, schemas, details. A document has a path, whose extension
 * gives its language, in a kind of its own that wraps long lines; showing the same path again replaces the text of the open editor instead of opening another. In
 * place of a text that is too long for an editor stands a sentence that says so, and the text is offered to be saved.
 */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  /** Documents whose text was offered to be saved. */
  private readonly offered = new Set<string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** Documents that were closed and can be gone back to, those closed first in front. */
  private readonly closed = new Set<string>();
  private readonly forgot = new vscode.EventEmitter<string>();
  /** Tells the address of a document whose text is no longer kept. */
  readonly onForget = this.forgot.event;
  private readonly registrations = [
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme !== documentScheme) return;
      this.offered.delete(uri.toString());
      this.closed.delete(uri.toString());
      this.closed.add(uri.toString());
      this.forgetOldest();
    }),
  ];

  /**
   * Shows text where no one is disturbed (`columnFor`), and leaves the focus where it is. Unless it is to be kept, its tab
   * is a preview, as of files that are clicked: the next document takes its place, until a person keeps or moves it.
   * `madeOf` is a document that stays in sight.
   */
  async showBeside(
    path: string,
    text: string,
    { keep = false, madeOf }: { keep?: boolean; madeOf?: vscode.Uri } = {},
  ): Promise<vscode.TextEditor> {
    const uri = this.put(path, text);
    const document = await vscode.workspace.openTextDocument(uri);
    // One of this path that was closed just before may have taken the text with it.
    if (this.texts.get(uri.toString()) !== text || this.closed.has(uri.toString())) this.put(path, text);
    return vscode.window.showTextDocument(document, {
      viewColumn: columnFor(uri, madeOf),
      preserveFocus: true,
      preview: !keep,
    });
  }

  /** Sets the text of a document without showing it. */
  put(path: string, text: string): vscode.Uri {
    const uri = this.uriOf(path);
    this.texts.set(uri.toString(), text);
    this.closed.delete(uri.toString());
    this.changed.fire(uri);
    return uri;
  }

  /** The address of the document with this path. */
  uriOf(path: string): vscode.Uri {
    const name = visibleText(path).replace(/[\\/:*?"<>|]/g, "_");
    return vscode.Uri.from({ scheme: documentScheme, path: `${documentFolder}/${name}` });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const text = this.texts.get(uri.toString());
    if (text === undefined)
      return JSON.stringify(t`What was here is no longer kept. Open it again from where it came.`);
    // It is open again: a person went back to it.
    this.closed.delete(uri.toString());
    const problem = tooLongDocument(text);
    if (problem === undefined) return text;
    if (!this.offered.has(uri.toString())) void this.offerToSave(uri, text, problem);
    this.offered.add(uri.toString());
    // A text of JSON, which is also one of YAML.
    return JSON.stringify(t`${problem} “${saveIt}” writes all of it to a file; it is offered when this is opened.`);
  }

  private forgetOldest(): void {
    let characters = 0;
    let documents = 0;
    for (const closed of [...this.closed].reverse()) {
      characters += this.texts.get(closed)?.length ?? 0;
      if (++documents <= limits.closedDocuments && characters <= limits.documentCharacters) continue;
      this.closed.delete(closed);
      this.texts.delete(closed);
      this.forgot.fire(closed);
    }
  }

  private async offerToSave(uri: vscode.Uri, text: string, problem: string): Promise<void> {
    const name = uri.path.slice(documentFolder.length + 1);
    if ((await showWarningMessage(words`${name}: ${problem}`, saveIt)) !== saveIt) return;
    try {
      const options = { title: t`Save Result`, ...inWorkspace(name) };
      await saveWhereAsked(options, () => this.texts.get(uri.toString()) ?? text);
    } catch (error) {
      void showErrorMessage(words`${name} was not saved: ${messageOf(error)}`);
    }
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
    this.changed.dispose();
    this.forgot.dispose();
  }
}
