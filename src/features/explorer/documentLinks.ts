import * as vscode from "vscode";
import { documentScheme } from "../../host/contributionIds";
import { Disposables } from "../../host/disposables";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { linkPlaces } from "./linkPlaces";
import type { DocumentLink, ReadableDocument } from "./readableDocument";

const commandOf = {
  block: "chainscope.openBlock",
  transaction: "chainscope.openTransaction",
  contract: "chainscope.openContract",
  account: "chainscope.openAccount",
} as const;

interface Linked {
  /** The id of the connection that the document is of. */
  connectionId: string;
  links: readonly DocumentLink[];
}

/** Shows readable documents and makes the ids in them links to what they name on the same connection. */
export class LinkedDocuments implements vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly linked = new Map<string, Linked>();

  constructor(private readonly documents: ReadOnlyDocuments) {
    this.owned.add(vscode.languages.registerDocumentLinkProvider({ scheme: documentScheme }, this));
    this.owned.add(documents.onForget((uri) => this.linked.delete(uri)));
  }

  async show(path: string, connectionId: string, { text, links }: ReadableDocument): Promise<void> {
    const { places, left } = linkPlaces(text, links);
    const whole = left === 0 ? text : `${text}# The first ${places.length} ids are links, ${left} more are not.\n`;
    const uri = this.documents.put(path, whole);
    this.linked.set(uri.toString(), { connectionId, links });
    await this.documents.showBeside(path, whole);
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const linked = this.linked.get(document.uri.toString());
    if (!linked) return [];
    const { places } = linkPlaces(document.getText(), linked.links);
    return places.map(({ start, link }) => made(document, start, link, linked.connectionId));
  }

  dispose(): void {
    this.owned.dispose();
  }
}

function made(document: vscode.TextDocument, at: number, { text, to }: DocumentLink, connectionId: string) {
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + text.length));
  const ask = encodeURIComponent(JSON.stringify([{ connectionId, id: text }]));
  const link = new vscode.DocumentLink(range, vscode.Uri.parse(`command:${commandOf[to]}?${ask}`));
  link.tooltip = `Open this ${to}`;
  return link;
}
