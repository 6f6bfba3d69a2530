import { builtinContract } from "./builtinContracts";
import { readDriverSchema, type DriverEvent } from "./driverSchema";

/** The events that a driver's schema names (§4.8 `get_schema`), or without a schema those of a built-in contract. */
export function describedTopics(contractId: string, schema?: string): readonly DriverEvent[] {
  if (schema !== undefined) return readDriverSchema(schema).events;
  return builtinContract(contractId)?.schema.events ?? [];
}
