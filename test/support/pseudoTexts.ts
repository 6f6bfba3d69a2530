import { sourceTexts } from "./sourceTexts";

/** A text in letters of full width, which no one else writes; places of values, icons and targets of links stay. */
export function pseudo(text: string): string {
  return text.replace(/\{\d+\}|\$\([a-z0-9~-]+\)|\]\([^)]*\)|[A-Za-z]/g, (part) =>
    part.length === 1 ? String.fromCharCode(part.charCodeAt(0) + 0xfee0) : part,
  );
}

/** A language that has every text of the code: what is drawn in usual letters is not ours, or was not translated. */
export function pseudoTexts(): Readonly<Record<string, string>> {
  return Object.fromEntries([...sourceTexts().keys()].map((text) => [text, pseudo(text)]));
}

/** What of shown texts is in usual letters, each once, without words of others. */
export function notPseudo(shown: readonly string[], others: RegExp): string[] {
  const left = shown.map((text) => text.replace(others, "").trim()).filter((text) => /[A-Za-z]{2}/.test(text));
  return [...new Set(left)];
}
