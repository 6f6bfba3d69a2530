import { readFileSync } from "node:fs";
import { resolve } from "node:path";

/** Key → text, as package.nls.json has them. */
export type Texts = Record<string, string>;

const root = resolve(__dirname, "../..");
const read = (name: string): unknown => JSON.parse(readFileSync(resolve(root, name), "utf8"));

/** The texts of package.json in English, or in German. */
export function manifestTexts(language?: "de"): Texts {
  return read(language ? `package.nls.${language}.json` : "package.nls.json") as Texts;
}

/** package.json as the editor reads it: each `%key%` is the English text of this key. */
export function readManifest(): unknown {
  const texts = manifestTexts();
  const resolved = (value: unknown): unknown => {
    if (typeof value === "string") return texts[keyOf(value) ?? ""] ?? value;
    if (Array.isArray(value)) return value.map(resolved);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each)]));
  };
  return resolved(read("package.json"));
}

/** What holds text for a person wherever it stands in what is contributed. */
const textFields = new Set([
  ...["title", "description", "markdownDescription", "enumDescriptions", "markdownEnumDescriptions", "contents"],
  ...[
    "displayName",
    "userDescription",
    "altText",
    "label",
    "deprecationMessage",
    "markdownDeprecationMessage",
    "patternErrorMessage",
    "errorMessage",
  ],
]);
/** The same in every language. */
const names = new Set(["Chainscope", "GraphQL"]);
/** What German developers say as well. */
const sameInGerman = new Set(["command.eventActions", "section.events"]);

/** What is wrong with the texts of a manifest, each with what to write where. */
export function textProblems(manifest: Record<string, unknown>, english: Texts, german: Texts): string[] {
  const used = usedKeys(manifest);
  const extension = ["description", "capabilities", "contributes"].map((name) => [name, manifest[name]]);
  return [
    ...plainTexts(Object.fromEntries(extension)).map(
      ({ place, text }) =>
        `${place} is plain text: write "%key%" there, "key": ${JSON.stringify(text)} in package.nls.json and its ` +
        "German in package.nls.de.json (docs/translating.md says which key and which words).",
    ),
    ...used.flatMap((key) => (key in english ? [] : [`package.nls.json lacks "${key}", which package.json names.`])),
    ...Object.keys(english).flatMap((key) => [
      ...(used.includes(key) ? [] : [`package.json does not use "${key}": take it out of package.nls*.json.`]),
      ...translationProblems(english[key]!, german[key], sameInGerman.has(key)).map(
        (problem) => `package.nls.de.json, "${key}": ${problem}`,
      ),
    ]),
    ...Object.keys(german).flatMap((key) => (key in english ? [] : [`package.nls.de.json has "${key}" alone.`])),
  ];
}

/** What is wrong with one translation of a text. */
export function translationProblems(text: string, translation: string | undefined, maySame: boolean): string[] {
  if (!translation) return [`lacks the German of ${JSON.stringify(text)}.`];
  const [own, other] = [fixedParts(text), fixedParts(translation)];
  return [
    ...(translation === text && !maySame ? ["is English."] : []),
    ...(JSON.stringify(own) === JSON.stringify(other)
      ? []
      : [`has ${other.join(" ") || "nothing"} where the English has ${own.join(" ") || "nothing"}.`]),
    ...(text.endsWith("…") === translation.endsWith("…") ? [] : ["must end with … where the English does."]),
  ];
}

/** What a translation must keep, in any order: values, links, icons, code, bold words, line breaks. */
function fixedParts(text: string): string[] {
  const found = text.match(/\{\d+\}|\]\([^)\s]+\)|\$\([a-z~-]+\)|`[^`]*`|\*\*|\n/g) ?? [];
  return found.map((part) => part.replace("\n", "⏎")).sort();
}

function plainTexts(value: unknown, place = "", isText = false): { place: string; text: string }[] {
  if (typeof value === "string")
    return isText && keyOf(value) === undefined && !names.has(value) ? [{ place, text: value }] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    // What stands there is read by language models.
    if (name === "inputSchema") return [];
    const isIn = Array.isArray(value) ? isText : textFields.has(name) || (name === "name" && /\.views\./.test(place));
    return plainTexts(each, place ? `${place}.${name}` : name, isIn);
  });
}

function usedKeys(value: unknown): string[] {
  if (typeof value === "string") return [keyOf(value) ?? []].flat();
  if (typeof value !== "object" || value === null) return [];
  return [...new Set(Object.values(value).flatMap(usedKeys))];
}

function keyOf(text: string): string | undefined {
  return /^%([^%\s]+)%$/.exec(text)?.[1];
}
