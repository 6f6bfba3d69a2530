import * as vscode from "vscode";
import { t } from "../base/translate";
import { Owner } from "../base/disposables";
import { linkRanges, type DocumentLink } from "../wire/linkRanges";
import { codeLens, type LensCommand } from "./codeLens";
import { documentScheme } from "./contributionIds";
import type { ReadOnlyDocuments } from "./readOnlyDocuments";

const commandOf = {
  block: "chainscope.openBlock",
  transaction: "chainscope.openTransaction",
  contract: "chainscope.openContract",
  account: "chainscope.openAccount",
  blob: "chainscope.openBlob",
} as const;

/** A line of ours in a document: above all of it, or where a word of it stands first. */
export interface DocumentLens extends LensCommand {
  at?: string;
}

/** A text with ids that lead to what they name, and lines of ours in it. */
export interface LinkedDocument {
  text: string;
  links: readonly DocumentLink[];
  /** The id of the connection that the ids are of. */
  connectionId: string;
  lenses?: () => readonly DocumentLens[];
}

/**
 * Shows texts as documents, and makes the ids in them links to what they name on the same connection. Above a text stands
 * what has no place in it, such as whose answer it is and what can be done with it.
 */
export class LinkedDocuments extends Owner implements vscode.DocumentLinkProvider, vscode.CodeLensProvider {
  private readonly linked = new Map<string, Omit<LinkedDocument, "text">>();
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(readonly documents: ReadOnlyDocuments) {
    super();
    const selector = { scheme: documentScheme };
    this.own(vscode.languages.registerDocumentLinkProvider(selector, this));
    this.own(vscode.languages.registerCodeLensProvider(selector, this));
    this.own(documents.onForget((uri) => this.linked.delete(uri)));
  }

  /** Shows a document; resolves to its address. */
  async show(path: string, { text, ...about }: LinkedDocument): Promise<vscode.Uri> {
    const { links, left } = linkRanges(text, about.links);
    const whole = left === 0 ? text : `${text}# The first ${links.length} ids are links, ${left} more are not.\n`;
    const uri = this.documents.put(path, whole);
    this.linked.set(uri.toString(), about);
    this.changed.fire();
    await this.documents.showBeside(path, whole);
    return uri;
  }

  /** Draws the lenses again. */
  refresh(): void {
    this.changed.fire();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { lenses } = this.linked.get(document.uri.toString()) ?? {};
    return (lenses?.() ?? []).map(({ at, ...lens }) => {
      const position = document.positionAt(at === undefined ? 0 : Math.max(0, document.getText().indexOf(at)));
      return codeLens(new vscode.Range(position, position), lens);
    });
  }

  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const linked = this.linked.get(document.uri.toString());
    if (!linked) return [];
    const { links } = linkRanges(document.getText(), linked.links);
    return links.map(({ start, link }) => made(document, start, link, linked.connectionId));
  }
}

function made(document: vscode.TextDocument, at: number, { text, to }: DocumentLink, connectionId: string) {
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + text.length));
  const ask = encodeURIComponent(JSON.stringify([{ connectionId, id: text }]));
  const link = new vscode.DocumentLink(range, vscode.Uri.parse(`command:${commandOf[to]}?${ask}`));
  link.tooltip = t`Open this ${to}`;
  return link;
}
