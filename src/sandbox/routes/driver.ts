import type { Answer, Ask } from "../answer";
import { Dropped, jsonAnswer, refuse, textAnswer } from "../answer";
import type { Refusal } from "../answer";
import type { SampleContract } from "../contracts/contract";
import { driverSchema } from "../contracts/driverSchema";
import { readJson } from "../json";
import { bodyBytes, bodyJson, bodyText, bytesAnswer, saysJson } from "../payload";
import type { SandboxNode } from "../sandboxNode";
import { CodecError } from "../typeCodec";
import { contractId } from "./contracts";

/** `/on/driver:<id>/<method>` (§4.8). */
export function driverRoute(ask: Ask, node: SandboxNode): Answer {
  const id = contractId(ask);
  const contract = withDriver(node, id);
  if (!contract) throw missingDriver(id);
  const [method = "", name = ""] = splitOnce(ask.topic);
  if (method === "get_schema") return schema(contract, node);
  if (method === "get_version") return textAnswer(contract.definition.version ?? "");
  try {
    return code(ask, contract, method, name);
  } catch (error) {
    if (error instanceof CodecError) throw refuse.driver(method, error.message);
    throw error;
  }
}

/** The contract when the node has a driver for it. */
export function withDriver(node: SandboxNode, id: string): SampleContract | undefined {
  const contract = node.contracts.get(id);
  return contract?.driver === "none" ? undefined : contract;
}

export function missingDriver(id: string): Refusal {
  return refuse.notFound(`No data driver for contract id ${id} found.`);
}

function code(ask: Ask, contract: SampleContract, method: string, name: string): Answer {
  switch (method) {
    case "encode_input_fn":
      return bytesAnswer(ask, contract.encodeInput(name, jsonText(ask)));
    case "decode_input_fn":
      return jsonAnswer(contract.decodeInput(name, bodyBytes(ask)));
    case "decode_output_fn":
      return jsonAnswer(contract.decodeOutput(name, bodyBytes(ask)));
    case "decode_event":
      return jsonAnswer(contract.decodeEvent(name, bodyBytes(ask)));
    default:
      throw refuse.notFound(`the driver has no method ${method}`);
  }
}

/** The body is JSON text whatever its content type says. */
function jsonText(ask: Ask) {
  if (saysJson(ask)) return bodyJson(ask);
  const text = bodyText(ask);
  try {
    return readJson(text);
  } catch (error) {
    throw new CodecError(`JSON: ${(error as Error).message}`);
  }
}

function schema(contract: SampleContract, node: SandboxNode): Answer {
  const builtin = contract.driver === "built-in" ? node.options.builtinSchema : "ok";
  if (contract.driver === "silent" || builtin === "drop") throw new Dropped();
  if (builtin === "500") throw refuse.driver("get_schema", "2");
  return jsonAnswer(node.driverSchemas.get(contract.id) ?? driverSchema(contract.definition));
}

function splitOnce(topic: string): string[] {
  const at = topic.indexOf(":");
  return at < 0 ? [topic] : [topic.slice(0, at), topic.slice(at + 1)];
}
