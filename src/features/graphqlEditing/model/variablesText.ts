import type { Definition } from "../../../graphql/text/document";
import { jsonRange } from "../../../graphql/text/jsonRange";
import { operationKey } from "../../../graphql/variables/variableSchema";
import { type Json, parseExactJson, stringifyExactJson } from "../../../wire/json/exactJson";
import { isObject } from "../../../wire/json/fields";

/** Values for an operation: an object whose integers are exact, or why the text holds none. */
export type ReadVariables = { readonly value: Json | undefined } | { readonly notJson: string };

/** The values that a variables text has for an operation. */
export function readVariables(text: string, operation: Definition): ReadVariables {
  if (text.trim() === "") return { value: undefined };
  try {
    const all = parseExactJson(text);
    const key = operationKey(operation);
    return { value: isObject(all) && Object.hasOwn(all, key) ? all[key] : undefined };
  } catch (error) {
    return { notJson: (error as Error).message };
  }
}

/** Where in a variables text something about an operation's values is to be marked. */
export function variablesRange(text: string, operation: Definition, path: readonly (string | number)[]) {
  return jsonRange(text, [operationKey(operation), ...path]) ?? { start: 0, end: 1 };
}

/** The edit that gives an operation an object of its own in the text; undefined when it has one or the text is broken. */
export function addOperation(
  text: string,
  operation: Definition,
  draft: Json,
): { at: number; text: string } | undefined {
  const key = operationKey(operation);
  const entry = `${JSON.stringify(key)}: ${stringifyExactJson(draft, 2).replaceAll("\n", "\n  ")}`;
  if (text.trim() === "") return { at: text.length, text: `{\n  ${entry}\n}\n` };
  const read = readVariables(text, operation);
  const range = jsonRange(text, []);
  if ("notJson" in read || read.value !== undefined || !range || text[range.start] !== "{") return undefined;
  const inside = text.slice(range.start + 1, range.end - 1).trimEnd();
  const at = range.start + 1 + inside.length;
  const rest = text.slice(at, range.end - 1).includes("\n") ? "" : "\n";
  return { at, text: `${inside.trim() === "" ? "" : ","}\n  ${entry}${rest}` };
}
