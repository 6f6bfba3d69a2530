import type { JsonPath } from "../jsonPath";
import { pathAtOffset, scanJson } from "../jsonScan";
import { limits } from "../../wire/limits";

/** No driver names a part deeper than this. */

/**
 * The part of the sent JSON that a driver's message names: by line and column, by a path such as `$.to[1]`, or by the
 * name of a field that occurs once. Undefined when it names none: then the message belongs to the whole input.
 */
export function pathNamedByDriver(message: string, sent: string): JsonPath | undefined {
  const paths: JsonPath[] = [];
  const broken = scanJson(sent, (path) => {
    if (path.length <= limits.contractSchema.levels) paths.push([...path]);
  });
  if (broken) return undefined;
  return pathInText(message, paths) ?? pathByField(message, paths) ?? pathByColumn(message, sent);
}

function pathInText(message: string, paths: readonly JsonPath[]): JsonPath | undefined {
  const written = /\$((?:\.[\p{L}_][\p{L}\p{N}_]*|\[\d+\])+)/u.exec(message)?.[1];
  if (written === undefined) return undefined;
  const steps = [...written.matchAll(/\.([^.[]+)|\[(\d+)\]/g)].map(([, key, index]) => key ?? Number(index));
  return paths.find((path) => path.length === steps.length && path.every((step, at) => step === steps[at]));
}

function pathByColumn(message: string, sent: string): JsonPath | undefined {
  const [, line, column] = /\bline (\d+),? column (\d+)/.exec(message) ?? [];
  if (line === undefined || column === undefined) return undefined;
  const lines = sent.split("\n");
  if (Number(line) < 1 || Number(line) > lines.length) return undefined;
  const before = lines.slice(0, Number(line) - 1).reduce((length, text) => length + text.length + 1, 0);
  // Drivers count bytes read so far, so the column is that of the last character of what they refused.
  const path = pathAtOffset(sent, before + Number(column));
  return path.length === 0 ? undefined : path;
}

function pathByField(message: string, paths: readonly JsonPath[]): JsonPath | undefined {
  for (const [, name] of message.matchAll(/field [`'"]([^`'"]+)[`'"]/g)) {
    const named = paths.filter((path) => path.at(-1) === name);
    if (named.length === 1) return named[0];
  }
  return undefined;
}
