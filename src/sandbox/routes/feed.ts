import type { Answer, Ask } from "../http/answer";
import { Refusal, isNested, refuse } from "../http/answer";
import type { ContractFunction, SampleContract } from "../contracts/contract";
import { Panic } from "../contracts/contract";
import { writeJson } from "../wire/json";
import { header, saysJson, wantsOctets } from "../wire/payload";
import type { Behaviours } from "../profile";
import type { SandboxNode } from "../sandboxNode";
import { CodecError } from "../wire/typeCodec";

/**
 * A streaming method: refused unless the feeder header asks for the feed, then an array or bytes without end. A method
 * that feeds nothing answers that header with nothing.
 */
export function feedAnswer(
  ask: Ask,
  node: SandboxNode,
  contract: SampleContract,
  fn: ContractFunction<unknown>,
  input: Buffer,
): Answer {
  const { like, prefix } = node.options;
  // It is there or not, whatever it says.
  if (header(ask, `${prefix}-Feeder`) === undefined) throw missingFeed(like);
  try {
    contract.decodeInput(fn.name, input);
  } catch (error) {
    if (error instanceof CodecError) throw refuse.vm(like, error.message);
    throw error;
  }
  const items = contract.feed(fn.name, input);
  const pause = () => node.faults.pause(fn.feedPauseMs ?? 0);
  if (saysJson(ask)) {
    return {
      status: 200,
      headers: { "content-type": "application/json" },
      body: cut(jsonArray(contract, fn.name, items, pause), fn.feedChunkBytes),
    };
  }
  const outputs = bytes(contract, fn, items, pause, wantsOctets(ask, like) ? "octets" : "hex");
  return { status: 200, body: cut(outputs, fn.feedChunkBytes) };
}

function missingFeed(like: Behaviours): Refusal {
  return isNested(like)
    ? refuse.vm(like, "Missing feed")
    : new Refusal(500, "Missing feed: this method streams its outputs");
}

/** A panic in the middle ends the array where it is: the status has long been sent. */
async function* jsonArray(
  contract: SampleContract,
  fn: string,
  items: ReturnType<SampleContract["feed"]>,
  pause: () => Promise<void>,
): AsyncGenerator<Buffer> {
  let lead = "[";
  try {
    for (const item of items) {
      yield Buffer.from(lead + writeJson(contract.decodeOutput(fn, contract.encodeOutput(fn, item))));
      lead = ",";
      await pause();
    }
    yield Buffer.from(lead === "[" ? "[]" : "]");
  } catch (error) {
    if (!(error instanceof Panic)) throw error;
    yield Buffer.from(lead);
  }
}

async function* bytes(
  contract: SampleContract,
  fn: ContractFunction<unknown>,
  items: ReturnType<SampleContract["feed"]>,
  pause: () => Promise<void>,
  as: "octets" | "hex",
): AsyncGenerator<Buffer> {
  try {
    for (const item of items) {
      const output = contract.encodeOutput(fn.name, item);
      yield as === "octets" ? output : Buffer.from(output.toString("hex"));
      await pause();
    }
  } catch (error) {
    if (!(error instanceof Panic)) throw error;
  }
}

async function* cut(body: AsyncGenerator<Buffer>, size: number | undefined): AsyncGenerator<Buffer> {
  for await (const chunk of body) {
    const length = size ?? chunk.length;
    for (let at = 0; at < chunk.length; at += length) yield chunk.subarray(at, at + length);
  }
}
