import type { Definition, GraphqlDocument, OtherDocument } from "../text/document";
import type { Token } from "../text/tokens";

/** A definition and where it is; without `file` it is in the document that was asked about. */
export interface FoundDefinition {
  readonly file?: string;
  readonly document: GraphqlDocument;
  readonly definition: Definition;
}

/** Every definition within reach: those of the document itself come first. */
export function definitionsInReach(document: GraphqlDocument, others: Others = noOthers): readonly FoundDefinition[] {
  return reachOf(document, others).definitions;
}

/** The fragments within reach by name; of several with one name the first is meant, as `others` are the nearest first. */
export function fragmentsInReach(document: GraphqlDocument, others: Others = noOthers): FoundByName {
  return reachOf(document, others).fragments;
}

/** The definitions within reach that spread a fragment, by its name. */
export function spreadersInReach(document: GraphqlDocument, others: Others = noOthers): FoundByName {
  return reachOf(document, others).spreaders;
}

/** The fragments that definitions need, those their fragments need included, each once; names no one defines apart. */
export function fragmentsNeeded(
  definitions: readonly Definition[],
  document: GraphqlDocument,
  others: Others = noOthers,
): { readonly fragments: readonly FoundDefinition[]; readonly missing: readonly Token[] } {
  const known = fragmentsInReach(document, others);
  const fragments = new Map<string, FoundDefinition>();
  const missing: Token[] = [];
  const pending = definitions.flatMap(({ spreads }) => spreads);
  // What is appended meanwhile is passed too.
  for (const spread of pending) {
    if (fragments.has(spread.text)) continue;
    const [fragment] = known.get(spread.text) ?? [];
    if (fragment === undefined) {
      missing.push(spread);
    } else {
      fragments.set(spread.text, fragment);
      pending.push(...fragment.definition.spreads);
    }
  }
  return { fragments: [...fragments.values()], missing };
}

/** Operations that spread the fragment, directly or through other fragments. */
export function operationsUsing(
  fragment: string,
  document: GraphqlDocument,
  others: Others = noOthers,
): FoundDefinition[] {
  const { definitions, spreaders } = reachOf(document, others);
  const names = new Set([fragment]);
  const users = new Set<FoundDefinition>();
  // What is added meanwhile is passed too.
  for (const name of names) {
    for (const found of spreaders.get(name) ?? []) {
      users.add(found);
      if (found.definition.kind === "fragment" && found.definition.name) names.add(found.definition.name.text);
    }
  }
  return definitions.filter((found) => users.has(found) && isOperation(found.definition));
}

export function isOperation({ kind }: Definition): boolean {
  return kind === "query" || kind === "mutation" || kind === "subscription";
}

type Others = readonly OtherDocument[];
type FoundByName = ReadonlyMap<string, readonly FoundDefinition[]>;

const noOthers: Others = [];

interface Reach {
  readonly others: Others;
  readonly definitions: readonly FoundDefinition[];
  readonly fragments: FoundByName;
  readonly spreaders: FoundByName;
}

// Documents never change, and one check of a document asks for its reach once per definition.
const reaches = new WeakMap<GraphqlDocument, Reach>();

function reachOf(document: GraphqlDocument, others: Others): Reach {
  const known = reaches.get(document);
  if (known?.others === others) return known;
  const own = document.definitions.map((definition) => ({ document, definition }));
  const foreign = others.flatMap(({ file, document: other }) =>
    other.definitions.map((definition) => ({ file, document: other, definition })),
  );
  const definitions = [...own, ...foreign];
  const reach = {
    ...{ others, definitions },
    fragments: byName(definitions, ({ kind, name }) => (kind === "fragment" && name ? [name] : [])),
    spreaders: byName(definitions, ({ spreads }) => spreads),
  };
  reaches.set(document, reach);
  return reach;
}

/** Definitions by names that they have, each once. */
function byName(reach: readonly FoundDefinition[], namesOf: (definition: Definition) => readonly Token[]) {
  const known = new Map<string, FoundDefinition[]>();
  for (const found of reach) {
    for (const { text } of namesOf(found.definition)) {
      const named = known.get(text) ?? [];
      if (named.at(-1) !== found) named.push(found);
      known.set(text, named);
    }
  }
  return known;
}
