import type { FieldNode, GraphQLSchema, ValueNode } from "graphql";
import { Kind } from "graphql";
import type { Definition } from "../text/document";
import { isArray, type ExactValue } from "../variables/variableValues";

/** A field of a result that has more to show than it does. */
export interface NextPage {
  /** The key in the result. */
  readonly field: string;
  /** How many items this page has. */
  readonly shown: number;
  /** The value for the cursor argument that gives the next page. */
  readonly cursor: string;
  /** How to set it: by the variable the operation uses for it, or by an edit of the operation's text. */
  readonly set: { readonly variable: string } | { readonly start: number; readonly end: number; readonly text: string };
}

/** How many items a node gives when no `limit` is asked for. */
const usualPage = 50;

/**
 * Root fields with a `cursor` argument whose result is a full page and tells a cursor: in a field beside its items or
 * in its last item. Less than a full page is the end.
 */
export function nextPages(
  operation: Definition,
  data: ExactValue | undefined,
  variables: ExactValue | undefined,
  schema: GraphQLSchema,
): NextPage[] {
  const [node] = operation.nodes;
  if (node?.kind !== Kind.OPERATION_DEFINITION) return [];
  const root = schema.getRootType(node.operation);
  return node.selectionSet.selections.flatMap((selection): NextPage[] => {
    if (selection.kind !== Kind.FIELD) return [];
    const declared = root?.getFields()[selection.name.value];
    if (!declared?.args.some(({ name }) => name === "cursor")) return [];
    const key = (selection.alias ?? selection.name).value;
    const page = readPage(member(data, key));
    const limit = numberOf(argument(selection, "limit"), variables) ?? usualPage;
    if (page?.cursor === undefined || page.more === false || (page.more === undefined && page.shown < limit)) return [];
    return [
      { field: key, shown: page.shown, cursor: page.cursor, set: cursorEdit(selection, page.cursor, operation.start) },
    ];
  });
}

interface Page {
  readonly shown: number;
  readonly cursor: string | undefined;
  /** Undefined when the result does not say. */
  readonly more: boolean | undefined;
}

const cursorKeys = ["nextCursor", "next_cursor", "endCursor", "end_cursor", "cursor"];
const moreKeys = ["hasMore", "has_more", "hasNextPage", "has_next_page"];

function readPage(value: ExactValue | undefined): Page | undefined {
  const holder = member(value, "json") ?? value;
  const items = isArray(holder) ? holder : objectValues(holder).find(isArray);
  if (items === undefined) return undefined;
  const givenCursor = firstOf(holder, cursorKeys) ?? firstOf(member(holder, "pageInfo"), cursorKeys);
  const more = firstOf(holder, moreKeys) ?? firstOf(member(holder, "pageInfo"), moreKeys);
  const cursor = givenCursor ?? firstOf(items.at(-1), cursorKeys);
  return {
    shown: items.length,
    cursor:
      typeof cursor === "string" || typeof cursor === "number" || typeof cursor === "bigint"
        ? String(cursor)
        : undefined,
    more: typeof more === "boolean" ? more : undefined,
  };
}

function cursorEdit(field: FieldNode, cursor: string, base: number): NextPage["set"] {
  const given = argument(field, "cursor");
  const text = JSON.stringify(cursor);
  if (given?.kind === Kind.VARIABLE) return { variable: given.name.value };
  if (given) return { start: base + given.loc!.start, end: base + given.loc!.end, text };
  const last = field.arguments?.at(-1);
  const at = base + (last ?? field.name).loc!.end;
  return { start: at, end: at, text: last ? `, cursor: ${text}` : `(cursor: ${text})` };
}

function argument(field: FieldNode, name: string): ValueNode | undefined {
  return field.arguments?.find((given) => given.name.value === name)?.value;
}

function numberOf(value: ValueNode | undefined, variables: ExactValue | undefined): number | undefined {
  if (value?.kind === Kind.INT) return Number(value.value);
  const given = value?.kind === Kind.VARIABLE ? member(variables, value.name.value) : undefined;
  return typeof given === "number" || typeof given === "bigint" ? Number(given) : undefined;
}

function firstOf(value: ExactValue | undefined, keys: readonly string[]): ExactValue | undefined {
  return keys.map((key) => member(value, key)).find((found) => found !== undefined && found !== null);
}

function member(value: ExactValue | undefined, key: string): ExactValue | undefined {
  if (typeof value !== "object" || value === null || isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function objectValues(value: ExactValue | undefined): ExactValue[] {
  return typeof value === "object" && value !== null ? Object.values(value) : [];
}
