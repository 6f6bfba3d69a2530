import type { ReceivedEvent } from "../../client/recentEvents";
import { parseExactJson, stringifyExactJson, type Json } from "../../wire/exactJson";
import type { ContractNames } from "./contractNames";
import { limits } from "../../wire/limits";

const columns = ["time", "connection", "component", "source", "topic", "entity", "transaction"] as const;

/** Events as comma-separated values: the columns that all have, then one for each field of the decoded values. */
export function eventTable(events: readonly ReceivedEvent[], namesOf: (connection: string) => ContractNames): string {
  const rows = events.map((event) => ({
    facts: factsOf(event, namesOf(event.way.connection)),
    fields: fieldsOf(event),
  }));
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))].slice(0, limits.listed.fields);
  const lines = rows.map(({ facts, fields }) => [...facts, ...names.map((name) => fields[name] ?? "")]);
  return [[...columns, ...names], ...lines].map((cells) => `${cells.map(cell).join(",")}\n`).join("");
}

function factsOf(
  { at, way: { connection }, frame: { target, origin } }: ReceivedEvent,
  names: ContractNames,
): string[] {
  const { component, entity = "", topic = "" } = target;
  const transaction = origin ?? (component === "transactions" ? entity : "");
  return [new Date(at).toISOString(), connection, component, names.source(target), topic, entity, transaction];
}

/** A value's own fields; a value without fields is a field of the name `value`. */
function fieldsOf({ decoded }: ReceivedEvent): Record<string, string> {
  if (!decoded || "problem" in decoded || decoded.text === "") return {};
  const value = parseExactJson(decoded.text);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries: [string, Json][] = isObject ? Object.entries(value) : [["value", value]];
  return Object.fromEntries(entries.map(([name, each]) => [name, textOf(each)]));
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : stringifyExactJson(value);
}

/** Quoted where needed. What a spreadsheet would take for a formula is kept from being one. */
function cell(text: string): string {
  const safe = /^[=+@]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
