import { t } from "../base/translate";
import { stringifyExactJson, type Json } from "../wire/json/exactJson";
import { integerOf, isObject } from "../wire/json/fields";
import { limits } from "../wire/limits";
import type { JsonPath } from "./jsonPath";

/** That a call file sends its call as a transaction, and how far that is waited for. Amounts are units. */
export interface FileTransaction {
  readonly deposit: bigint;
  /** As usual for a call unless set. */
  readonly gasLimit?: bigint;
  readonly gasPrice?: bigint;
  readonly until: "executed" | "final";
}

/** An event that the called contract must emit because of the transaction. */
export interface ExpectedEvent {
  readonly event: string;
  /** Fields that its data must have, exactly, others may be there too; or its whole data where that has no fields. */
  readonly fields?: Json;
  /** Blocks from the sending on in which it must be executed. */
  readonly withinBlocks: number;
}

/** Blocks in which a transaction is executed that nothing keeps from it. */
export const usualBlocks = 20;
const { count: eventCount, blocks: blockCount } = limits.expectedEvents;

const transactionFields: readonly string[] = ["deposit", "gasLimit", "gasPrice", "until"];
const eventFields: readonly string[] = ["event", "fields", "withinBlocks"];

type Refuse = (path: JsonPath, message: string) => undefined;

/** Reads `transac`; says through `refuse` what is wrong, and where. */
export function readTransaction(value: Json | undefined, refuse: Refuse): FileTransaction | undefined {
  if (value === undefined) return undefined;
  if (!isObject(value)) return refuse(["transact"], t`"transact" is an object, which may be empty.`);
  unknownFields(value, transactionFields, ["transact"], refuse);
  const integer = (name: string, least: bigint): bigint | undefined => {
    if (value[name] === undefined) return undefined;
    const read = integerOf(value[name]);
    if (read !== undefined && read >= least && read < 2n ** 64n) return read;
    return refuse(["transact", name], t`"${name}" is a whole number of units from ${least} on, also as decimal text.`);
  };
  const [deposit, gasLimit, gasPrice] = [integer("deposit", 0n), integer("gasLimit", 1n), integer("gasPrice", 1n)];
  const { until = "executed" } = value;
  if (until !== "executed" && until !== "final")
    return refuse(["transact", "until"], t`"until" is "executed" or "final".`);
  return {
    ...{ deposit: deposit ?? 0n, until },
    ...(gasLimit !== undefined && { gasLimit }),
    ...(gasPrice !== undefined && { gasPrice }),
  };
}

/** Reads `expectEvents`. */
export function readExpectedEvents(value: Json | undefined, refuse: Refuse): ExpectedEvent[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > eventCount)
    return refuse(["expectEvents"], t`"expectEvents" is a list of at most ${eventCount} events.`);
  return value.flatMap((each, at) => readEvent(each, ["expectEvents", at], refuse) ?? []);
}

function readEvent(value: Json, path: JsonPath, refuse: Refuse): ExpectedEvent | undefined {
  if (!isObject(value)) return refuse(path, t`An expected event is an object that names the event.`);
  unknownFields(value, eventFields, path, refuse);
  const { event, fields, withinBlocks = usualBlocks } = value;
  if (typeof event !== "string" || event === "") return refuse(path, t`Name the event.`);
  const isCount = typeof withinBlocks === "number" && Number.isInteger(withinBlocks);
  if (!isCount || withinBlocks < 1 || withinBlocks > blockCount)
    return refuse([...path, "withinBlocks"], t`"withinBlocks" is a whole number from 1 to ${blockCount}.`);
  return { event, withinBlocks, ...(fields !== undefined && { fields }) };
}

/** Both as fields of a call file's text. */
export function transactionTexts(
  transact: FileTransaction | undefined,
  events: readonly ExpectedEvent[] | undefined,
): [key: string, text: string | undefined][] {
  const { deposit, gasLimit, gasPrice, until } = transact ?? {};
  const written = {
    ...(deposit && { deposit }),
    ...(gasLimit !== undefined && { gasLimit }),
    ...(gasPrice !== undefined && { gasPrice }),
    ...(until === "final" && { until }),
  };
  return [
    ["transact", transact && stringifyExactJson(written)],
    ["expectEvents", events && stringifyExactJson(events.map((each) => ({ ...each })))],
  ];
}

function unknownFields(value: object, known: readonly string[], path: JsonPath, refuse: Refuse): void {
  for (const name of Object.keys(value))
    if (!known.includes(name)) refuse([...path, name], t`There is no field ${JSON.stringify(name)} here.`);
}
