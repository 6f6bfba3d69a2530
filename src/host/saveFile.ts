import { t } from "../base/translate";
import { messageOf } from "../base/words";
import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { showSaveDialog } from "./dialogs";
import { askInDialog, setStatusBarMessage } from "./messages";
import { writeWholeFile, type Write } from "./wholeFile";
import { words, type Said } from "./words";

/** Writes a file whole or not at all, on this machine or where else the editor can. Rejects with a sentence. */
export async function saveFile(file: vscode.Uri, content: string | Uint8Array): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await saveFileFrom(file, (write) => write(bytes));
}

/** The same, chunk by chunk; resolves to the bytes written. */
export async function saveFileFrom(file: vscode.Uri, fill: (write: Write) => Promise<unknown>): Promise<number> {
  if (file.scheme === "file") return writeWholeFile(file.fsPath, fill);
  const chunks: Uint8Array[] = [];
  await fill(async (chunk) => void chunks.push(chunk));
  const bytes = Buffer.concat(chunks);
  const unfinished = file.with({ path: `${file.path}.${randomBytes(6).toString("hex")}` });
  const { fs } = vscode.workspace;
  try {
    await fs.writeFile(unfinished, bytes);
    const { size } = await fs.stat(unfinished);
    if (size !== bytes.length) throw new Error(t`only ${size} of ${bytes.length} bytes are in it`);
    await fs.rename(unfinished, file, { overwrite: true });
  } catch (cause) {
    await Promise.resolve(fs.delete(unfinished)).catch(() => undefined);
    const why = messageOf(cause);
    throw new Error(t`${fileName(file)} was not written: ${why}. Choose another place and save it again.`, { cause });
  }
  return bytes.length;
}

/** Where something is to be saved: at the path that anyone who runs a command gives, else where the person says. */
export async function placeToSave(
  given: unknown,
  { title, name, filters }: { title: Said; name: string; filters?: { [kind: string]: string[] } },
): Promise<vscode.Uri | undefined> {
  if (typeof given === "string") {
    const file = fileNamed(given);
    return (await mayReplace(file)) ? file : undefined;
  }
  return showSaveDialog({ title, ...(filters && { filters }), ...inWorkspace(name.replace(/[^\w.-]+/g, "_")) });
}

/** Where a dialog begins that asks for a place for a file of this name: in the first folder of the workspace. */
export function inWorkspace(name: string): { defaultUri?: vscode.Uri } {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {};
}

/** Saves where the person says, and says so; nothing when the person gives up. */
export async function saveWhereAsked(
  options: Parameters<typeof showSaveDialog>[0],
  content: () => string | Uint8Array,
): Promise<void> {
  const file = await showSaveDialog(options);
  if (!file) return;
  await saveFile(file, content());
  setStatusBarMessage(words`Saved as ${vscode.workspace.asRelativePath(file)}`, 5000);
}

/**
 * Whether a file may be written whose name the person has not just confirmed in a dialog. Asks when there is one of
 * that name: commands are also run by links and keys, with any argument.
 */
export async function mayReplace(file: vscode.Uri): Promise<boolean> {
  if (!(await exists(file))) return true;
  const detail = t`What is in it is lost.`;
  const replace = t`Replace`;
  return (await askInDialog(words`${fileName(file)} exists already. Replace it?`, detail, replace)) === replace;
}

/** Whether there is something of this name, as far as can be told. */
export async function exists(file: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(file);
    return true;
  } catch (error) {
    // What cannot be looked at may well be there.
    return !(error instanceof vscode.FileSystemError && error.code === "FileNotFound");
  }
}

/** How a file is named in a text: by its path on the machine that the extension runs on, elsewhere by its address. */
export function fileName(file: vscode.Uri): string {
  return file.scheme === "file" ? file.fsPath : file.toString(true);
}

/** The file that is named so. A single letter with a colon is a drive. */
export function fileNamed(name: string): vscode.Uri {
  return /^[a-z][a-z0-9+.-]+:/i.test(name) ? vscode.Uri.parse(name, true) : vscode.Uri.file(name);
}
