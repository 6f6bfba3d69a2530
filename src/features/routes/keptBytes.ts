import * as vscode from "vscode";
import { t } from "../../base/translate";
import { NodeError } from "../../client/failures/nodeError";
import { setStatusBarMessage } from "../../host/messages";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { placeToSave, saveFile } from "../../host/saveFile";
import { words } from "../../host/words";
import { sizeText } from "../../wire/sizeText";
import { Owner } from "../../base/disposables";

/** Something to be kept with a document for as long as its text is. */
export class KeptWith<T> extends Owner {
  private readonly kept = new Map<string, T>();

  constructor(documents: ReadOnlyDocuments) {
    super();
    this.own(documents.onForget((uri) => this.kept.delete(uri)));
  }

  set(uri: vscode.Uri, value: T): void {
    this.kept.set(uri.toString(), value);
  }

  /** What is kept with the document that a command is called on, or that is edited. */
  of(uri: unknown): T | undefined {
    const meant = uri instanceof vscode.Uri ? uri : vscode.window.activeTextEditor?.document.uri;
    return meant && this.kept.get(meant.toString());
  }
}

/** Bytes of which a document shows the beginning. */
export interface NamedBytes {
  /** What a file of them is called, with its ending. */
  name: string;
  bytes: Uint8Array;
}

/** Writes bytes to a file at a path, or where the person says. */
export async function saveBytes(named: NamedBytes | undefined, path: unknown): Promise<void> {
  if (!named) throw new NodeError("invalid-input", t`There are no bytes here that could be saved.`);
  const file = await placeToSave(path, { title: t`Save Bytes`, name: named.name });
  if (!file) return;
  await saveFile(file, named.bytes);
  const size = sizeText(named.bytes.length);
  void setStatusBarMessage(words`Saved ${size} as ${vscode.workspace.asRelativePath(file)}`, 5000);
}
