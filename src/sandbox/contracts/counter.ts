import { contractIds } from "./contractIds";
import type { Call } from "./contract";
import { Panic, SampleContract } from "./contract";
import type { Json } from "../wire/json";

interface CounterState {
  value: bigint;
  lowest: bigint;
  highest: bigint;
  note: string | null;
  tag: string;
}

const maximum = 2n ** 64n - 1n;

/** A counter: scalars, a tuple, an option, a vector, a byte array and named structs, with two kinds of events. */
export function counter(): SampleContract {
  return SampleContract.of<CounterState>({
    id: contractIds.counter,
    title: "Counter",
    version: "0.3.1",
    driver: "available",
    types: {
      SetValue: { fields: { value: "u64", note: "Option<String>" } },
      ValueSet: { fields: { old: "u64", new: "u64", by: "Option<AccountPublicKey>" } },
      Snapshot: {
        fields: { value: "u64", bounds: "(u64, u64)", note: "Option<String>", tag: "[u8; 32]", is_zero: "bool" },
      },
    },
    functions: [
      { name: "get_value", doc: "The current value.", input: "()", output: "u64", run: ({ value }) => value },
      { name: "set_value", doc: "Sets the value and its note.", input: "SetValue", output: "()", run: setValue },
      { name: "increment_by", doc: "Adds to the value.", input: "u32", output: "u64", run: add },
      { name: "bounds", doc: "Lowest and highest value so far.", input: "()", output: "(u64, u64)", run: bounds },
      { name: "add_many", doc: "Sums a list; the value stays.", input: "Vec<u64>", output: "u64", run: sum },
      { name: "tag", doc: "Keeps a tag and answers the one before.", input: "[u8; 32]", output: "[u8; 32]", run: tag },
      { name: "last_note", input: "()", output: "Option<String>", run: ({ note }) => note },
      { name: "snapshot", doc: "Everything at once.", input: "()", output: "Snapshot", run: snapshot },
      { name: "fail", doc: "Always fails.", input: "()", output: "()", run: fail },
      {
        name: "opaque",
        doc: "Answers bytes that the driver cannot decode.",
        input: "()",
        output: "u64",
        rawOutput: Buffer.from("12345678123456781234567812345678", "hex"),
      },
    ],
    events: [
      { topic: "value_set", data: "ValueSet" },
      { topic: "counted", data: "u64" },
    ],
    initialState: () => ({ value: 7n, lowest: 0n, highest: 7n, note: null, tag: "00".repeat(32) }),
  });
}

function change(state: CounterState, value: bigint): void {
  if (value > maximum) throw overflow();
  state.value = value;
  if (value < state.lowest) state.lowest = value;
  if (value > state.highest) state.highest = value;
}

function setValue(state: CounterState, input: Json, call: Call): Json {
  const { value, note } = input as { value: string; note: string | null };
  const old = state.value;
  change(state, BigInt(value));
  state.note = note;
  call.emit("value_set", { old, new: state.value, by: call.caller });
  return null;
}

function add(state: CounterState, input: Json, call: Call): Json {
  change(state, state.value + BigInt(input as number));
  call.emit("counted", state.value);
  return state.value;
}

function bounds({ lowest, highest }: CounterState): Json {
  return [lowest, highest];
}

function sum(_state: CounterState, input: Json): Json {
  const total = (input as string[]).reduce((sumSoFar, item) => sumSoFar + BigInt(item), 0n);
  if (total > maximum) throw overflow();
  return total;
}

function tag(state: CounterState, input: Json): Json {
  const before = state.tag;
  state.tag = input as string;
  return before;
}

function snapshot(state: CounterState): Json {
  const { value, note, tag } = state;
  return { value, bounds: bounds(state), note, tag, is_zero: value === 0n };
}

function fail(): Json {
  throw new Panic("Panic: the counter was asked to fail");
}

function overflow(): Panic {
  return new Panic("Panic: attempt to add with overflow");
}
