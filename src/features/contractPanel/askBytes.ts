import * as vscode from "vscode";
import { showInputBox } from "../../host/inputBoxes";
import { readPastedBytes, readWords, type PastedBytes } from "../../wire/pastedBytes";

type Read<B extends PastedBytes> = (text: string) => B | { readonly problem: string };

/** Asks for bytes in whichever form they are pasted. Resolves to undefined when the person gives up. */
export async function askBytes(title: string, prompt: string): Promise<Uint8Array | undefined> {
  return (await askPasted(title, prompt, "", readPastedBytes))?.bytes;
}

/**
 * Asks for what `read` makes of a text, and says how many bytes that are and what they were read from. `given` stands in
 * the box at first.
 */
export async function askPasted<B extends PastedBytes>(
  title: string,
  prompt: string,
  given: string,
  read: Read<B>,
): Promise<B | undefined> {
  const readTyped = async (typed: string) => read(await withLines(typed, given));
  const typed = await showInputBox({
    title,
    prompt,
    value: given,
    ignoreFocusOut: true,
    validateInput: async (text) => {
      const bytes = await readTyped(text);
      return "problem" in bytes ? bytes.problem : undefined;
    },
    describe: async (text) => {
      const bytes = await readTyped(text);
      return text.trim() === "" || "problem" in bytes ? undefined : readWords(bytes);
    },
  });
  const bytes = typed === undefined ? undefined : await readTyped(typed);
  return bytes && "bytes" in bytes ? bytes : undefined;
}

/** A box has one line, and makes blanks of the line breaks of what is put in: a dump is read with them. */
async function withLines(typed: string, given: string): Promise<string> {
  if (!/\s/.test(typed.trim())) return typed;
  const line = oneLine(typed);
  const sources = [given, await vscode.env.clipboard.readText()];
  return sources.find((source) => source.includes("\n") && oneLine(source) === line) ?? typed;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
