import type { JsonPath } from "./jsonPath";
import { scanJson } from "./jsonScan";
import type { JsonLocation } from "./jsonScan";

/** The range of the value at each path in a JSON text, undefined where there is none; one pass for all. */
export function locateJson(text: string, paths: readonly JsonPath[]): (JsonLocation | undefined)[] {
  const found: (JsonLocation | undefined)[] = paths.map(() => undefined);
  scanJson(text, (at, location) => {
    paths.forEach((path, index) => {
      // Of a repeated key the last value counts, as in parsing.
      if (at.length === path.length && at.every((step, depth) => step === path[depth])) found[index] = location;
    });
  });
  return found;
}

/** The path of the innermost value that covers `offset` in a JSON text; the root's where nothing does. */
export function pathAtOffset(text: string, offset: number): JsonPath {
  let found: JsonPath = [];
  scanJson(text, (at, location) => {
    if (location.start <= offset && offset <= location.end && at.length > found.length) found = [...at];
  });
  return found;
}
