import * as vscode from "vscode";
import type { Connections } from "../../client/connections";
import { knownContracts } from "../../contract/schema/knownContracts";
import { codeLens } from "../../host/codeLens";
import { documentScheme } from "../../host/contributionIds";
import { Disposables } from "../../base/disposables";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { linkPlaces } from "./model/linkPlaces";
import type { DocumentLink, ReadableDocument } from "./model/readableDocument";

const commandOf = {
  block: "chainscope.openBlock",
  transaction: "chainscope.openTransaction",
  contract: "chainscope.openContract",
  account: "chainscope.openAccount",
} as const;

interface Linked extends Omit<ReadableDocument, "text"> {
  /** The id of the connection that the document is of. */
  connectionId: string;
}

/**
 * Shows what a node told as documents, and makes the ids in them links to what they name on the same connection. Above
 * the text stands what has no place in it: whose answer it is and since when, and the offer to name a contract.
 */
export class LinkedDocuments implements vscode.DocumentLinkProvider, vscode.CodeLensProvider, vscode.Disposable {
  private readonly owned = new Disposables();
  private readonly linked = new Map<string, Linked>();
  private readonly changed = this.owned.add(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(
    private readonly documents: ReadOnlyDocuments,
    private readonly connections: Connections,
  ) {
    const selector = { scheme: documentScheme };
    this.owned.add(vscode.languages.registerDocumentLinkProvider(selector, this));
    this.owned.add(vscode.languages.registerCodeLensProvider(selector, this));
    this.owned.add(documents.onForget((uri) => this.linked.delete(uri)));
    // A contract may have been named.
    this.owned.add(connections.onChange(() => this.changed.fire()));
  }

  async show(path: string, connectionId: string, { text, ...about }: ReadableDocument): Promise<void> {
    const { places, left } = linkPlaces(text, about.links);
    const whole = left === 0 ? text : `${text}# The first ${places.length} ids are links, ${left} more are not.\n`;
    const uri = this.documents.put(path, whole);
    this.linked.set(uri.toString(), { connectionId, ...about });
    this.changed.fire();
    await this.documents.showBeside(path, whole);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { connectionId = "", asked, made } = this.linked.get(document.uri.toString()) ?? {};
    const top = new vscode.Range(0, 0, 0, 0);
    const said = asked === undefined ? [] : [codeLens(top, { title: asked, command: "", arguments: [] })];
    const connection = this.connections.byId(connectionId);
    const isNamed = knownContracts(connection?.config.contracts ?? []).some(({ id }) => id === made);
    if (!connection || made === undefined || isNamed) return said;
    const place = document.positionAt(Math.max(0, document.getText().indexOf(made)));
    const wish = { connection, contractId: made };
    const offer = { title: "Name this contract…", command: "chainscope.nameContract", arguments: [wish] };
    return [...said, codeLens(new vscode.Range(place, place), offer)];
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
