import type { Connection } from "../../client/connection";
import type { Json } from "../../wire/exactJson";
import type { RowOf } from "./explorerNode";

/** One row for each field of an object or element of a list, in their order; none for other values. */
export function fieldRows(connection: Connection, at: string, value: Json): RowOf<"field">[] {
  return entriesOf(value).map(([name, field]) => ({
    kind: "field",
    connection,
    at: `${at}/${name}`,
    name,
    value: field,
  }));
}

/** Whether a value has fields of its own to show. */
export function hasFields(value: Json): boolean {
  return entriesOf(value).length > 0;
}

function entriesOf(value: Json): [string, Json][] {
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value) ? value.map((each, index) => [String(index), each]) : Object.entries(value);
}
