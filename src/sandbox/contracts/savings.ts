import type { Json } from "../wire/json";
import { contractIds } from "./contractIds";
import type { Call } from "./contract";
import { SampleContract } from "./contract";

interface SavingsState {
  total: bigint;
  byKey: Map<string, bigint>;
}

/** Deployed with a driver that has no schema: who calls it or follows its events must know their names. */
export function savings(): SampleContract {
  return SampleContract.of<SavingsState>({
    id: contractIds.savings,
    title: "Savings",
    version: "0.1.0",
    driver: "schemaless",
    createdAt: null,
    types: {
      Config: { fields: { minimum: "u64", warnings: "u8" } },
      Saved: { fields: { total: "u64", value: "u64" } },
    },
    functions: [
      { name: "get_version", input: "()", output: "u64", run: () => 8n },
      { name: "get_config", input: "()", output: "Config", run: () => ({ minimum: 1_000n, warnings: 1 }) },
      { name: "get_savings", input: "AccountPublicKey", output: "Option<u64>", run: savingsOf },
      { name: "save", input: "u64", output: "()", run: save },
    ],
    events: [{ topic: "saved", data: "Saved" }],
    initialState: () => ({ total: 0n, byKey: new Map() }),
  });
}

function savingsOf({ byKey }: SavingsState, key: Json): Json {
  return byKey.get(key as string) ?? null;
}

function save(state: SavingsState, input: Json, call: Call): Json {
  const value = BigInt(input as string);
  const key = call.caller ?? "";
  state.total += value;
  state.byKey.set(key, (state.byKey.get(key) ?? 0n) + value);
  call.emit("saved", { total: state.total, value });
  return null;
}
