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

/** The fragments within reach by name; of several with one name the first, as `others` are the nearest first. */
export function fragmentsInReach(
  document: GraphqlDocument,
  others: Others = noOthers,
): ReadonlyMap<string, FoundDefinition> {
  return reachOf(document, others).fragments;
}

/** The fragments a definition needs, those its fragments need included, each once; names no one defines apart. */
export function fragmentsNeeded(
  definition: Definition,
  document: GraphqlDocument,
  others: Others = noOthers,
): { readonly fragments: readonly FoundDefinition[]; readonly missing: readonly Token[] } {
  const known = fragmentsInReach(document, others);
  const fragments = new Map<string, FoundDefinition>();
  const missing: Token[] = [];
  const pending = [...definition.spreads];
  for (let spread = pending.shift(); spread !== undefined; spread = pending.shift()) {
    if (fragments.has(spread.text)) continue;
    const fragment = known.get(spread.text);
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
  const reach = definitionsInReach(document, others);
  const users = new Set([fragment]);
  for (let size = 0; size !== users.size;) {
    size = users.size;
    for (const { definition } of reach) {
      if (definition.kind !== "fragment" || !definition.name) continue;
      if (definition.spreads.some(({ text }) => users.has(text))) users.add(definition.name.text);
    }
  }
  return reach.filter(
    ({ definition }) => isOperation(definition) && definition.spreads.some(({ text }) => users.has(text)),
  );
}

export function isOperation({ kind }: Definition): boolean {
  return kind === "query" || kind === "mutation" || kind === "subscription";
}

type Others = readonly OtherDocument[];

const noOthers: Others = [];

interface Reach {
  readonly others: Others;
  readonly definitions: readonly FoundDefinition[];
  readonly fragments: ReadonlyMap<string, FoundDefinition>;
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
  const reach = { others, definitions, fragments: fragmentsByName(definitions) };
  reaches.set(document, reach);
  return reach;
}

function fragmentsByName(reach: readonly FoundDefinition[]): Map<string, FoundDefinition> {
  const known = new Map<string, FoundDefinition>();
  for (const found of reach) {
    const { kind, name } = found.definition;
    if (kind === "fragment" && name && !known.has(name.text)) known.set(name.text, found);
  }
  return known;
}
