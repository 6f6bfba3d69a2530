import { t } from "../base/translate";
import type { Json } from "../wire/json/exactJson";
import { integerFrom } from "../wire/integerText";

/**
 * A value in the form in which it crosses between extension and page. `postMessage` refuses or loses a `bigint`
 * depending on the host, so every one of them travels as `{ integer: "<decimal digits>" }`; any object travels as
 * `{ fields: … }`, so that no value can be mistaken for such a tag.
 */
export type MessageValue =
  | null
  | boolean
  | number
  | string
  | MessageValue[]
  | { integer: string }
  | { fields: [name: string, value: MessageValue][] };

/** Prepares a value for `postMessage`. Fields that are undefined do not travel. */
export function toMessageValue(value: Json): MessageValue {
  if (typeof value === "bigint") return { integer: value.toString() };
  if (Array.isArray(value)) return value.map(toMessageValue);
  if (value === null || typeof value !== "object") return value;
  const present = Object.entries(value).filter(([, field]) => field !== undefined);
  return { fields: present.map(([name, field]) => [name, toMessageValue(field)]) };
}

/** Gives back the value that `toMessageValue` was given. Throws a SyntaxError on what is no such message. */
export function fromMessageValue(message: MessageValue): Json {
  if (Array.isArray(message)) return message.map(fromMessageValue);
  if (message === null || typeof message === "boolean" || typeof message === "string") return message;
  if (typeof message === "number") return message;
  if (typeof message === "object" && "integer" in message) return integerOf(message.integer);
  if (typeof message !== "object" || !Array.isArray(message.fields)) {
    throw new SyntaxError(t`A message holds what no message can hold.`);
  }
  const fields = message.fields.map(([name, value]): [string, Json] => [name, fromMessageValue(value)]);
  return Object.fromEntries(fields);
}

function integerOf(digits: unknown): bigint {
  const integer = typeof digits === "string" ? integerFrom(digits) : undefined;
  if (integer === undefined) throw new SyntaxError(t`An integer of a message is not decimal digits.`);
  return integer;
}
