import type { InputExample } from "../../../bridge/contractPage";
import { recentInputs } from "../../../client/calledFunctions";
import type { Connection } from "../../../client/connection";
import type { NodeConnection } from "../../../client/nodeConnection";
import { NodeError } from "../../../client/failures/nodeError";
import { isGuess } from "../../../contract/input/exampleInput";
import type { KnownTypes } from "../../../contract/types/knownTypes";
import { learnFromValue } from "../../../contract/schema/learnedShapes";
import type { RustType } from "../../../contract/types/rustType";
import { type Json, stringifyExactJson } from "../../../wire/json/exactJson";
import { hexToBytes } from "../../../wire/hex";
import { limits } from "../../../wire/limits";

/** An input to start from, with its value. */
export type FoundExample = Omit<InputExample, "learned" | "json"> & { json: string; value: Json };

const { exampleTransactions, zeroBytes, mostZeroBytes, zeroQuestions } = limits.form;

/**
 * How inputs look of which only the type's name is known: as recent transactions sent them, else as the driver reads
 * zero bytes (§4.8 `decode_input_fn`). Each function of a connection is asked about once, and nothing is asked any more
 * about a contract whose driver fails otherwise than by refusing the bytes. Only cancelling rejects.
 */
export class InputExamples {
  private readonly found = new WeakMap<Connection, Map<string, Asked>>();

  of(connection: Connection, contractId: string, fn: string, signal: AbortSignal): Promise<FoundExample | undefined> {
    const asked = this.found.get(connection) ?? new Map<string, Asked>();
    this.found.set(connection, asked);
    const key = `${contractId}/${fn}`;
    const known = asked.get(contractId) ?? asked.get(key);
    if (known && !known.open?.aborted) return known.example;
    const refuses = () => asked.set(contractId, { example: Promise.resolve(undefined) });
    const made: Asked = { example: find(connection, contractId, fn, signal, refuses), open: signal };
    asked.set(key, made);
    const settled = () => delete made.open;
    made.example.then(settled, () => undefined);
    return made.example;
  }
}

/** A function's input, with what is known of its type. */
export interface InputType {
  fn: string;
  type: RustType;
  known: KnownTypes;
}

/** What is known of an input's type with an example of it; undefined where none is wanted, or there is none. */
export async function exampleFor(
  { examples }: { examples: InputExamples },
  connection: Connection,
  contractId: string,
  { fn, type, known }: InputType,
  signal: AbortSignal,
): Promise<(FoundExample & { known: KnownTypes }) | undefined> {
  if (!isGuess(type, known)) return undefined;
  const found = await examples.of(connection, contractId, fn, signal);
  return found && { ...found, known: { ...known, examples: learnFromValue({}, type, found.value) } };
}

/** An example, and the signal that may still end the search for it. */
interface Asked {
  readonly example: Promise<FoundExample | undefined>;
  open?: AbortSignal;
}

async function find(
  connection: Connection,
  contractId: string,
  fn: string,
  signal: AbortSignal,
  refuses: () => void,
): Promise<FoundExample | undefined> {
  try {
    const node = await connection.node();
    const sent = await inputOfTransaction(node, contractId, fn, signal);
    return sent ?? (await zeros(node, contractId, fn, signal));
  } catch (error) {
    signal.throwIfAborted();
    // A driver that lacks this function may have the others.
    if (NodeError.from(error).reason !== "not-found" && !lacksFunction(error)) refuses();
    return undefined;
  }
}

async function inputOfTransaction(
  { graphql, drivers }: NodeConnection,
  contractId: string,
  fn: string,
  signal: AbortSignal,
): Promise<FoundExample | undefined> {
  // A node that does not tell of transactions may have a driver all the same.
  const inputs = await recentInputs(graphql, contractId, fn, signal).catch(() => []);
  signal.throwIfAborted();
  for (const hex of inputs.slice(0, exampleTransactions)) {
    const decoded = await decode({ drivers }, contractId, fn, hexToBytes(hex), signal);
    if (decoded) return { ...decoded, from: "transaction" };
  }
  return undefined;
}

async function zeros(
  node: Pick<NodeConnection, "drivers">,
  contractId: string,
  fn: string,
  signal: AbortSignal,
): Promise<FoundExample | undefined> {
  // The first alone: it tells whether the node answers such questions at all.
  const [first = 0, ...lengths] = zeroLengths();
  for (let batch = [first]; batch.length > 0; batch = lengths.splice(0, zeroQuestions)) {
    const asked = batch.map((length) => decode(node, contractId, fn, new Uint8Array(length), signal));
    for (const answer of await Promise.all(asked)) {
      if (answer) return { ...answer, from: "zeros" };
    }
  }
  return undefined;
}

function zeroLengths(): number[] {
  const every = Array.from({ length: zeroBytes + 1 }, (_, length) => length);
  const text = Array.from({ length: (mostZeroBytes - zeroBytes) / 8 }, (_, at) => zeroBytes + 8 * (at + 1));
  return [...every, ...text];
}

/** Undefined for bytes that the driver does not take; rejects when it is no answer to the bytes. */
async function decode(
  { drivers }: Pick<NodeConnection, "drivers">,
  contractId: string,
  fn: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<{ json: string; value: Json } | undefined> {
  try {
    const { value } = await drivers.decodeInput(contractId, fn, bytes, signal);
    return { value, json: stringifyExactJson(value) };
  } catch (error) {
    signal.throwIfAborted();
    const { reason } = NodeError.from(error);
    if ((reason === "node-fault" || reason === "invalid-input") && !lacksFunction(error)) return undefined;
    throw error;
  }
}

/** Some nodes say it in words of their own (§4.8 shows none). */
function lacksFunction(error: unknown): boolean {
  return /\bunknown function\b/i.test(NodeError.from(error).message);
}
