import type { DefinitionNode, GraphQLSchema } from "graphql";
import { Kind, parse } from "graphql";
import { limits } from "../../wire/limits";
import { tooDeepAt } from "../text/nesting";
import { buildSchemaInSteps } from "./schemaBuilder";
import type { SchemaProblem } from "./schemaProblem";
import type { ReportProblem } from "./sdlInventory";
import type { SdlPart } from "./sdlParts";
import { damagedParts, joinParts, sdlParts } from "./sdlParts";
import { repairDefinition } from "./sdlRepair";
import { tryParse } from "../text/tryParse";

/** A schema that can be used for understanding documents. */
export type NodeSchema = GraphQLSchema;

/**
 * A schema fit for completion, checks and hover with what was lost on the way, or why there is none at all. `unlisted`:
 * how many problems more there are than are kept.
 */
export type LoadedSchema =
  | { readonly schema: GraphQLSchema; readonly problems: readonly SchemaProblem[]; readonly unlisted?: number }
  | { readonly problem: SchemaProblem };

/**
 * Builds a schema from the SDL text that the legacy GraphQL route answers with (§4.1). Tolerant: what a server prints
 * wrongly is repaired or left out and reported. It is never validated, and never throws, whatever the text. Gives way
 * between steps of a few milliseconds so that a caller can let other work in.
 */
export function* loadSchemaInSteps(sdl: string): Generator<undefined, LoadedSchema> {
  if (sdl.trim() === "") return { problem: { code: "empty" } };
  if (sdl.length > limits.schemaCharacters) return { problem: { code: "too-large" } };
  const problems: SchemaProblem[] = [];
  let unlisted = 0;
  const report = (problem: SchemaProblem) => {
    if (problems.length < limits.schemaProblems) problems.push(problem);
    else unlisted++;
  };
  const text = printable(sdl, report);
  yield;
  const definitions = yield* readDefinitions(text, report);
  if (!definitions.some(isSchemaPart)) return { problem: problems[0]?.code === "too-deep" ? problems[0] : notSdl };
  yield;
  try {
    const schema = yield* buildSchemaInSteps(definitions.filter(isSchemaPart), report);
    return { schema, problems, ...(unlisted > 0 && { unlisted }) };
  } catch (error) {
    return { problem: { code: "unbuildable", detail: (error as Error).message } };
  }
}

const pieceLength = 64 * 1024;
const notSdl: SchemaProblem = { code: "not-sdl" };

function* readDefinitions(sdl: string, report: ReportProblem): Generator<undefined, DefinitionNode[]> {
  const groups = joinParts(yield* sdlParts(sdl), pieceLength);
  yield;
  const definitions: DefinitionNode[] = [];
  let broken = "";
  for (const { start, text } of [...groups, { start: sdl.length, text: "" }]) {
    const sound = tooDeepAt(text) === undefined ? tryParse(text) : undefined;
    yield;
    // Where damage begins a text or ends it, everything behind is the other way round: it is cut by other signs.
    if (broken !== "" && (sound || text === ""))
      definitions.push(...(yield* readBroken(broken, start - broken.length, report)));
    broken = sound ? "" : broken + text;
    definitions.push(...(sound ?? []));
  }
  return definitions;
}

function* readBroken(sdl: string, from: number, report: ReportProblem): Generator<undefined, DefinitionNode[]> {
  const definitions: DefinitionNode[] = [];
  for (const part of yield* damagedParts(sdl)) definitions.push(...(yield* readPart(part, from, report)));
  return definitions;
}

function* readPart(
  part: SdlPart,
  from: number,
  report: ReportProblem,
): Generator<undefined, readonly DefinitionNode[]> {
  const { text, head } = part;
  const start = from + part.start;
  const blanks = text.length - text.trimStart().length;
  const range = { name: nameOf(text.slice(head ?? 0)), start: start + blanks, end: start + text.trimEnd().length };
  if (tooDeepAt(text) !== undefined) {
    report({ code: "too-deep", ...range });
    return [];
  }
  try {
    return parse(text, { noLocation: true }).definitions;
  } catch (error) {
    const detail = (error as Error).message;
    const isLong = text.length > limits.repairedDefinitionCharacters;
    const repaired = isLong ? undefined : yield* repairDefinition(text, head);
    if (!isLong) yield;
    if (repaired === undefined) {
      report({ code: isLong ? "dropped-long-definition" : "dropped-definition", ...range, detail });
      return [];
    }
    const { definitions, mended, lost } = repaired;
    if (lost.length > 0) report({ code: "dropped-members", ...range, detail, parts: lost });
    if (mended.length > 0 || lost.length === 0)
      report({ code: "repaired-definition", ...range, detail, parts: mended });
    return definitions;
  }
}

function nameOf(text: string): string {
  return /^(?:extend\s+)?(?:type|interface|union|enum|input|scalar|directive|schema)\s*@?\w*/m.exec(text)?.[0] ?? "";
}

function isSchemaPart(node: DefinitionNode): boolean {
  return node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION;
}

// eslint-disable-next-line no-control-regex -- control characters are what this looks for
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFEFF]/g;

function printable(sdl: string, report: ReportProblem): string {
  const text = sdl.replace(unprintable, " ");
  if (text !== sdl && text.slice(1) !== sdl.slice(1)) report({ code: "control-characters" });
  return text;
}
