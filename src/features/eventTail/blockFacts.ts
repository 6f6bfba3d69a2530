import type { EventFrame } from "../../wire/eventFrame";
import { parseExactJson, type Json } from "../../wire/exactJson";
import { limits } from "../../wire/limits";
import { objectOf } from "./chainQueries";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The transaction whose execution the event is part of; what happens in the mempool is part of no block. */
export function causeOf(frame: EventFrame): string | undefined {
  const { component, topic } = frame.kind;
  if (component !== "transactions") return frame.origin;
  return topic === "executed" ? frame.target.entity : undefined;
}

/** Longer texts are no ids, and would be kept by the hundred thousand. */
export function isId(value: Json | undefined): value is string {
  return typeof value === "string" && value.length <= limits.idCharacters;
}

/** The fields of an event about a block; none of what is no JSON object. */
export function fieldsOf(data: Uint8Array): { [key: string]: Json } {
  try {
    return objectOf(parseExactJson(decoder.decode(data)));
  } catch {
    return {};
  }
}
