import type { Connection } from "../../../../client/connection";
import { oddMark, type OddField } from "../../../../wire/json/fields";
import type { Json } from "../../../../wire/json/exactJson";
import type { RowOf } from "./explorerNode";

type FieldRow = RowOf<"field">;

/**
 * One row for each field of an object or element of a list, in their order, those in `odd` marked; then one for each
 * field that is missing. Other values have no fields; one that should have some is a row by itself.
 */
export function fieldRows(connection: Connection, at: string, value: Json, odd: readonly OddField[] = []): FieldRow[] {
  const marks = new Map(odd.map((field) => [field.name, oddMark(field)]));
  const row = (name: string, field: Json): FieldRow => {
    const mark = marks.get(name);
    return { kind: "field", connection, at: `${at}/${name}`, name, value: field, ...(mark !== undefined && { mark }) };
  };
  const missing = odd.filter((field) => field.value === undefined);
  const whole = odd.filter(({ name }) => name === "");
  return [
    ...entriesOf(value).map(([name, field]) => row(name, field)),
    ...missing.map(({ name }) => ({ ...row(name, null), text: "" })),
    ...whole.map((field) => oddRow(connection, `${at}/value`, value, oddMark(field))),
  ];
}

/** A row for what a node sent in a place where something else belongs, as it came. */
export function oddRow(connection: Connection, at: string, value: Json, mark: string): FieldRow {
  return { kind: "field", connection, at, name: "value", value, mark };
}

/** Whether a value has fields of its own to show. */
export function hasFields(value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? value.length > 0 : Object.keys(value).length > 0;
}

function entriesOf(value: Json): [string, Json][] {
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value) ? value.map((each, index) => [String(index), each]) : Object.entries(value);
}
