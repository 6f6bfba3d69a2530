import type { LifeRecord } from "../../../client/transactions/transactionLife";
import { isObject } from "../../../wire/json/fields";

/** Fields that are integers of any size, and so are written as text. */
const integers = new Set(["nonce", "value", "deposit", "gasLimit", "gasPrice", "height", "gas"]);

/** Followed transactions as a text that a workspace can keep. */
export function writeLives(records: readonly LifeRecord[]): string {
  return JSON.stringify(records, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

/** What was kept; none when the text is not what an extension of this version wrote. */
export function readLives(text: string | undefined): LifeRecord[] {
  if (text === undefined) return [];
  try {
    const records = JSON.parse(text, (name, value: unknown) =>
      integers.has(name) && typeof value === "string" ? BigInt(value) : value,
    ) as unknown;
    return Array.isArray(records) ? records.filter(isRecord) : [];
  } catch {
    return [];
  }
}

function isRecord(value: unknown): value is LifeRecord {
  const { key, standing, facts, steps } = (value ?? {}) as Partial<LifeRecord>;
  return typeof key === "string" && typeof standing === "string" && isObject(facts) && Array.isArray(steps);
}
