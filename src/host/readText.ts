import * as vscode from "vscode";
import { limits } from "../wire/limits";
import { sizeText } from "../wire/sizeText";

/**
 * The text of a file of a workspace or of a person's choice. Throws a sentence for one that is too long, and for what is
 * no file: a link may lead to a device, which never ends. What the editor cannot read throws its FileSystemError.
 */
export async function readText(uri: vscode.Uri, most: number = limits.workspace.fileBytes): Promise<string> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  const name = uri.path.split("/").at(-1) ?? "";
  if ((type & vscode.FileType.File) === 0) throw new Error(`${name} is no file that can be read.`);
  if (size > most) throw new Error(`${name} has ${sizeText(size)}; at most ${sizeText(most)} are read.`);
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}
