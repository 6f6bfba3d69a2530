// @ts-check
// What the source takes from a library, so that a library's file holds that and no more.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/**
 * The names of a package that source files import as values, in order; those of types are no part of a program.
 * @param {string} library name of the package
 * @param {string} folder of TypeScript files
 * @returns {string[]}
 */
export function importedNames(library, folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const names = files.flatMap((name) => namesIn(readFileSync(join(folder, name), "utf8"), library));
  return [...new Set(names)].sort();
}

/** @param {string} text @param {string} library */
function namesIn(text, library) {
  const imports = [...text.matchAll(/^(?:import|export) \{([^}]*)\} from "([^"]+)";$/gm)];
  const own = imports.filter(([, , from]) => from === library);
  return own.flatMap(([, list = ""]) => list.split(",").flatMap((entry) => valueName(entry.trim()) ?? []));
}

/** `Kind`, or `parse as parseText`; undefined for `type Source` and the blank after the last comma. @param {string} entry */
function valueName(entry) {
  return /^(?!type\s)([A-Za-z_$][\w$]*)/.exec(entry)?.[1];
}
