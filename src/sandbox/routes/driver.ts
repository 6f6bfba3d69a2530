import type { Answer, Ask } from "../http/answer";
import { Dropped, jsonAnswer, jsonText, refuse, textAnswer } from "../http/answer";
import type { SampleContract } from "../contracts/contract";
import { driverSchema } from "../contracts/driverSchema";
import { driverFailure } from "../driver/driverWords";
import { readJson, writeJson } from "../wire/json";
import { bodyBytes, bodyText, bytesAnswer } from "../wire/payload";
import type { Behaviours } from "../profile";
import type { SandboxNode } from "../sandboxNode";
import { CodecError } from "../wire/typeCodec";
import { contractId } from "./contracts";
import { withDriver } from "./contractDriver";

/** `/on/driver:<id>/<method>` (§4.8). */
export function driverRoute(ask: Ask, node: SandboxNode): Answer {
  const { like } = node.options;
  if (ask.entity === undefined) throw refuse.unrouted(like, "no route driver without an entity");
  const id = contractId(ask, "Invalid contractId");
  const contract = withDriver(node, id);
  const [method = "", name = ""] = splitOnce(ask.topic);
  if (method === "get_schema") return schema(contract, node);
  if (method === "get_version") return textAnswer(contract.definition.version ?? "");
  try {
    return code(ask, contract, method, name, like);
  } catch (error) {
    if (error instanceof CodecError) throw driverFailure(contract, method, error, like);
    throw error;
  }
}

function code(ask: Ask, contract: SampleContract, method: string, name: string, like: Behaviours): Answer {
  switch (method) {
    case "encode_input_fn":
      return bytesAnswer(ask, like, contract.encodeInput(name, bodyValue(ask)));
    case "decode_input_fn":
      return jsonAnswer(contract.decodeInput(name, bodyBytes(ask)));
    case "decode_output_fn":
      return jsonAnswer(contract.decodeOutput(name, bodyBytes(ask)));
    case "decode_event":
      return jsonAnswer(contract.decodeEvent(name, bodyBytes(ask)));
    default:
      throw refuse.notFound(`Unsupported data driver method ${method}`);
  }
}

/** The body is JSON text whatever its content type says. */
function bodyValue(ask: Ask) {
  const text = bodyText(ask);
  try {
    return readJson(text);
  } catch (error) {
    throw new CodecError(`JSON: ${(error as Error).message}`);
  }
}

function schema(contract: SampleContract, node: SandboxNode): Answer {
  const builtIn = contract.driver === "built-in";
  const drops = builtIn && node.options.like["get_schema of a built-in contract"] === "dropped connection";
  if (contract.driver === "silent" || drops) throw new Dropped();
  if (contract.driver === "schemaless") return textAnswer("");
  return jsonText(writeJson(node.driverSchemas.get(contract.id) ?? driverSchema(contract.definition)));
}

function splitOnce(topic: string): string[] {
  const at = topic.indexOf(":");
  return at < 0 ? [topic] : [topic.slice(0, at), topic.slice(at + 1)];
}
