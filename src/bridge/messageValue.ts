import type { Json } from "../wire/exactJson";

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

/** Prepares a value for `postMessage`. */
export function toMessageValue(value: Json): MessageValue {
  if (typeof value === "bigint") return { integer: value.toString() };
  if (Array.isArray(value)) return value.map(toMessageValue);
  if (value === null || typeof value !== "object") return value;
  return { fields: Object.entries(value).map(([name, field]) => [name, toMessageValue(field)]) };
}

/** Gives back the value that `toMessageValue` was given. Throws a SyntaxError on what is no such message. */
export function fromMessageValue(message: MessageValue): Json {
  if (Array.isArray(message)) return message.map(fromMessageValue);
  if (message === null || typeof message !== "object") return message;
  if ("integer" in message) {
    if (!/^-?\d+$/.test(message.integer)) throw new SyntaxError("An integer of a message is not decimal digits.");
    return BigInt(message.integer);
  }
  const fields = message.fields.map(([name, value]): [string, Json] => [name, fromMessageValue(value)]);
  return Object.fromEntries(fields);
}
