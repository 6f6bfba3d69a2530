import * as vscode from "vscode";
import { documentScheme } from "./contributionIds";

/**
 * Text of ours shown as real, read-only editors: results, schemas, details. A document has a path, whose extension
 * gives its language; showing the same path again replaces the text of the open editor instead of opening another.
 */
export class ReadOnlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registrations = [
    vscode.workspace.registerTextDocumentContentProvider(documentScheme, this),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === documentScheme) this.texts.delete(uri.toString());
    }),
  ];

  /** Shows text beside the active editor and leaves the focus where it is: never in front of what has it. */
  async showBeside(path: string, text: string): Promise<vscode.TextEditor> {
    const uri = this.put(path, text);
    const document = await vscode.workspace.openTextDocument(uri);
    return vscode.window.showTextDocument(document, {
      viewColumn: columnOf(uri) ?? vscode.ViewColumn.Beside,
      preserveFocus: true,
      preview: false,
    });
  }

  /** Sets the text of a document without showing it. */
  put(path: string, text: string): vscode.Uri {
    const uri = this.uriOf(path);
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  /** The address of the document with this path. */
  uriOf(path: string): vscode.Uri {
    return vscode.Uri.from({ scheme: documentScheme, path: `/${path.replace(/[\\/:*?"<>|]/g, "_")}` });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  dispose(): void {
    for (const registration of this.registrations) registration.dispose();
    this.changed.dispose();
  }
}

/**
 * The column of the tab that a document has, in sight or behind another; undefined if that is behind the tab in front
 * of the active group, which a person may be typing in.
 */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const isOf = ({ input }: vscode.Tab) =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  const isFree = ({ isActive, activeTab }: vscode.TabGroup) => !isActive || !activeTab || isOf(activeTab);
  return vscode.window.tabGroups.all.find((group) => isFree(group) && group.tabs.some(isOf))?.viewColumn;
}
