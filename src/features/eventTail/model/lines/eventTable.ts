import type { EventArrival, ReceivedEvent } from "../../../../client/session/recentEvents";
import { stringifyExactJson, type Json } from "../../../../wire/json/exactJson";
import type { JoinedBlock } from "../blocks/blockJoin";
import type { ContractNames } from "../decode/contractNames";
import type { Decoded } from "../decode/eventDecoder";
import { limits } from "../../../../wire/limits";
import { fieldsOf, isObject } from "../../../../wire/json/fields";

/** An event as a row: with its whole value, and its block as far as is known. */
export interface TableEvent {
  event: ReceivedEvent;
  decoded: Decoded | undefined;
  block: Pick<JoinedBlock, "hash" | "height"> | undefined;
}

const columns = ["time", "connection", "component", "source", "topic", "entity", "transaction", "block"] as const;

/** Events as comma-separated values: the columns that all have, then one for each field of the decoded values. */
export function eventTable(events: readonly TableEvent[], namesOf: (arrival: EventArrival) => ContractNames): string {
  const rows = events.map((row) => ({
    facts: factsOf(row, namesOf(row.event.arrival)),
    fields: cellsOf(row),
  }));
  const names = [...new Set(rows.flatMap(({ fields }) => Object.keys(fields)))].slice(0, limits.listed.fields);
  const lines = rows.map(({ facts, fields }) => [...facts, ...names.map((name) => fields[name] ?? "")]);
  return [[...columns, ...names], ...lines].map((cells) => `${cells.map(cell).join(",")}\n`).join("");
}

function factsOf({ event, block }: TableEvent, names: ContractNames): string[] {
  const { at, arrival, frame } = event;
  const { component, entity = "", topic = "" } = frame.target;
  const cause = frame.origin ?? (component === "transactions" ? entity : "");
  const hash = block?.hash ?? (component === "blocks" ? entity : "");
  const transaction = cause === hash ? "" : cause;
  const source = names.source(frame.target);
  return [new Date(at).toISOString(), arrival.connection, component, source, topic, entity, transaction, hash];
}

/** A value's own fields; a value without fields is a field of the name `value`. */
function cellsOf({ event, decoded }: TableEvent): Record<string, string> {
  if (!decoded || "problem" in decoded || decoded.text === "") return {};
  const { value } = decoded;
  const fields = isObject(value) ? { ...headerOf(event, value), ...value } : { value };
  return Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, textOf(each)]));
}

/** What of a block's header is looked for in a table: its other fields are long, and stand together in one column. */
function headerOf({ frame: { target } }: ReceivedEvent, value: { [name: string]: Json }): { [name: string]: Json } {
  if (target.component !== "blocks" || target.topic !== "accepted") return {};
  const { height, timestamp } = fieldsOf(value["header"]);
  return { ...(height !== undefined && { height }), ...(timestamp !== undefined && { timestamp }) };
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : stringifyExactJson(value);
}

/** Quoted where needed. What a spreadsheet would take for a formula is kept from being one. */
function cell(text: string): string {
  const safe = /^[=+@]|^-(?!\d)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
