import { messageOf } from "../../../../base/words";
import type { DriverClient } from "../../../../client/routes/driverClient";
import { stringifyExactJson, type Json } from "../../../../wire/json/exactJson";
import { objectText } from "../../../../wire/json/jsonMembers";
import { transactionCall } from "../../../../wire/transactionCall";

/**
 * What a transaction calls with what, as JSON text: `contract`, `fn`, and `arguments` decoded by the contract's driver
 * (§4.8 `decode_input_fn`), or the `problem` why not.
 */
export async function callArguments(
  transactionData: Json,
  drivers: Pick<DriverClient, "decodeInput">,
): Promise<string | undefined> {
  const call = transactionCall(transactionData);
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
    return stringifyExactJson({ contract, fn, problem: messageOf(error) });
  }
}
