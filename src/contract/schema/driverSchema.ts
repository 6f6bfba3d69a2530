import { t } from "../../base/translate";
import { messageOf } from "../../base/words";
import { parseExactJson } from "../../wire/json/exactJson";
import { isObject } from "../../wire/json/fields";
import { describedType } from "../types/describedType";
import { parseRustType } from "../types/typeReader";
import type { RustType } from "../types/rustType";
import { SchemaProblems, fieldText, type JsonRecord } from "./schemaProblems";
import { limits } from "../../wire/limits";

/** Types whose structure is known, by the path under which a type text names them. Plain data. */
export interface TypeTable {
  readonly [path: string]: RustType;
}

export interface DriverImport {
  readonly name: string;
  readonly path: string;
}

/** A contract function; `input` and `output` are type texts for `parseRustType`, empty when the schema has none. */
export interface DriverFunction {
  readonly name: string;
  readonly doc?: string;
  readonly input: string;
  readonly output: string;
  /** Its outputs come one by one: it is called as a stream (§4.6). */
  readonly streams?: true;
  /** No driver decodes what it gives, which comes as bytes. */
  readonly undecoded?: true;
}

/** An event a contract emits; `data` is the type text of its payload. */
export interface DriverEvent {
  readonly topic: string;
  readonly doc?: string;
  readonly data: string;
}

/** What a driver says of its contract. `problems` tells in sentences what was left out of this picture and why. */
export interface DriverSchema {
  readonly name?: string;
  readonly imports: readonly DriverImport[];
  readonly functions: readonly DriverFunction[];
  readonly events: readonly DriverEvent[];
  readonly types: TypeTable;
  readonly problems: readonly string[];
}

/** Said wherever a contract's driver names nothing: an ordinary state, in which all works by names that a person gives. */
export const noSchemaNote = t`This driver tells no schema: name the function or event yourself.`;

const { characters: longestSchema, entries: mostEntries, docCharacters: longestDoc } = limits.contractSchema;

/** Reads the answer of `get_schema` (§4.8). Never throws: whatever cannot be used is named in `problems`. */
export function readDriverSchema(text: string): DriverSchema {
  const problems = new SchemaProblems();
  const root = readRoot(text, problems);
  const types: { [path: string]: RustType } = {};
  const functions = entries(root, "functions", "name", problems).map(([name, entry]): DriverFunction => {
    const input = typeText(entry, "input", name, types, problems);
    return { name, ...docOf(entry, name, problems), input, output: typeText(entry, "output", name, types, problems) };
  });
  const events = entries(root, "events", "topic", problems).map(([topic, entry]): DriverEvent => {
    return { topic, ...docOf(entry, topic, problems), data: typeText(entry, "data", topic, types, problems) };
  });
  const imports = entries(root, "imports", "name", problems).map(([name, entry]): DriverImport => {
    return { name, path: fieldText(entry, "path") ?? name };
  });
  const name = fieldText(root, "name");
  return { ...(name === undefined ? {} : { name }), imports, functions, events, types, problems: problems.sentences };
}

/** The type a text of this schema stands for: a structure the schema describes, else what the text itself says. */
export function schemaType(schema: Pick<DriverSchema, "types">, text: string): RustType {
  return (Object.hasOwn(schema.types, text) ? schema.types[text] : undefined) ?? parseRustType(text);
}

function readRoot(text: string, problems: SchemaProblems): JsonRecord {
  if (text.trim() === "") return problems.instead(t`The schema is empty.`);
  if (text.length > longestSchema) {
    return problems.instead(t`The schema is ${text.length} characters long; at most ${longestSchema} are read.`);
  }
  try {
    const value = parseExactJson(text);
    const root = typeof value === "string" ? parseExactJson(value) : value;
    return isObject(root) ? root : problems.instead(t`The schema is not a JSON object.`);
  } catch (error) {
    return problems.instead(t`The schema is not JSON: ${messageOf(error)}`);
  }
}

function entries(root: JsonRecord, list: string, key: string, problems: SchemaProblems): [string, JsonRecord][] {
  const found = Object.hasOwn(root, list) ? root[list] : undefined;
  if (found === undefined || found === null) return [];
  if (!Array.isArray(found)) {
    problems.add(t`\`${list}\` is not a list and is left out.`);
    return [];
  }
  if (found.length > mostEntries) problems.add(t`Of ${found.length} ${list}, the first ${mostEntries} are kept.`);
  const kept = new Map<string, JsonRecord>();
  found.slice(0, mostEntries).forEach((entry, index) => {
    const name = isObject(entry) ? fieldText(entry, key) : undefined;
    if (name === undefined) problems.add(t`${list}[${index}] has no ${key} and is left out.`);
    else if (kept.has(name)) problems.add(t`${list}[${index}] repeats \`${name}\` and is left out.`);
    else kept.set(name, entry as JsonRecord);
  });
  return [...kept];
}

function typeText(
  entry: JsonRecord,
  key: string,
  owner: string,
  types: { [path: string]: RustType },
  problems: SchemaProblems,
): string {
  const text = fieldText(entry, key);
  if (text !== undefined) return text;
  const described = Object.hasOwn(entry, key) ? entry[key] : undefined;
  if (!isObject(described)) {
    problems.add(t`\`${owner}\` names no ${key} type.`);
    return "";
  }
  const path = `${owner}::${key}`;
  types[path] = describedType(described, path);
  return path;
}

function docOf(entry: JsonRecord, owner: string, problems: SchemaProblems): { doc?: string } {
  const doc = fieldText(entry, "doc");
  if (doc === undefined) return {};
  if (doc.length <= longestDoc) return { doc };
  problems.add(t`The documentation of \`${owner}\` is cut after ${longestDoc} characters.`);
  return { doc: `${doc.slice(0, longestDoc)}…` };
}
