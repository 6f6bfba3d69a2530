import type { ASTNode, SelectionNode } from "graphql";
import { Kind, isTypeSystemDefinitionNode, isTypeSystemExtensionNode } from "graphql";
import type { Definition, GraphqlDocument } from "./document";

export type OutlineKind =
  "query" | "mutation" | "subscription" | "fragment" | "field" | "type" | "directive" | "member";

/** One line of a document's outline. `selection…` encloses the name, `start` to `end` the whole. */
export interface OutlineItem {
  readonly name: string;
  readonly detail?: string;
  readonly kind: OutlineKind;
  readonly start: number;
  readonly end: number;
  readonly selectionStart: number;
  readonly selectionEnd: number;
  readonly children: readonly OutlineItem[];
}

/** The outline of a document; a definition that does not parse is listed without children. */
export function outlineOf(document: GraphqlDocument): OutlineItem[] {
  return document.definitions.flatMap((definition): OutlineItem[] => {
    if (definition.kind === "unknown") return [];
    if (definition.kind === "type-system") return typeSystemItems(definition);
    const { kind, name, typeCondition, start, end, tokens } = definition;
    const selected = name ?? tokens[0]!;
    return [
      {
        name: name?.text ?? `(${kind})`,
        kind,
        ...(typeCondition ? { detail: `on ${typeCondition.text}` } : {}),
        start,
        end,
        selectionStart: selected.start,
        selectionEnd: selected.end,
        children: definition.nodes.flatMap((node) => ("selectionSet" in node ? fields(node.selectionSet, start) : [])),
      },
    ];
  });
}

function fields(set: { readonly selections: readonly SelectionNode[] } | undefined, base: number): OutlineItem[] {
  return (set?.selections ?? []).flatMap((node): OutlineItem[] => {
    if (node.kind === Kind.INLINE_FRAGMENT) return fields(node.selectionSet, base);
    if (node.kind === Kind.FRAGMENT_SPREAD) return [item(node, node.name, "fragment", base, `...${node.name.value}`)];
    const shown = node.alias ?? node.name;
    const outline = item(node, shown, "field", base, shown.value, fields(node.selectionSet, base));
    return [node.alias ? { ...outline, detail: node.name.value } : outline];
  });
}

function typeSystemItems({ nodes, start }: Definition): OutlineItem[] {
  return nodes.flatMap((node): OutlineItem[] => {
    if (!isTypeSystemDefinitionNode(node) && !isTypeSystemExtensionNode(node)) return [];
    if (!("name" in node)) return [item(node, node, "type", start, "schema")];
    const members = "fields" in node ? node.fields : "values" in node ? node.values : undefined;
    const children = (members ?? []).map((member) => item(member, member.name, "member", start, member.name.value));
    const kind = node.kind === Kind.DIRECTIVE_DEFINITION ? "directive" : "type";
    return [item(node, node.name, kind, start, node.name.value, children)];
  });
}

function item(
  node: ASTNode,
  selected: ASTNode,
  kind: OutlineKind,
  base: number,
  name: string,
  children: readonly OutlineItem[] = [],
): OutlineItem {
  return {
    name,
    kind,
    start: base + node.loc!.start,
    end: base + node.loc!.end,
    selectionStart: base + selected.loc!.start,
    selectionEnd: base + selected.loc!.end,
    children,
  };
}
