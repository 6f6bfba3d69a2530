import { t } from "../base/translate";
import { stringifyExactJson } from "../wire/json/exactJson";
import { limits } from "../wire/limits";
import { nearestWord } from "../wire/nearestWord";
import { shortWords } from "../wire/shortWords";
import { type CallFile, callFileFields, readCallFile } from "./callFile";
import { contractIdOf } from "./schema/contractId";
import { type DriverFunction, type DriverSchema, schemaType } from "./schema/driverSchema";
import { exampleInput } from "./input/exampleInput";
import { inputFromJson, inputToJson } from "./input/inputJson";
import { locateJson } from "./jsonScan";
import { jsonCursor, writtenFields, type WrittenField } from "./jsonCursor";
import type { KnownContract } from "./schema/knownContracts";
import { type ConventionType, type KnownTypes, typeAtPath } from "./types/knownTypes";
import type { RustType } from "./types/rustType";
import { rustTypeText } from "./types/rustTypeText";
import { signature } from "./schema/signature";

/** What is known where a call file is written. */
export interface CallFileEnvironment {
  /** Names of the connections. */
  readonly connections: readonly string[];
  /** Those of the file's connection. */
  readonly contracts: readonly KnownContract[];
  /** Of the file's contract; missing when it was not learned yet, or tells nothing. */
  readonly schema?: DriverSchema | undefined;
  readonly known: KnownTypes;
}

/** Something that can stand where a person writes. */
export interface Suggestion {
  readonly label: string;
  /** JSON text. */
  readonly text: string;
  readonly kind: "connection" | "contract" | "function" | "event" | "field" | "value";
  readonly detail?: string | undefined;
  readonly doc?: string | undefined;
}

/** What can stand at an offset, in place of what is written there. */
export interface Suggestions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly Suggestion[];
}

/** Something wrong in a call file, with its place and perhaps the text that puts it right. */
export interface CallFileDiagnostic {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  /** A file with an error is not sent. */
  readonly isError: boolean;
  readonly fix?: { readonly word: string; readonly text: string } | undefined;
}

/**
 * What brings up the list by itself, besides letters: the same as in any JSON file. For each other character VS Code would
 * look for snippets at every column before it, which holds the window for seconds in a line of 100 kB.
 */
export const completionTriggers = ['"', ":"];

/** What can be written at an offset of a call file, half-written files included. */
export function callFileSuggestions(text: string, offset: number, around: CallFileEnvironment): Suggestions {
  const cursor = jsonCursor(text, offset);
  if (!cursor) return { start: offset, end: offset, items: [] };
  const { path, isKey, start, end, keys } = cursor;
  const [field, ...inside] = path;
  if (isKey && field === undefined) return { start, end, items: [] };
  return { start, end, items: suggestionsIn(text, String(field), inside, isKey ? keys : undefined, around) };
}

function suggestionsIn(
  text: string,
  field: string,
  inside: readonly (string | number)[],
  keys: readonly string[] | undefined,
  { connections, contracts, schema, known }: CallFileEnvironment,
): readonly Suggestion[] {
  const isOwn = inside.length === 0 && !keys;
  if (field === "connection" && isOwn) return connections.map((name) => named("connection", name));
  if (field === "contract" && isOwn) return contracts.map(({ name, id }) => named("contract", name, id));
  if (field === "function" && isOwn) {
    return (schema?.functions ?? []).map((fn) => {
      return named("function", fn.name, signature(fn, schema).slice(fn.name.length), fn.doc);
    });
  }
  if (field === "expectEvents" && !keys && inside.length === 2 && inside[1] === "event") {
    return (schema?.events ?? []).map(({ topic, data, doc }) => named("event", topic, data, doc));
  }
  const fn = field === "input" ? functionIn(text, schema) : undefined;
  const type = fn && schema && typeAtPath(schemaType(schema, fn.input), inside, known);
  return type ? (keys ? missingFields(type, keys, known) : valuesOf(type, known)) : [];
}

function named(kind: Suggestion["kind"], name: string, detail?: string, doc?: string): Suggestion {
  return { kind, label: name, text: JSON.stringify(name), detail, doc };
}

function missingFields(type: RustType | ConventionType, keys: readonly string[], known: KnownTypes): Suggestion[] {
  const fields =
    type.kind === "struct"
      ? type.fields
      : type.kind === "result" && keys.length === 0
        ? [
            { name: "Ok", type: type.ok },
            { name: "Err", type: type.error },
          ]
        : [];
  return fields
    .filter(({ name }) => !keys.includes(name))
    .map(({ name, type: of }) => {
      const text = `${JSON.stringify(name)}: ${inputToJson(of, exampleInput(of, known), known)}`;
      return { kind: "field", label: name, text, detail: rustTypeText(of) };
    });
}

function valuesOf(type: RustType | ConventionType, known: KnownTypes): Suggestion[] {
  if (type.kind === "bool") return ["true", "false"].map((text) => ({ kind: "value", label: text, text }));
  const isNamed = type.kind === "key" || type.kind === "id";
  const declared: RustType = isNamed ? { kind: "named", name: type.name, path: type.name, arguments: [] } : type;
  const text = inputToJson(declared, exampleInput(declared, known), known);
  return [{ kind: "value", label: shortWords(text, 60), text, detail: rustTypeText(declared) }];
}

/** The function that a call file names, if its contract's schema has it. */
export function functionIn(text: string, schema: DriverSchema | undefined): DriverFunction | undefined {
  const name = writtenFields(text).get("function")?.text;
  return name === undefined ? undefined : schema?.functions.find((fn) => fn.name === name);
}

/** All that is wrong with a call file as far as its environment is known; what is no JSON the editor says itself. */
export function callFileDiagnostics(text: string, around: CallFileEnvironment): readonly CallFileDiagnostic[] {
  const { file, problems } = readCallFile(text);
  const fields = writtenFields(text);
  if (!file) {
    return problems.flatMap(({ path, message, start, end, isSyntax }) => {
      const [field] = path;
      // The editor's own JSON support says these, by its syntax and by the schema of call files.
      if (field === undefined && isSyntax) return [];
      if (field === "sendAs" || field === "stream") return [];
      const unknown = path.length === 1 && !callFileFields.includes(String(field)) && fields.get(String(field));
      if (!unknown)
        return path.length === 0 ? [error(openingOf(text, start, end), message)] : [error({ start, end }, message)];
      return [error(keyRange(unknown), message, nearestWord(unknown.key, callFileFields))];
    });
  }
  const found = [
    nameDiagnostics(fields, around),
    inputDiagnostics(text, fields, around),
    eventDiagnostics(text, file, around),
  ];
  return found.flat().slice(0, limits.form.problems);
}

function nameDiagnostics(fields: ReadonlyMap<string, WrittenField>, around: CallFileEnvironment): CallFileDiagnostic[] {
  const { connections, contracts, schema } = around;
  const found: CallFileDiagnostic[] = [];
  const connection = fields.get("connection");
  if (connection?.text !== undefined && !connections.includes(connection.text)) {
    const message = t`There is no connection “${shortWords(connection.text, 60)}”.`;
    found.push(error(connection, message, nearestWord(connection.text, connections)));
  }
  const contract = fields.get("contract");
  const isKnown = contract && contracts.some(({ name }) => name === contract.text);
  if (contract?.text !== undefined && contracts.length > 0 && !isKnown && contractIdOf(contract.text) === undefined) {
    const names = contracts.map(({ name }) => name);
    const message = t`“${shortWords(contract.text, 60)}” is neither a contract id nor the name of a contract on the connection.`;
    found.push(error(contract, message, nearestWord(contract.text, names)));
  }
  const fn = fields.get("function");
  const functions = schema?.functions.map(({ name }) => name) ?? [];
  if (fn?.text !== undefined && functions.length > 0 && !functions.includes(fn.text)) {
    const message = t`The contract's schema names no function “${shortWords(fn.text, 60)}”.`;
    found.push({ ...error(fn, message, nearestWord(fn.text, functions)), isError: false });
  }
  return found;
}

/** Events that the contract's schema does not name. */
function eventDiagnostics(text: string, { expectEvents = [] }: CallFile, { schema }: CallFileEnvironment) {
  const topics = schema?.events.map(({ topic }) => topic) ?? [];
  const odd = expectEvents.flatMap(({ event }, at) => (topics.includes(event) ? [] : [{ event, at }]));
  if (topics.length === 0 || odd.length === 0) return [];
  const paths = odd.map(({ at }) => ["expectEvents", at, "event"]);
  const places = locateJson(text, paths);
  return odd.flatMap(({ event }, at): CallFileDiagnostic[] => {
    const place = places[at];
    const message = t`The contract's schema names no event “${shortWords(event, 60)}”.`;
    return place ? [{ ...error(place, message, nearestWord(event, topics)), isError: false }] : [];
  });
}

function inputDiagnostics(
  text: string,
  fields: ReadonlyMap<string, WrittenField>,
  { schema, known }: CallFileEnvironment,
): CallFileDiagnostic[] {
  const fn = functionIn(text, schema);
  const name = fields.get("function");
  if (!fn || !schema || !name || fields.has("inputHex")) return [];
  const input = fields.get("input");
  const written = input ? text.slice(input.start, input.end) : stringifyExactJson(null);
  const { problems } = inputFromJson(schemaType(schema, fn.input), written, known);
  if (input) return problems.map((each) => error(moved(each, input.start), each.message));
  return problems.slice(0, 1).map(() => error(name, t`The function takes an input: ${signature(fn, schema)}.`));
}

function moved({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}

type TextRange = Pick<CallFileDiagnostic, "start" | "end">;

function error({ start, end }: TextRange, message: string, meant?: string): CallFileDiagnostic {
  if (meant === undefined) return { start, end, message, isError: true };
  const fix = { word: meant, text: JSON.stringify(meant) };
  return { start, end, message: `${message} ${t`Did you mean ${meant}?`}`, isError: true, fix };
}

function keyRange({ keyStart, keyEnd }: WrittenField): TextRange {
  return { start: keyStart, end: keyEnd };
}

/** What is wrong with the whole is marked at its first character only. */
function openingOf(text: string, start: number, end: number): TextRange {
  return start === 0 && end === text.length ? { start, end: Math.min(1, end) } : { start, end };
}
