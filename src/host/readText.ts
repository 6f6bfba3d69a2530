import * as vscode from "vscode";
import { t } from "../base/translate";
import { fileText } from "../wire/fileText";
import { limits } from "../wire/limits";
import { sizeText } from "../wire/sizeText";

/**
 * The bytes of a file of a workspace or of a person's choice. Throws a sentence for one that is too long, and for what is
 * no file: a link may lead to a device, which never ends. What the editor cannot read throws its FileSystemError.
 */
export async function readBytes(uri: vscode.Uri, most: number): Promise<Uint8Array> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  const name = uri.path.split("/").at(-1) ?? "";
  if ((type & vscode.FileType.File) === 0) throw new Error(t`${name} is no file that can be read.`);
  if (size > most) throw new Error(t`${name} has ${sizeText(size)}; at most ${sizeText(most)} are read.`);
  return vscode.workspace.fs.readFile(uri);
}

/** The same as text. */
export async function readText(uri: vscode.Uri, most: number = limits.workspace.fileBytes): Promise<string> {
  return fileText(await readBytes(uri, most));
}

/** The text of a file, with changes that are not saved yet. */
export function editedText(uri: vscode.Uri): string | Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open ? open.getText() : readText(uri);
}
