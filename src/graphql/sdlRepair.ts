import type { DefinitionNode } from "graphql";
import { parse } from "graphql";

/** What could be saved of a definition that does not parse; `lost` says that members of it are missing. */
export interface RepairedDefinitions {
  readonly definitions: readonly DefinitionNode[];
  readonly lost: boolean;
}

/**
 * Makes a definition parse that a server printed wrongly: empty braces, quotes inside descriptions, lists of
 * interfaces without `&`. Where that is not enough, it keeps the members that parse alone. Undefined: nothing to save.
 */
export function repairDefinition(text: string): RepairedDefinitions | undefined {
  const repaired = withoutEmptyParts(withSoundDescriptions(text));
  const definitions = tryParse(repaired) ?? tryParse(withoutDescriptions(repaired));
  if (definitions !== undefined) return { definitions, lost: false };
  const kept = membersThatParse(withoutDescriptions(repaired));
  return kept === undefined ? undefined : { definitions: kept, lost: true };
}

/** Definitions of the text without locations, or undefined when it does not parse. */
export function tryParse(text: string): readonly DefinitionNode[] | undefined {
  try {
    return parse(text, { noLocation: true }).definitions;
  } catch {
    return undefined;
  }
}

function withSoundDescriptions(text: string): string {
  const result: string[] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    const bare = line.trim();
    const sameLine = /^(\s*)"""(.*)"""\s*$/.exec(line);
    if (bare === '"""') {
      inside = !inside;
      result.push(line);
    } else if (inside) {
      result.push(escapeQuotes(line));
    } else if (sameLine !== null) {
      result.push(`${sameLine[1]}"""${escapeQuotes(sameLine[2]!)} """`);
    } else {
      result.push(line);
    }
  }
  return result.join("\n");
}

function escapeQuotes(line: string): string {
  return line.replace(/\\?"""/g, '\\"""');
}

function withoutDescriptions(text: string): string {
  return text
    .replace(/^\s*"""[ \t]*\r?\n(?:.*\n)*?\s*"""[ \t]*\r?$/gm, "")
    .replace(/^\s*"(?:"")?.*"(?:"")?[ \t]*\r?$/gm, "");
}

function withoutEmptyParts(text: string): string {
  return text
    .replace(/\{\s*\}/g, "")
    .replace(/\(\s*\)/g, "")
    .replace(/\bimplements([^{@]*)/, (_, names: string) => implementing(names))
    .replace(/^(\s*(?:extend\s+)?union\s+\w+[^=]*)=\s*$/m, "$1");
}

function implementing(names: string): string {
  const list = names.match(/\w+/g) ?? [];
  return list.length === 0 ? "" : `implements ${list.join(" & ")} `;
}

const withMembers = /^([^{]*\b(?:type|interface|input|enum)\s+[_A-Za-z]\w*[^{]*)\{([^]*)$/;

function membersThatParse(text: string): readonly DefinitionNode[] | undefined {
  const parts = withMembers.exec(text);
  if (parts === null) return undefined;
  const [, head, body] = parts;
  const opening = [`${head}`, headOnly(head!)].find((candidate) => tryParse(candidate) !== undefined);
  if (opening === undefined) return undefined;
  const lines = body!.split("\n");
  const closing = lines.findIndex((line) => line.startsWith("}"));
  const kept = lines
    .slice(0, closing < 0 ? undefined : closing)
    .map((line) => line.replace(/\}\s*$/, ""))
    .filter((line) => line.trim() !== "" && tryParse(`${opening}{ ${line}\n}`) !== undefined);
  return tryParse(kept.length === 0 ? opening : `${opening}{\n${kept.join("\n")}\n}`);
}

function headOnly(head: string): string {
  return /\b(?:type|interface|input|enum)\s+[_A-Za-z]\w*/.exec(head)?.[0] ?? "";
}
