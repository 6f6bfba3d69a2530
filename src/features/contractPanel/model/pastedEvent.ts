import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import { NodeError } from "../../../client/failures/nodeError";
import { contractName } from "../../../contract/schema/knownContracts";
import { type Json, parseExactJson, stringifyExactJson } from "../../../wire/json/exactJson";
import type { EventFrame } from "../../../wire/eventFrame";
import { bytesToHex } from "../../../wire/hex";
import { objectText } from "../../../wire/json/jsonMembers";
import { limits } from "../../../wire/limits";
import { transactionCall, type TransactionCall } from "../../../wire/transactionCall";
import { visibleText } from "../../../wire/visibleText";
import { jsonIn } from "../../../wire/json/fields";

/** The call of a transaction that someone pasted as JSON; undefined for any other text. */
export function callIn(text: string): TransactionCall | undefined {
  if (!text.startsWith("{") || text.length > limits.pastedCharacters) return undefined;
  const value = jsonIn(text);
  return value === undefined ? undefined : transactionCall(value);
}

/**
 * A pasted event as JSON: what its header says, and its data decoded; data that cannot be decoded stands there as hex,
 * with the reason. The name is that of the event and what it is of.
 */
export async function frameDocument(
  connection: Connection,
  frame: EventFrame,
): Promise<{ name: string; text: string }> {
  const { component, entity = "", topic = "" } = frame.target;
  const of = component === "contracts" ? contractName(entity, connection.config.contracts) : component;
  const read = await dataOf(connection, frame);
  const call = "value" in read ? await argumentsOf(connection, read.value) : undefined;
  const text = objectText([
    ["event", JSON.stringify(topic)],
    [component === "contracts" ? "contract" : component, entity === "" ? undefined : JSON.stringify(entity)],
    ["header", stringifyExactJson(frame.header)],
    ["data", "text" in read ? read.text : JSON.stringify(bytesToHex(frame.data))],
    ["not_decoded", "problem" in read ? JSON.stringify(read.problem) : undefined],
    ["call", call],
  ]);
  return { name: `${visibleText(of)}.${visibleText(topic)} event`, text };
}

type ReadData = { text: string; value: Json } | { problem: string };

async function dataOf(connection: Connection, { target, data }: EventFrame): Promise<ReadData> {
  const { component, entity, topic } = target;
  try {
    if (component === "contracts" && entity !== undefined && topic !== undefined) {
      const { drivers } = await connection.node();
      return await drivers.decodeEvent(entity, topic, data);
    }
    if (data.length === 0) return { text: "null", value: null };
    const text = new TextDecoder("utf-8", { fatal: true }).decode(data);
    return { text, value: parseExactJson(text) };
  } catch (error) {
    return { problem: error instanceof NodeError ? error.message : t`The data is not JSON.` };
  }
}

/** The arguments of the transaction that an event is about, decoded; or why they are not. */
async function argumentsOf(connection: Connection, transaction: Json): Promise<string | undefined> {
  const call = transactionCall(transaction);
  if (!call) return undefined;
  try {
    const { drivers } = await connection.node();
    const { text } = await drivers.decodeInput(call.contract, call.fn, call.bytes);
    return objectText([
      ["contract", JSON.stringify(call.contract)],
      ["function", JSON.stringify(call.fn)],
      ["arguments", text],
    ]);
  } catch (error) {
    return stringifyExactJson({
      contract: call.contract,
      function: call.fn,
      not_decoded: NodeError.from(error).message,
    });
  }
}
