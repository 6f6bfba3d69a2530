import type { EventFrame } from "../../../../wire/eventFrame";
import type { Json } from "../../../../wire/json/exactJson";
import { limits } from "../../../../wire/limits";

/** What caused an event: a transaction's execution, or the block itself. What happens in the mempool is part of no block. */
export function causeOf(frame: EventFrame): string | undefined {
  if (frame.kind.component !== "transactions") return frame.origin;
  return isOfMempool(frame) ? undefined : frame.target.entity;
}

/** Whether an event tells of a transaction's life outside of blocks. */
export function isOfMempool({ kind: { component, topic } }: EventFrame): boolean {
  return component === "transactions" && topic !== "executed";
}

/** Longer texts are no ids, and would be kept by the hundred thousand. */
export function isId(value: Json | undefined): value is string {
  return typeof value === "string" && value.length <= limits.idCharacters;
}
