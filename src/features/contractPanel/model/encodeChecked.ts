import { t } from "../../../base/translate";
import type { EncodedInput } from "../../../bridge/contractPage";
import type { DriverClient } from "../../../client/routes/driverClient";
import { failureWords } from "../../../client/failures/failureWords";
import { NodeError } from "../../../client/failures/nodeError";
import { pathNamedByDriver } from "../../../contract/input/driverProblem";
import { jsonPathText, type JsonPath } from "../../../contract/jsonPath";
import { jsonDifferences, sameToDriver } from "../../../contract/jsonDifference";
import { parseExactJson } from "../../../wire/json/exactJson";
import { bytesToHex } from "../../../wire/hex";
import { shown } from "./callWatch";
import { present } from "../../../base/present";

/**
 * Encodes an input (§4.8 `encode_input_fn`) and decodes it again (`decode_input_fn`): what comes back must mean the
 * same. A refusal of the driver is an answer, with the place in the input that its message names.
 */
export async function encodeChecked(
  drivers: Pick<DriverClient, "encodeInput" | "decodeInput">,
  contractId: string,
  fn: string,
  json: string,
  signal: AbortSignal,
): Promise<EncodedInput> {
  let bytes: Uint8Array;
  try {
    bytes = await drivers.encodeInput(contractId, fn, json, signal);
  } catch (error) {
    signal.throwIfAborted();
    return refusal(NodeError.from(error), json);
  }
  const hex = bytesToHex(bytes);
  // What takes no value has nothing to go wrong, and not every driver decodes the input of each function.
  if (bytes.length === 0) return { hex, differences: [] };
  try {
    const { value } = await drivers.decodeInput(contractId, fn, bytes, signal);
    const differences = jsonDifferences(parseExactJson(json), value, sameToDriver).map((each) => {
      return { path: each.path, sent: shown(each.before), back: shown(each.after) };
    });
    return { hex, differences };
  } catch (error) {
    signal.throwIfAborted();
    return {
      hex,
      differences: [],
      unchecked: t`The driver cannot decode what it encoded: ${failureWords(error).sentence}`,
    };
  }
}

function refusal(error: NodeError, json: string): EncodedInput {
  const { message, remedy, response, reason } = error;
  const path = pathNamedByDriver(response ?? message, json);
  const byDriver = reason === "node-fault" || reason === "invalid-input";
  return {
    problem: path
      ? withoutPath(message, path)
      : byDriver && !isOfDriver(message)
        ? t`The driver refuses this: ${message}`
        : message,
    byDriver,
    ...present({ remedy, response, path }),
  };
}

/** What a driver says of a place, without the place and the driver: both are plain from where it is shown. */
function withoutPath(message: string, path: JsonPath): string {
  const named = `${jsonPathText(path)}: `;
  const rest = message.startsWith(named) ? message.slice(named.length) : message;
  return rest.endsWith(driverFault) ? rest.slice(0, -driverFault.length) : rest;
}

function isOfDriver(message: string): boolean {
  return /^(The|This) (driver|contract)\b/.test(message);
}

const driverFault = " (Data driver error)";
