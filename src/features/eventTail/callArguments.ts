import type { DriverClient } from "../../client/driverClient";
import { stringifyExactJson, type Json } from "../../wire/exactJson";
import { objectText } from "../../wire/jsonMembers";
import { fieldAt, objectOf } from "./chainQueries";

/** The function that a transaction calls, and its arguments as bytes. */
interface ContractCall {
  contract: string;
  fn: string;
  bytes: Uint8Array;
}

/**
 * What a transaction calls with what, as JSON text: `contract`, `fn`, and `arguments` decoded by the contract's driver
 * (§4.8 `decode_input_fn`), or the `problem` why not.
 */
export async function callArguments(
  transactionData: Json,
  drivers: Pick<DriverClient, "decodeInput">,
): Promise<string | undefined> {
  const call = callIn(transactionData);
  if (!call) return undefined;
  const { contract, fn, bytes } = call;
  try {
    const { text } = await drivers.decodeInput(contract, fn, bytes);
    return objectText([
      ["contract", JSON.stringify(contract)],
      ["fn", JSON.stringify(fn)],
      ["arguments", text],
    ]);
  } catch (error) {
    return stringifyExactJson({ contract, fn, problem: error instanceof Error ? error.message : String(error) });
  }
}

/** `call` of the transaction itself, or of the transaction within an `executed` event. */
function callIn(data: Json): ContractCall | undefined {
  const call = objectOf(fieldAt(data, ["inner", "call"]) ?? fieldAt(data, ["call"]));
  const { contract, fn_name: fn, fn_args: encoded } = call;
  if (typeof contract !== "string" || typeof fn !== "string" || typeof encoded !== "string") return undefined;
  return { contract, fn, bytes: Uint8Array.from(Buffer.from(encoded, "base64")) };
}
