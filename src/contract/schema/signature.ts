import { type DriverFunction, type DriverSchema, schemaType } from "./driverSchema";
import { rustTypeText } from "../types/rustTypeText";

/**
 * A function in one line: `transfer(Address, u64) → bool`; a result of `()` is left out, a missing type is `?`. With the
 * schema, structures that it spells out are shown by their fields.
 */
export function signature(fn: DriverFunction, schema: Pick<DriverSchema, "types"> = { types: {} }): string {
  const input = typeText(fn.input, schema);
  const isWrapped = input.startsWith("(") && input.endsWith(")");
  const output = typeText(fn.output, schema);
  return `${fn.name}${isWrapped ? input : `(${input})`}${output === "()" ? "" : ` → ${output}`}`;
}

function typeText(text: string, schema: Pick<DriverSchema, "types">): string {
  if (Object.hasOwn(schema.types, text)) return rustTypeText(schemaType(schema, text));
  return text.trim() || "?";
}
