import * as vscode from "vscode";
import { NodeError } from "../../client/failures/nodeError";
import { showOpenDialog } from "../../host/dialogs";
import { showQuickPick } from "../../host/quickPicks";
import { limits } from "../../wire/limits";
import { readWords, type ReadBytes } from "../../wire/pastedBytes";
import { transactionInFile, transactionInText } from "./model/transactionFile";

/**
 * The bytes of the transaction that a person means: the file or the selection that the command was chosen on, else one
 * of what there is: selection, clipboard, a file. Undefined when they give up.
 */
export async function chooseTransaction(title: string, chosen: unknown): Promise<Uint8Array | undefined> {
  const selected = selectedText();
  if (chosen instanceof vscode.Uri) {
    const isOfText = selected !== "" && vscode.window.activeTextEditor?.document.uri.toString() === chosen.toString();
    return bytesOf(isOfText ? transactionInText(selected) : await inFile(chosen));
  }
  const pasted = await vscode.env.clipboard.readText();
  const items = [
    ...itemFor("Selection", selected),
    ...itemFor("Clipboard", pasted),
    { label: "File…", description: "its bytes, or hex or base64 of them", read: undefined },
  ];
  const picked = await showQuickPick(items, { title, placeHolder: "Where the serialized transaction is" });
  if (!picked) return undefined;
  if (picked.read) return bytesOf(picked.read);
  const file = await showOpenDialog({ title, openLabel: "Check" });
  return file && bytesOf(await inFile(file));
}

/** A text that may be a transaction, with what it was read as or why it cannot be; nothing for an empty one. */
function itemFor(label: string, text: string) {
  if (text.trim() === "") return [];
  const read = transactionInText(text);
  return [{ label, description: "problem" in read ? read.problem : readWords(read), read }];
}

async function inFile(file: vscode.Uri): Promise<ReadBytes> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > limits.pastedCharacters)
    return { problem: `The file is too long: ${size} bytes; a transaction is shorter.` };
  return transactionInFile(await vscode.workspace.fs.readFile(file));
}

function bytesOf(read: ReadBytes): Uint8Array {
  if ("bytes" in read) return read.bytes;
  throw new NodeError("invalid-input", `This is no transaction. ${read.problem}`);
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor ? editor.document.getText(editor.selection) : "";
}
