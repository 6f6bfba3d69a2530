import { base64Bytes } from "./base64";
import { type Json } from "./json/exactJson";
import { fieldsOf } from "./json/fields";
import { hexToBytes } from "./hex";

/** The function that a transaction calls, and its arguments as bytes. */
export interface TransactionCall {
  readonly contract: string;
  readonly fn: string;
  readonly bytes: Uint8Array;
}

/** Where a transaction's call stands: in itself, in an event about it, in an answer of GraphQL. */
const places = [["inner", "call"], ["call"], ["tx", "callData"], ["callData"], []];

/** What a transaction calls, in the spelling of events (`fn_args` in base64) or of GraphQL (`data` in hex). */
export function transactionCall(data: Json): TransactionCall | undefined {
  for (const place of places) {
    const call = fieldsOf(place.reduce<Json>((inner, name) => fieldsOf(inner)[name] ?? null, data));
    const contract = call["contract"] ?? call["contractId"];
    const fn = call["fn_name"] ?? call["fnName"];
    if (typeof contract !== "string" || typeof fn !== "string") continue;
    const bytes = argumentsOf(call["fn_args"], call["data"]);
    if (bytes) return { contract, fn, bytes };
  }
  return undefined;
}

function argumentsOf(base64: Json | undefined, hex: Json | undefined): Uint8Array | undefined {
  if (typeof base64 === "string") return base64Bytes(base64);
  try {
    return typeof hex === "string" ? hexToBytes(hex) : undefined;
  } catch {
    return undefined;
  }
}
