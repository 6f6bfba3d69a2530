import type { Answer, Ask } from "../http/answer";
import { type Refusal, isNested, jsonAnswer, refuse } from "../http/answer";
import type { SampleContract } from "../contracts/contract";
import { Panic } from "../contracts/contract";
import { driverFailure, driverWords } from "../driver/driverWords";
import { bodyBytes, bodyJson, bytesAnswer, header, saysJson } from "../wire/payload";
import type { Behaviours } from "../profile";
import type { SandboxNode } from "../sandboxNode";
import { CodecError } from "../wire/typeCodec";
import { feedAnswer } from "./feed";
import { withDriver } from "./contractDriver";

/** `/on/contracts:<id>/<method>` (§4.6): a read-only call with JSON or bytes. */
export function contractsRoute(ask: Ask, node: SandboxNode): Answer {
  const { like, prefix } = node.options;
  if (ask.entity === undefined) throw refuse.input("Invalid URL path");
  const id = contractId(ask);
  const json = saysJson(ask);
  const contract = json ? withDriver(node, id) : node.world.contracts.get(id);
  if (!contract) throw missingContract(id, like);
  const fn = contract.function(ask.topic);
  if (!fn) throw missingMethod(contract, ask.topic, json, like);
  const input = json ? encoded(contract, ask, like) : bodyBytes(ask);
  if (fn.feed || header(ask, `${prefix}-Feeder`) !== undefined) return feedAnswer(ask, node, contract, fn, input);
  const output = called(contract, ask.topic, input, node);
  if (!json) return bytesAnswer(ask, like, output);
  try {
    return jsonAnswer(contract.decodeOutput(ask.topic, output));
  } catch (error) {
    // What the driver cannot decode goes out as it is, and not as JSON.
    if (error instanceof CodecError) return bytesAnswer(ask, like, output);
    throw error;
  }
}

/** The entity as a contract id; 400 when it is none. */
export function contractId({ entity = "" }: Ask, wrong = "Invalid contract bytes"): string {
  if (!/^[0-9a-f]{64}$/i.test(entity)) throw refuse.input(wrong);
  return entity.toLowerCase();
}

function missingContract(id: string, like: Behaviours): Refusal {
  return like["dispatch: contract or method not found"] === 404
    ? refuse.notFound(`Contract ${id} not found`)
    : refuse.vm(like, `Contract does not exist: ${id}`);
}

function missingMethod(contract: SampleContract, method: string, json: boolean, like: Behaviours): Refusal {
  if (like["dispatch: contract or method not found"] === 404) {
    return refuse.notFound(`Contract ${contract.id} has no method "${method}"`);
  }
  if (!json) return refuse.vm(like, `failed to find function export \`${method}\``);
  return unprocessable(contract, new CodecError(`fn_name ${method}`, "Unsupported"), like);
}

function encoded(contract: SampleContract, ask: Ask, like: Behaviours): Buffer {
  const { topic, body } = ask;
  const isNothing = body.length === 0 && contract.definition.takesNothing;
  try {
    return contract.encodeInput(topic, isNothing ? null : bodyJson(ask));
  } catch (error) {
    if (error instanceof SyntaxError) throw unprocessable(contract, new CodecError(error.message), like);
    if (!(error instanceof CodecError)) throw error;
    if (isNested(like)) throw unprocessable(contract, error, like);
    throw driverFailure(contract, "encode_input_fn", error, like);
  }
}

/** The refusal of JSON that a driver does not take: in its own words, or in one layer. */
function unprocessable({ driver }: SampleContract, error: CodecError, like: Behaviours): Refusal {
  return refuse.unprocessable(like, isNested(like) ? driverWords(driver, error) : error.message);
}

function called(contract: SampleContract, fn: string, input: Buffer, node: SandboxNode): Buffer {
  try {
    return contract.query(fn, input, node.world.chain.height);
  } catch (error) {
    if (error instanceof Panic) throw refuse.vm(node.options.like, error.message);
    if (error instanceof CodecError) throw refuse.vm(node.options.like, `Panic: ${error.message}`);
    throw error;
  }
}
