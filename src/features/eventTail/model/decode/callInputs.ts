import type { DriverClient } from "../../../../client/routes/driverClient";
import { NodeError } from "../../../../client/failures/nodeError";
import { bytesToHex } from "../../../../wire/hex";
import { type Json, stringifyExactJson } from "../../../../wire/json/exactJson";
import { limits } from "../../../../wire/limits";
import { transactionCall, type TransactionCall } from "../../../../wire/transactionCall";
import type { Clock } from "../../../../base/clock";
import { DriverHealth } from "./driverHealth";
import { Limiter } from "../../../../base/limiter";
import { messageOf } from "../../../../base/words";
import { objectText } from "../../../../wire/json/jsonMembers";

/** What is needed of a driver's routes (§4.8). */
type InputDrivers = Pick<DriverClient, "decodeInput">;

const { inputBytes, inputs: mostKept } = limits.summary;

/** Requests at a time, and of a contract how many wait; longest that a row waits for one, in milliseconds. */
const most = { running: 4, waiting: 32, ms: 1500 };

/**
 * What the functions are called with that transactions call, decoded by the contracts' drivers in the node (§4.8
 * `decode_input_fn`). A transaction is told of when it is included and when it is executed, and asked for once; where
 * too much waits, no one is asked. Never rejects.
 */
export class CallInputs {
  private readonly limiter = new Limiter(most.running, most.waiting);
  private readonly health: DriverHealth;
  private readonly kept = new Map<string, Promise<Json | undefined>>();

  constructor(
    private readonly drivers: () => Promise<InputDrivers>,
    clock: Pick<Clock, "now">,
  ) {
    this.health = new DriverHealth(clock);
  }

  /** Undefined for what calls nothing, or nothing that a row has room for. */
  decode(transaction: Json): Promise<Json | undefined> | undefined {
    const call = transactionCall(transaction);
    if (!call || call.bytes.length === 0 || call.bytes.length > inputBytes) return undefined;
    const key = `${call.contract}/${call.fn}/${bytesToHex(call.bytes)}`;
    const known = this.kept.get(key);
    if (known) return known;
    if (this.health.problem(call.contract, call.fn) !== undefined) return undefined;
    const signal = AbortSignal.timeout(most.ms);
    const input = this.limiter.run(call.contract, () => this.ask(call, signal));
    if (input) this.keep(key, input);
    return input;
  }

  private keep(key: string, input: Promise<Json | undefined>): void {
    this.kept.set(key, input);
    const [oldest] = this.kept.keys();
    if (this.kept.size > mostKept) this.kept.delete(oldest!);
  }

  private async ask({ contract, fn, bytes }: TransactionCall, signal: AbortSignal): Promise<Json | undefined> {
    if (signal.aborted || this.health.problem(contract, fn) !== undefined) return undefined;
    try {
      const { value, text } = await (await this.drivers()).decodeInput(contract, fn, bytes, signal);
      this.health.succeeded(contract);
      return text.length <= limits.decodedCharacters ? value : undefined;
    } catch (thrown) {
      const error = NodeError.from(thrown);
      this.health.failed(contract, fn, error, error.message);
      return undefined;
    }
  }
}

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
