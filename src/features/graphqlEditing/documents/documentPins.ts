import * as vscode from "vscode";
import { onNode } from "../../../client/connectionConfig";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { Owner } from "../../../base/disposables";
import { Listeners } from "../../../base/listeners";
import { connectionComment, type ConnectionComment } from "../../../graphql/text/connectionComment";
import { isQueryDocument } from "./queryDocument";

/** The connection a document works with, and why this one. */
export interface Pin {
  connection: Connection;
  reason: "named" | "chosen" | "folder" | "active";
}

/** Where a document's operations run, as the end of a lens. */
export function onConnection(pin: Pin | undefined): string {
  return pin ? onNode(pin.connection.config) : "…";
}

const memoryKey = "graphql.chosenConnections";

/**
 * Which connection each document works with: the one that its first line names, the one a person chose for it, else the
 * one that its folder or the window preferred when the document was first used. Switching the active connection leaves open documents where they are.
 */
export class DocumentPins extends Owner {
  /** Ids of connections, by document. */
  private readonly chosen: Map<string, string>;
  private readonly used = new Map<string, string>();
  /** Only these are remembered: work for a closed document may end after it, when its name is another one's already. */
  private readonly open = new Map(vscode.workspace.textDocuments.map((each) => [each.uri.toString(), each]));
  private readonly listeners = new Listeners<vscode.Uri>();
  readonly onChange = this.listeners.event;

  constructor(
    private readonly connections: Connections,
    private readonly memory: vscode.Memento,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    this.own(
      vscode.workspace.onDidOpenTextDocument((document) => this.open.set(document.uri.toString(), document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const isHead = contentChanges.some(({ range }) => range.start.line === 0);
        if (isHead && isQueryDocument(document)) this.listeners.fire(document.uri);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.closed(uri)),
    );
    this.chosen = new Map(Object.entries(memory.get<Record<string, string>>(memoryKey, {})));
  }

  of(uri: vscode.Uri): Pin | undefined {
    const key = uri.toString();
    const name = this.comment(key)?.name;
    const named = this.connections.get(name);
    if (named) return { connection: named, reason: "named" };
    const chosen = this.connections.byId(this.chosen.get(key));
    if (chosen) return { connection: chosen, reason: "chosen" };
    const used = this.connections.byId(this.used.get(key));
    const connection = used ?? this.connections.preferredFor(key);
    if (!connection) return undefined;
    const hadAnother = this.chosen.has(key) || this.used.has(key);
    // The place of one that is gone is not taken by production: no one chose that for this document.
    if (((!used && hadAnother) || name !== undefined) && connection.config.role === "production") return undefined;
    if (this.open.has(key)) this.used.set(key, connection.id);
    return { connection, reason: connection.config.level?.kind === "folder" ? "folder" : "active" };
  }

  /** The name of a connection that the first line of a document gives, and that is none of this window's. */
  unknown(uri: vscode.Uri): ConnectionComment | undefined {
    const comment = this.comment(uri.toString());
    return comment && !this.connections.get(comment.name) ? comment : undefined;
  }

  /** Makes a document work with a connection: by its first line, if that names one, else by what is remembered here. */
  async choose(uri: vscode.Uri, connection: Connection): Promise<void> {
    const comment = this.comment(uri.toString());
    if (comment) {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(uri, new vscode.Range(0, comment.start, 0, comment.end), connection.name);
      if (await vscode.workspace.applyEdit(edit)) return;
    }
    this.chosen.set(uri.toString(), connection.id);
    this.listeners.fire(uri);
    await this.remember();
  }

  private comment(key: string): ConnectionComment | undefined {
    const document = this.open.get(key);
    if (!document || !isQueryDocument(document)) return undefined;
    return connectionComment(document.lineAt(0).text);
  }

  private closed(uri: vscode.Uri): void {
    this.open.delete(uri.toString());
    this.used.delete(uri.toString());
    // The next untitled document will have the same name.
    if (uri.scheme === "untitled" && this.chosen.delete(uri.toString())) this.remember().catch(this.failed);
  }

  private async remember(): Promise<void> {
    await this.memory.update(memoryKey, Object.fromEntries(this.chosen));
  }
}
