import type {
  ConstDirectiveNode,
  DefinitionNode,
  DirectiveDefinitionNode,
  OperationTypeNode,
  SchemaDefinitionNode,
  TypeDefinitionNode,
  TypeExtensionNode,
} from "graphql";
import { Kind, introspectionTypes, isTypeDefinitionNode, isTypeExtensionNode } from "graphql";
import type { SchemaProblem } from "./schemaProblem";

/** Receives each problem as it is found. */
export type ReportProblem = (problem: SchemaProblem) => void;

/** A type's definition together with the extensions of it. */
export interface TypeParts {
  readonly name: string;
  readonly node: TypeDefinitionNode;
  readonly extensions: TypeExtensionNode[];
}

/** What the definitions of a schema declare, each name once. */
export interface SdlInventory {
  readonly types: ReadonlyMap<string, TypeParts>;
  readonly directives: ReadonlyMap<string, DirectiveDefinitionNode>;
  readonly roots: ReadonlyMap<OperationTypeNode, string>;
}

/** Sorts parsed definitions by what they declare; a second declaration of a name is left out and reported. */
export function takeInventory(definitions: readonly DefinitionNode[], report: ReportProblem): SdlInventory {
  const types = new Map<string, TypeParts>();
  const directives = new Map<string, DirectiveDefinitionNode>();
  const roots = new Map<OperationTypeNode, string>();
  for (const node of definitions) {
    if (isTypeDefinitionNode(node)) addType(types, node, report);
    else if (node.kind === Kind.DIRECTIVE_DEFINITION) addDirective(directives, node, report);
    else if (node.kind === Kind.SCHEMA_DEFINITION || node.kind === Kind.SCHEMA_EXTENSION) addRoots(roots, node);
  }
  for (const node of definitions) if (isTypeExtensionNode(node)) addExtension(types, node, report);
  return { types, directives, roots };
}

/** A type's own nodes: its definition first, then its extensions. */
export function nodesOf(parts: TypeParts): (TypeDefinitionNode | TypeExtensionNode)[] {
  return [parts.node, ...parts.extensions];
}

/** The string argument of the first such directive: `null` when the directive is there without the argument. */
export function directiveText(
  directives: readonly ConstDirectiveNode[] | undefined,
  name: string,
  argument: string,
): string | null | undefined {
  const directive = directives?.find((one) => one.name.value === name);
  if (directive === undefined) return undefined;
  const value = directive.arguments?.find((given) => given.name.value === argument)?.value;
  return value?.kind === Kind.STRING ? value.value : null;
}

const builtIn = new Set(introspectionTypes.map(({ name }) => name));

function addType(types: Map<string, TypeParts>, node: TypeDefinitionNode, report: ReportProblem): void {
  const name = node.name.value;
  if (name.startsWith("__")) report({ code: "reserved-name", name });
  if (types.has(name)) report({ code: "duplicate-definition", name });
  else if (!builtIn.has(name)) types.set(name, { name, node, extensions: [] });
}

function addDirective(
  directives: Map<string, DirectiveDefinitionNode>,
  node: DirectiveDefinitionNode,
  report: ReportProblem,
): void {
  const name = node.name.value;
  if (directives.has(name)) report({ code: "duplicate-definition", name: `@${name}` });
  else directives.set(name, node);
}

function addRoots(
  roots: Map<OperationTypeNode, string>,
  node: Pick<SchemaDefinitionNode, "operationTypes"> | { operationTypes?: SchemaDefinitionNode["operationTypes"] },
): void {
  for (const { operation, type } of node.operationTypes ?? []) {
    if (!roots.has(operation)) roots.set(operation, type.name.value);
  }
}

function addExtension(types: Map<string, TypeParts>, node: TypeExtensionNode, report: ReportProblem): void {
  const name = node.name.value;
  const kind: string = node.kind.replace("Extension", "Definition");
  const extended = types.get(name);
  if (extended === undefined) {
    report({ code: "extension-alone", name });
    types.set(name, { name, node: { ...node, kind } as TypeDefinitionNode, extensions: [] });
  } else if (String(extended.node.kind) === kind) {
    extended.extensions.push(node);
  } else {
    report({ code: "misused-type", name });
  }
}
