import { t } from "../../base/translate";
import { builtinContract, builtinDriverNote } from "./builtinContracts";
import {
  noSchemaNote,
  readDriverSchema,
  type DriverEvent,
  type DriverFunction,
  type DriverSchema,
} from "./driverSchema";

/** What describes a contract: its driver's schema, what is built in, or nothing but the names that it was used by. */
export interface DescribedContract {
  readonly schema: DriverSchema;
  readonly by: "schema" | "catalogue" | "names";
  /** For a person: what to know of the driver. */
  readonly notes: readonly string[];
}

/** Said of a contract whose schema tells of events alone. */
const noFunctionNote = t`The schema names no function: write a name.`;

/** Names that a contract was used by. */
export interface UsedNames {
  readonly functions: readonly string[];
  readonly events: readonly string[];
}

/**
 * A built-in contract as it is known without asking its driver, and what else it was used by: a node may have more than
 * the catalogue. Undefined for any other.
 */
export function cataloguedContract(contractId: string, used?: UsedNames): DescribedContract | undefined {
  const builtin = builtinContract(contractId);
  if (!builtin) return undefined;
  const { schema } = builtin;
  const more = used && schemaOfNames(used);
  const functions = more?.functions.filter(({ name }) => !schema.functions.some((known) => known.name === name)) ?? [];
  const events = more?.events.filter(({ topic }) => !schema.events.some((known) => known.topic === topic)) ?? [];
  const whole = { ...schema, functions: [...schema.functions, ...functions], events: [...schema.events, ...events] };
  return { schema: whole, by: "catalogue", notes: [builtinDriverNote] };
}

/**
 * A contract by the text of its driver's schema. Text that names no function and no event is as good as none, and leaves
 * the contract to `namedContract`: then this is undefined.
 */
export function schemaContract(contractId: string, text: string): DescribedContract | undefined {
  const schema = readDriverSchema(text);
  if (schema.functions.length === 0 && schema.events.length === 0) return undefined;
  const own = builtinContract(contractId) ? [builtinDriverNote] : [];
  const none = schema.functions.length === 0 ? [noFunctionNote] : [];
  return { schema, by: "schema", notes: [...own, ...none, ...schema.problems] };
}

/** A contract whose driver names nothing, by what was used of it. `note` says why there is no schema. */
export function namedContract(used: UsedNames, note = noSchemaNote): DescribedContract {
  return { schema: schemaOfNames(used), by: "names", notes: [note] };
}

function schemaOfNames({ functions, events }: UsedNames): DriverSchema {
  return {
    imports: [],
    functions: functions.map((name): DriverFunction => ({ name, doc: t`called before`, input: "", output: "" })),
    events: events.map((topic): DriverEvent => ({ topic, doc: t`met before`, data: "" })),
    types: {},
    problems: [],
  };
}

/** The events that a driver's schema names (§4.8 `get_schema`), or without a schema those of a built-in contract. */
export function describedTopics(contractId: string, schema?: string): readonly DriverEvent[] {
  if (schema !== undefined) return readDriverSchema(schema).events;
  return builtinContract(contractId)?.schema.events ?? [];
}
