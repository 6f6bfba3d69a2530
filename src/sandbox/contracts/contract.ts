import type { Json } from "../wire/json";
import { CodecError, decode, encode } from "../wire/typeCodec";
import { rustType } from "../wire/rustType";
import type { NamedTypes, RustType } from "../wire/rustType";

/** What a contract function is given besides its input. */
export interface Call {
  /** Base58 key of the sender; null for a query. */
  caller: string | null;
  height: bigint;
  emit(topic: string, data: Json): void;
}

export interface ContractFunction<S> {
  name: string;
  doc?: string;
  input: string;
  output: string;
  run?(state: S, input: Json, call: Call): Json;
  /** Takes what a transaction deposits; from every other function it goes back to the sender. */
  takesDeposit?: boolean;
  /** Makes the function a streaming one: its outputs, one by one; rest between them in milliseconds. */
  feed?(state: S, input: Json): Iterable<Json>;
  feedPauseMs?: number;
  /** Bytes of each chunk that a stream is cut into. */
  feedChunkBytes?: number;
  /** Bytes that the function answers whatever its `output` says. */
  rawOutput?: Uint8Array;
}

export interface ContractDefinition<S> {
  id: string;
  title: string;
  version?: string;
  /**
   * `silent`: a driver whose `get_schema` drops the connection. `schemaless`: one without a schema. `built-in`: cannot be
   * downloaded.
   */
  driver: "available" | "none" | "silent" | "schemaless" | "built-in";
  createdAt: bigint | null;
  /** Whether its driver takes no JSON at all for `()`. */
  takesNothing?: boolean;
  types: NamedTypes;
  functions: ContractFunction<S>[];
  events: { topic: string; data: string }[];
  initialState(): S;
}

/** What most contracts have alike need not be given. */
const usual = { createdAt: null, types: {}, events: [], initialState: () => null };
type GivenDefinition<S> = Omit<ContractDefinition<S>, keyof typeof usual> & Partial<ContractDefinition<S>>;

export interface EmittedEvent {
  topic: string;
  data: Buffer;
}

/** A contract's own failure; the text is the node's, "Panic: …". */
export class Panic extends Error {}

/** A contract that lives in the sandbox: its driver's codec and its state. */
export class SampleContract {
  static of<S = null>(definition: GivenDefinition<S>): SampleContract {
    return new SampleContract({ ...usual, ...definition });
  }

  private state: unknown;
  private readonly functions: Map<string, { fn: ContractFunction<unknown>; input: RustType; output: RustType }>;
  readonly events: ReadonlyMap<string, RustType>;
  readonly id: string;
  readonly title: string;
  driver: ContractDefinition<unknown>["driver"];
  driverSignature: string | null = null;

  private constructor(readonly definition: ContractDefinition<unknown>) {
    const { types } = definition;
    this.id = definition.id;
    this.title = definition.title;
    this.driver = definition.driver;
    this.state = definition.initialState();
    this.functions = new Map(
      definition.functions.map((fn) => [
        fn.name,
        { fn, input: rustType(fn.input, types), output: rustType(fn.output, types) },
      ]),
    );
    this.events = new Map(definition.events.map((event) => [event.topic, rustType(event.data, types)]));
  }

  function(name: string): ContractFunction<unknown> | undefined {
    return this.functions.get(name)?.fn;
  }

  encodeInput(fn: string, value: Json): Buffer {
    return encode(this.known(fn).input, value);
  }

  decodeInput(fn: string, bytes: Uint8Array): Json {
    return decode(this.known(fn).input, bytes);
  }

  encodeOutput(fn: string, value: Json): Buffer {
    return encode(this.known(fn).output, value);
  }

  decodeOutput(fn: string, bytes: Uint8Array): Json {
    return decode(this.known(fn).output, bytes);
  }

  encodeEvent(topic: string, value: Json): Buffer {
    return encode(this.eventType(topic), value);
  }

  decodeEvent(topic: string, bytes: Uint8Array): Json {
    return decode(this.eventType(topic), bytes);
  }

  /** Runs on a copy of the state, as a read-only call does. */
  query(fn: string, input: Uint8Array, height: bigint): Buffer {
    return this.run(fn, input, { caller: null, height }).output;
  }

  /** Runs and keeps the new state when `commit` is set. A {@link Panic} leaves the state as it was. */
  execute(fn: string, input: Uint8Array, call: Omit<Call, "emit">, commit: boolean): EmittedEvent[] {
    const { state, events } = this.run(fn, input, call);
    if (commit) this.state = state;
    return events;
  }

  /** The outputs of a streaming function. */
  feed(fn: string, input: Uint8Array): Iterable<Json> {
    return this.known(fn).fn.feed?.(this.state, this.decodeInput(fn, input)) ?? [];
  }

  private run(name: string, input: Uint8Array, call: Omit<Call, "emit">) {
    const { fn } = this.known(name);
    const events: EmittedEvent[] = [];
    if (fn.rawOutput) return { output: Buffer.from(fn.rawOutput), state: this.state, events };
    // A contract reads what it needs of its arguments.
    const value = decode(this.known(name).input, input, "ignored");
    const state = structuredClone(this.state);
    const emit = (topic: string, data: Json) => void events.push({ topic, data: this.encodeEvent(topic, data) });
    const output = this.encodeOutput(name, fn.run?.(state, value, { ...call, emit }) ?? null);
    return { output, state, events };
  }

  private known(fn: string) {
    const found = this.functions.get(fn);
    if (!found) throw new CodecError(`unknown function "${fn}"`, "Unsupported");
    return found;
  }

  private eventType(topic: string): RustType {
    const found = this.events.get(topic);
    if (!found) throw new CodecError(`unknown event "${topic}"`, "Unsupported");
    return found;
  }
}
