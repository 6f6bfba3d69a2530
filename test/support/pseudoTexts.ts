import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { sourceTexts } from "./sourceTexts";

const root = resolve(__dirname, "../..");

/** What no language changes: places of values, icons, targets of links, code, settings and three names. */
const kept = /\{\d+\}|\$\([a-z0-9~-]+\)|\]\([^)]*\)|`[^`]*`|#[\w.]+#|Chainscope(?: Events)?|GraphQL|[A-Za-z]/g;

/** A text in letters of full width, which no one else writes. */
export function pseudo(text: string): string {
  return text.replace(kept, (part) => (part.length === 1 ? String.fromCharCode(part.charCodeAt(0) + 0xfee0) : part));
}

/** A language that has every text of the code: what is drawn in usual letters is not ours, or was not translated. */
export function pseudoTexts(): Readonly<Record<string, string>> {
  return Object.fromEntries([...sourceTexts().keys()].map((text) => [text, pseudo(text)]));
}

/** Makes a folder of the extension as it is built, whose texts in this language are made up. */
export async function pseudoExtension(folder: string, language: string): Promise<void> {
  await mkdir(join(folder, "l10n"), { recursive: true });
  // Copies: a link would lead the editor to a path that it knows no extension at.
  for (const name of ["dist", "media", "syntaxes", "package.json", "package.nls.json"])
    await cp(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.endsWith(".map") });
  const manifest = JSON.parse(await readFile(join(root, "package.nls.json"), "utf8")) as Record<string, string>;
  const texts = Object.fromEntries(Object.entries(manifest).map(([key, text]) => [key, pseudo(text)]));
  await writeFile(join(folder, `package.nls.${language}.json`), JSON.stringify(texts));
  await writeFile(join(folder, "l10n", `bundle.l10n.${language}.json`), JSON.stringify(pseudoTexts()));
}

/** What of shown texts is in usual letters, each once, without words of others. */
export function notPseudo(shown: readonly string[], others: RegExp): string[] {
  const left = shown
    .map((text) =>
      text
        .replace(/Chainscope(?: Events)?|GraphQL/g, "")
        .replace(others, "")
        .trim(),
    )
    .filter((text) => /[A-Za-z]{2}/.test(text));
  return [...new Set(left)];
}
