import type { GraphQLNamedType } from "graphql";
import { isEnumType, isInputObjectType, isInterfaceType, isScalarType, isUnionType } from "graphql";

/** The word that SDL defines such a type with. */
export function typeKeyword(type: GraphQLNamedType): "scalar" | "type" | "interface" | "union" | "enum" | "input" {
  if (isScalarType(type)) return "scalar";
  if (isInterfaceType(type)) return "interface";
  if (isUnionType(type)) return "union";
  if (isEnumType(type)) return "enum";
  return isInputObjectType(type) ? "input" : "type";
}
