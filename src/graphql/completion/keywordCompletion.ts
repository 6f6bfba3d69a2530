import type { Completion } from "./completion";
import type { Level } from "../text/cursorPath";
import type { GraphqlDocument } from "../text/document";

/** Keywords that can stand at `start`: what begins a definition, and `on` behind a fragment's name. */
export function keywordCompletions(document: GraphqlDocument, start: number, levels: readonly Level[]): Completion[] {
  if (levels.length > 1) return [];
  const item = levels[0]!.item;
  const last = item.at(-1);
  if (item.length === 0) return startKeywords(document, start);
  if (item.length === 1 && last?.text === "extend") return keywords(extendable);
  if (item.length === 2 && item[0]!.text === "fragment" && last?.text !== "on") return keywords([["on", "on "]]);
  return [];
}

type Keyword = readonly [label: string, insertText: string];

const operations: readonly Keyword[] = [
  ["query", "query ${1:Name} {\n\t$0\n}"],
  ["fragment", "fragment ${1:Name} on ${2:Type} {\n\t$0\n}"],
  ["mutation", "mutation ${1:Name} {\n\t$0\n}"],
  ["subscription", "subscription ${1:Name} {\n\t$0\n}"],
  ["{", "{\n\t$0\n}"],
];

const extendable: readonly Keyword[] = ["type", "interface", "union", "enum", "input", "scalar", "schema"].map(
  (word) => [word, `${word} `],
);

const typeSystem: readonly Keyword[] = [...extendable, ["directive", "directive @"], ["extend", "extend "]];

function startKeywords(document: GraphqlDocument, start: number): Completion[] {
  const kinds = new Set(document.definitions.filter((one) => one.start !== start).map(({ kind }) => kind));
  const executable = kinds.has("query") || kinds.has("fragment") || kinds.has("mutation") || kinds.has("subscription");
  if (executable) return keywords(operations);
  return keywords(kinds.has("type-system") ? typeSystem : [...operations, ...typeSystem]);
}

function keywords(words: readonly Keyword[]): Completion[] {
  return words.map(([label, insertText], index) => ({
    label,
    kind: "keyword",
    insertText,
    snippet: insertText.includes("$"),
    more: insertText.includes("$0") && !insertText.includes("${2"),
    sortText: String(index).padStart(4, "0"),
  }));
}
