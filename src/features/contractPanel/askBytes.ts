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
  // A box has one line, and makes blanks of the line breaks of what stands in it at first.
  const readTyped = lastOf((typed) => read(oneLine(typed) === oneLine(given) ? given : typed));
  const typed = await showInputBox({
    title,
    prompt,
    value: given,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const bytes = readTyped(text);
      return "problem" in bytes ? bytes.problem : undefined;
    },
    describe: (text) => {
      const bytes = readTyped(text);
      return text.trim() === "" || "problem" in bytes ? undefined : readWords(bytes);
    },
  });
  const bytes = typed === undefined ? undefined : readTyped(typed);
  return bytes && "bytes" in bytes ? bytes : undefined;
}

/** The same function, which is not run again for the text that it was last given: a long one takes its time. */
function lastOf<R>(of: (text: string) => R): (text: string) => R {
  let last: { text: string; result: R } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: of(text) };
    return last.result;
  };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
