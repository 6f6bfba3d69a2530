import type { OperationRequest } from "../text/operations";
import { tokenize } from "../text/tokens";

/** A query whose variables all have names that survive as header names, and the new name of each. */
export interface LegacyVariables {
  readonly query: string;
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Prepares a query for the legacy route, where variables travel in headers (§4.1) and their names arrive in lower
 * case: mixed-case names are replaced in the query and returned, each to one that no other variable has.
 */
export function legacyVariables({ query }: Pick<OperationRequest, "query">): LegacyVariables {
  const tokens = tokenize(query);
  const uses = tokens.filter((token, index) => token.kind === "name" && tokens[index - 1]?.text === "$");
  const written = new Set(uses.map(({ text }) => text));
  const taken = new Set([...written].filter((name) => name === name.toLowerCase()));
  const names = new Map([...taken].map((name) => [name, name]));
  for (const name of written) {
    if (names.has(name)) continue;
    let lower = name.toLowerCase();
    while (taken.has(lower)) lower += "_";
    taken.add(lower);
    names.set(name, lower);
  }
  let renamed = "";
  let copied = 0;
  for (const { text, start, end } of uses) {
    renamed += query.slice(copied, start) + names.get(text)!;
    copied = end;
  }
  return { query: renamed + query.slice(copied), names };
}
