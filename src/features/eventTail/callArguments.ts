import type { DriverClient } from "../../client/driverClient";
import type { Json } from "../../wire/exactJson";
import { fieldAt, objectOf } from "./chainQueries";

/** The function that a transaction calls, and its arguments as bytes. */
interface ContractCall {
  contract: string;
  fn: string;
  bytes: Uint8Array;
}

/** What a transaction calls with what, decoded by the contract's driver (§4.8 `decode_input_fn`), or why not. */
export async function callArguments(
  transactionData: Json,
  drivers: Pick<DriverClient, "decodeInput">,
): Promise<
  { contract: string; fn: string; arguments: Json } | { contract: string; fn: string; problem: string } | undefined
> {
  const call = callIn(transactionData);
  if (!call) return undefined;
  const { contract, fn, bytes } = call;
  try {
    const { value } = await drivers.decodeInput(contract, fn, bytes);
    return { contract, fn, arguments: value };
  } catch (error) {
    return { contract, fn, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** `call` of the transaction itself, or of the transaction within an `executed` event. */
function callIn(data: Json): ContractCall | undefined {
  const call = objectOf(fieldAt(data, ["inner", "call"]) ?? fieldAt(data, ["call"]));
  const { contract, fn_name: fn, fn_args: encoded } = call;
  if (typeof contract !== "string" || typeof fn !== "string" || typeof encoded !== "string") return undefined;
  return { contract, fn, bytes: Uint8Array.from(Buffer.from(encoded, "base64")) };
}
