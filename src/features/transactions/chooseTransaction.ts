import * as vscode from "vscode";
import { t } from "../../base/translate";
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
    return isOfText ? bytesOf(transactionInText(selected)) : transactionIn(chosen);
  }
  const items = [
    ...(selected.trim() === ""
      ? []
      : [{ label: t`Selection`, description: selectionWords(selected), from: "selection" }]),
    { label: t`Clipboard`, description: t`hex or base64`, from: "clipboard" },
    { label: t`File…`, description: t`its bytes, or hex or base64 of them`, from: "file" },
  ] as const;
  const picked = await showQuickPick(items, { title, placeHolder: t`Where the serialized transaction is` });
  if (!picked) return undefined;
  if (picked.from === "selection") return bytesOf(transactionInText(selected));
  // Not looked at before someone wants it: a browser asks whether that may be.
  if (picked.from === "clipboard") return bytesOf(transactionInText(await vscode.env.clipboard.readText()));
  const file = await showOpenDialog({ title, openLabel: t`Check` });
  return file && transactionIn(file);
}

/** What the selected text was read as, or why it cannot be a transaction. */
function selectionWords(text: string): string {
  const read = transactionInText(text);
  return "problem" in read ? read.problem : readWords(read);
}

/** The bytes of the transaction in a file. Rejects with a sentence where it is none. */
export async function transactionIn(file: vscode.Uri): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > limits.pastedCharacters)
    return bytesOf({ problem: t`The file is too long: ${size} bytes; a transaction is shorter.` });
  return bytesOf(transactionInFile(await vscode.workspace.fs.readFile(file)));
}

function bytesOf(read: ReadBytes): Uint8Array {
  if ("bytes" in read) return read.bytes;
  throw new NodeError("invalid-input", t`This is no transaction. ${read.problem}`);
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor ? editor.document.getText(editor.selection) : "";
}
