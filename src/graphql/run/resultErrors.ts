import { t } from "../../base/translate";
import type { GraphqlDocument } from "../text/document";
import type { OperationRequest } from "../text/operations";
import { jsonKeyRange, jsonRange } from "../text/jsonRange";
import { sourceOffset } from "../text/operations";
import type { Token } from "../text/tokens";
import { firstTokenEndingAfter } from "../text/tokens";
import { limits } from "../../wire/limits";

/** An error of a GraphQL result, with its place in the document it was run from when the node told one. */
export interface ResultError {
  readonly message: string;
  /** Response keys and indexes, as in `blocks.0.reward`. */
  readonly path?: string;
  readonly file?: string;
  readonly start?: number;
  readonly end?: number;
}

/**
 * The errors of a result, whatever their shape: a list of objects as GraphQL has it, a list of texts, one text.
 * Lines and columns of the sent query are turned into offsets of the source document.
 */
export function resultErrors(errors: unknown, request: OperationRequest): ResultError[] {
  if (errors === undefined || errors === null) return [];
  const list: unknown[] = Array.isArray(errors) ? errors : [errors];
  return list.map((error) => {
    const { message, path, locations } = typeof error === "object" && error !== null ? (error as GraphqlErrorLike) : {};
    const text =
      typeof message === "string" ? message : typeof error === "string" ? error : JSON.stringify(error, exact);
    return {
      message: text.trim() === "" ? t`The node gave no reason` : text,
      ...(Array.isArray(path) && path.length > 0 ? { path: path.map(String).join(".") } : {}),
      ...(Array.isArray(locations) ? locate(locations[0], request) : {}),
    };
  });
}

/** The text of a result with its `errors` in front of all else, token by token as it came; a very long one as it is. */
export function errorsFirst(text: string): string {
  if (text.length > limits.resultValueCharacters) return text;
  const key = jsonKeyRange(text, ["errors"]);
  const value = jsonRange(text, ["errors"]);
  const open = text.indexOf("{");
  if (!key || !value || open < 0) return text;
  const before = text.slice(open + 1, key.start).trimEnd();
  if (!before.endsWith(",")) return text; // it is the first already
  const [head, member] = [text.slice(0, open + 1), text.slice(key.start, value.end)];
  return `${head}${member},${before.slice(0, -1)}${text.slice(value.end)}`;
}

/** The response keys of the root fields for whose errors a node gave nothing at all, each once. */
export function failedFields({ data, errors }: { readonly data?: unknown; readonly errors: unknown }): string[] {
  if ((data !== undefined && data !== null) || !Array.isArray(errors)) return [];
  const keys = errors.flatMap((error) => {
    const { path } = typeof error === "object" && error !== null ? (error as GraphqlErrorLike) : {};
    return Array.isArray(path) && typeof path[0] === "string" ? [path[0]] : [];
  });
  return [...new Set(keys)];
}

interface GraphqlErrorLike {
  readonly message?: unknown;
  readonly path?: unknown;
  readonly locations?: unknown;
}

function exact(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}

function locate(location: unknown, request: OperationRequest): Pick<ResultError, "file" | "start" | "end"> {
  const { line, column } = (location ?? {}) as { line?: unknown; column?: unknown };
  const locations = offsetsOf(request.query, Number(line), Number(column)).flatMap((sent) => {
    const found = sourceOffset(request, sent);
    return found ? [{ ...found, token: tokenAt(found) }] : [];
  });
  const found = locations.find(({ token, offset }) => token?.start === offset) ?? locations[0];
  if (found === undefined) return {};
  const { token, offset, file } = found;
  const end = token && token.start <= offset ? token.end : offset + 1;
  return { start: offset, end, ...(file ? { file } : {}) };
}

function tokenAt({ document: { tokens }, offset }: { document: GraphqlDocument; offset: number }): Token | undefined {
  return tokens[firstTokenEndingAfter(tokens, offset)];
}

/**
 * Offsets that a line and a column, both counted from one, can mean: a node counts characters, as the specification has
 * it; others count the code units of UTF-16.
 */
function offsetsOf(text: string, line: number, column: number): number[] {
  const start = lineStart(text, line);
  if (start === undefined || !(column >= 1)) return [];
  const characters = Array.from(text.slice(start, start + 2 * column)).slice(0, column - 1);
  return [start + characters.join("").length, Math.min(start + column - 1, text.length)];
}

function lineStart(text: string, line: number): number | undefined {
  if (!(line >= 1)) return undefined;
  const ends = /\r\n|\n|\r/g;
  let start = 0;
  for (let current = 1; current < line; current += 1) {
    if (ends.exec(text) === null) return undefined;
    start = ends.lastIndex;
  }
  return start;
}
