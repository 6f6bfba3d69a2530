import * as vscode from "vscode";
import { documentScheme } from "../../host/contributionIds";
import { Disposables } from "../../host/disposables";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import type { DocumentLink, ReadableDocument } from "./readableDocument";

const commandOf = {
  block: "chainscope.openBlock",
  transaction: "chainscope.openTransaction",
  contract: "chainscope.openContract",
  account: "chainscope.openAccount",
} as const;

interface Linked {
  connection: string;
  links: readonly DocumentLink[];
}

/** Shows readable documents and makes the ids in them links to what they name on the same connection. */
export class LinkedDocuments implements vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly linked = new Map<string, Linked>();

  constructor(private readonly documents: ReadOnlyDocuments) {
    this.owned.add(vscode.languages.registerDocumentLinkProvider({ scheme: documentScheme }, this));
    this.owned.add(vscode.workspace.onDidCloseTextDocument(({ uri }) => this.linked.delete(uri.toString())));
  }

  async show(path: string, connection: string, { text, links }: ReadableDocument): Promise<void> {
    const uri = this.documents.put(path, text);
    this.linked.set(uri.toString(), { connection, links });
    await this.documents.showBeside(path, text);
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const linked = this.linked.get(document.uri.toString());
    if (!linked) return [];
    const text = document.getText();
    return linked.links.flatMap((link) =>
      placesOf(text, link.text).map((at) => made(document, at, link, linked.connection)),
    );
  }

  dispose(): void {
    this.owned.dispose();
  }
}

function made(document: vscode.TextDocument, at: number, { text, to }: DocumentLink, connection: string) {
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + text.length));
  const ask = encodeURIComponent(JSON.stringify([{ connection, id: text }]));
  const link = new vscode.DocumentLink(range, vscode.Uri.parse(`command:${commandOf[to]}?${ask}`));
  link.tooltip = `Open this ${to}`;
  return link;
}

function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}
