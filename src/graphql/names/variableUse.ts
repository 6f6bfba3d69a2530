import type { GraphQLInputType, GraphQLSchema, GraphQLType } from "graphql";
import {
  getNullableType,
  isInputType,
  isListType,
  isNonNullType,
  isTypeSubTypeOf,
  parseType,
  typeFromAST,
} from "graphql";
import { cursorContext } from "../text/cursorContext";
import type { VariableDeclaration } from "../text/definition";
import type { Definition, GraphqlDocument, OtherDocument } from "../text/document";
import type { FoundDefinition } from "./fragmentUse";
import { fragmentsNeeded, isOperation, operationsUsing } from "./fragmentUse";
import { tooDeepAt } from "../text/nesting";
import type { Token } from "../text/tokens";

/** One use of a variable and the definition it is in. */
export interface VariableUse extends FoundDefinition {
  readonly name: Token;
}

/** Uses of variables by an operation, in itself and in the fragments it needs. */
export function variableUses(
  operation: Definition,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): VariableUse[] {
  const { fragments } = fragmentsNeeded([operation], document, others);
  return [{ document, definition: operation }, ...fragments].flatMap((found) =>
    found.definition.variables.map((name) => ({ ...found, name })),
  );
}

/** The first use of each variable that the operation uses without declaring it. */
export function undeclaredVariables(
  operation: Definition,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): VariableUse[] {
  const declared = new Set(operation.declarations.map(({ name }) => name.text));
  return variableUses(operation, document, others).filter(({ name }) => {
    const isNew = !declared.has(name.text);
    declared.add(name.text);
    return isNew;
  });
}

/** Variables that can be used in a definition: an operation's own; in a fragment, those of its operations. */
export function visibleVariables(
  definition: Definition,
  document: GraphqlDocument,
  others?: readonly OtherDocument[],
): VariableDeclaration[] {
  if (isOperation(definition)) return [...definition.declarations];
  const operations = operationsUsing(definition.name?.text ?? "", document, others);
  const byName = new Map<string, VariableDeclaration>();
  for (const declaration of operations.flatMap((found) => found.definition.declarations)) {
    if (!byName.has(declaration.name.text)) byName.set(declaration.name.text, declaration);
  }
  return [...byName.values()];
}

/** The input type expected where a variable is used. */
export function expectedType({ document, name }: VariableUse, schema: GraphQLSchema): GraphQLInputType | undefined {
  return cursorContext(document, name.start - 1, schema)?.types.inputType as GraphQLInputType | undefined;
}

/** The input type that the text of a declaration names in the schema. */
export function inputTypeOf(text: string | undefined, schema: GraphQLSchema): GraphQLInputType | undefined {
  if (text === undefined || tooDeepAt(text) !== undefined) return undefined;
  try {
    const type: GraphQLType | undefined = typeFromAST(schema, parseType(text, { noLocation: true }) as never);
    return isInputType(type) ? type : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a variable of this type may stand where `expected` is; a default makes a missing value impossible. */
export function variableFits(
  schema: GraphQLSchema,
  type: GraphQLInputType,
  hasDefault: boolean,
  expected: GraphQLInputType,
): boolean {
  if (isNonNullType(expected) && !isNonNullType(type)) {
    return hasDefault && isTypeSubTypeOf(schema, type, getNullableType(expected));
  }
  return isTypeSubTypeOf(schema, type, expected) || (isListType(expected) && type === expected.ofType);
}
