import * as vscode from "vscode";
import { eventually } from "../support/eventually";

/** A connection as the settings have it. */
export interface ConnectionEntry {
  name: string;
  url: string;
}

/** Asks VS Code about GraphQL documents as an editor would, with the given connections in the settings. */
export class Queries {
  static async on(connections: ConnectionEntry[]): Promise<Queries> {
    await setConnections(connections);
    return new Queries();
  }

  /** Closes what was opened, unsaved, and takes the connections back. */
  async end(): Promise<void> {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await setConnections(undefined);
  }

  /** Opens a document of its own with this text. */
  async show(content: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument({ language: "graphql", content });
    await vscode.window.showTextDocument(document);
    return document;
  }

  /** What our providers offer: neither words of the text, nor snippets, which the editor offers wherever one asks. */
  async completions(document: vscode.TextDocument, offset: number): Promise<string[]> {
    const list = await this.ask<vscode.CompletionList>("vscode.executeCompletionItemProvider", document, offset);
    return list.items
      .filter(({ kind }) => kind !== vscode.CompletionItemKind.Text)
      .map(({ label }) => (typeof label === "string" ? label : label.label))
      .filter((label) => !label.startsWith("chainscope-"));
  }

  async hover(document: vscode.TextDocument, offset: number): Promise<string[]> {
    const hovers = await this.ask<vscode.Hover[]>("vscode.executeHoverProvider", document, offset);
    return hovers.flatMap(({ contents }) =>
      contents.map((content) => (typeof content === "string" ? content : content.value)),
    );
  }

  async definitions(document: vscode.TextDocument, offset: number): Promise<vscode.Location[]> {
    return eventually(
      "a definition",
      () => this.ask<vscode.Location[]>("vscode.executeDefinitionProvider", document, offset),
      (found) => found.length > 0,
    );
  }

  /** What our checks say, once there are so many of them. */
  async problems(document: vscode.TextDocument, count: number): Promise<vscode.Diagnostic[]> {
    return eventually(
      `${count} problems`,
      () => this.problemsNow(document),
      (found) => found.length === count,
    );
  }

  problemsNow(document: vscode.TextDocument): vscode.Diagnostic[] {
    const ours = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "Chainscope");
    return ours.sort((one, other) => one.range.start.compareTo(other.range.start));
  }

  async fixes(document: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
    return vscode.commands.executeCommand("vscode.executeCodeActionProvider", document.uri, range, "quickfix");
  }

  async format(document: vscode.TextDocument): Promise<void> {
    const edits = await vscode.commands.executeCommand<vscode.TextEdit[] | undefined>(
      "vscode.executeFormatDocumentProvider",
      document.uri,
      { tabSize: 2, insertSpaces: true },
    );
    const edit = new vscode.WorkspaceEdit();
    edit.set(document.uri, edits ?? []);
    await vscode.workspace.applyEdit(edit);
  }

  async lenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    return vscode.commands.executeCommand("vscode.executeCodeLensProvider", document.uri, 100);
  }

  private ask<T>(command: string, document: vscode.TextDocument, offset: number): Thenable<T> {
    return vscode.commands.executeCommand<T>(command, document.uri, document.positionAt(offset));
  }
}

export async function setConnections(connections: ConnectionEntry[] | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration("chainscope");
  await settings.update("connections", connections, vscode.ConfigurationTarget.Global);
  const wanted = JSON.stringify(connections ?? []);
  await eventually(
    "the connections in the settings",
    () => JSON.stringify(vscode.workspace.getConfiguration("chainscope").get("connections")),
    (seen) => seen === wanted,
  );
}
