import type { Answer, Ask } from "../answer";
import { jsonAnswer, refuse } from "../answer";
import type { SampleContract } from "../contracts/contract";
import { Panic } from "../contracts/contract";
import type { Json } from "../json";
import { bodyBytes, bodyJson, bytesAnswer, saysJson } from "../payload";
import type { SandboxNode } from "../sandboxNode";
import { CodecError } from "../typeCodec";
import { feedAnswer } from "./feed";
import { missingDriver, withDriver } from "./driver";

/** `/on/contracts:<id>/<method>` (§4.6): a read-only call with JSON or bytes. */
export function contractsRoute(ask: Ask, node: SandboxNode): Answer {
  const id = contractId(ask);
  const json = saysJson(ask);
  const contract = json ? withDriver(node, id) : node.contracts.get(id);
  if (!contract) throw json ? missingDriver(id) : refuse.notFound(`Contract ${id} not found`);
  const fn = contract.function(ask.topic);
  if (!fn) throw refuse.notFound(`Contract ${id} has no method "${ask.topic}"`);
  const input = json ? encoded(contract, ask.topic, bodyJson(ask)) : bodyBytes(ask);
  if (fn.feed) return feedAnswer(ask, node, contract, fn, input);
  const output = called(contract, ask.topic, input, node.chain.height);
  if (!json) return bytesAnswer(ask, output);
  try {
    return jsonAnswer(contract.decodeOutput(ask.topic, output));
  } catch (error) {
    // What the driver cannot decode goes out as it is, and not as JSON.
    if (error instanceof CodecError) return bytesAnswer(ask, output);
    throw error;
  }
}

/** The entity as a contract id; 400 when it is none. */
export function contractId({ entity }: Ask): string {
  if (!/^[0-9a-f]{64}$/i.test(entity ?? "")) throw refuse.input("Invalid contract bytes");
  return (entity ?? "").toLowerCase();
}

function encoded(contract: SampleContract, fn: string, value: Json): Buffer {
  try {
    return contract.encodeInput(fn, value);
  } catch (error) {
    if (error instanceof CodecError) throw refuse.driver("encode_input_fn", error.message);
    throw error;
  }
}

function called(contract: SampleContract, fn: string, input: Buffer, height: bigint): Buffer {
  try {
    return contract.query(fn, input, BigInt(height));
  } catch (error) {
    if (error instanceof Panic || error instanceof CodecError) throw refuse.vm(error.message);
    throw error;
  }
}
