import type { Ledger } from "../chain/ledger";
import type { Provisioner } from "../chain/provisioners";
import { SampleContract, type Call } from "./contract";
import { counter } from "./counter";
import { ledgerFeed } from "./ledgerFeed";
import { stake } from "./stake";
import { token } from "./token";
import { transfer } from "./transfer";
import { contractIds } from "./contractIds";
import type { Json } from "../wire/json";

/** Every contract that the sandbox's chain holds, by id; `withoutSchema` adds one whose driver has none. */
export function sampleContracts(
  ledger: Ledger,
  provisioners: readonly Provisioner[],
  withoutSchema: boolean,
): ReadonlyMap<string, SampleContract> {
  const all = [
    transfer(ledger),
    stake(provisioners),
    counter(),
    token([...ledger.quiet, ...ledger.busy]),
    mixedCase(),
    ledgerFeed(),
    vault(),
    silent(),
    ...(withoutSchema ? [savings()] : []),
  ];
  return new Map(all.map((contract) => [contract.id, contract]));
}

/** Its driver encodes and decodes, but a request for the schema ends the connection without an answer. */
function silent(): SampleContract {
  return SampleContract.of({
    id: contractIds.silent,
    title: "Silent",
    version: "0.0.3",
    driver: "silent",
    functions: [
      { name: "ping", input: "()", output: "String", run: () => "pong" },
      { name: "double", input: "u32", output: "u64", run: (_state, value) => BigInt(value as number) * 2n },
    ],
    events: [{ topic: "pinged", data: "u64" }],
  });
}

/** A contract without a driver: bytes in, bytes out. The data of its event is valid JSON text by accident. */
function vault(): SampleContract {
  return SampleContract.of({
    id: contractIds.vault,
    title: "Vault",
    driver: "none",
    version: "0.0.1",
    functions: [
      { name: "sealed", input: "()", output: "[u8; 4]", run: () => "deadbeef" },
      { name: "echo", input: "[u8; 8]", output: "[u8; 8]", run: (_state, bytes) => bytes },
      {
        name: "put",
        input: "()",
        output: "()",
        takesDeposit: true,
        run: (_state, _input, call) => {
          call.emit("deposit", Buffer.from("12345678").readBigUInt64LE());
          return null;
        },
      },
    ],
    events: [{ topic: "deposit", data: "u64" }],
  });
}

interface SavingsState {
  total: bigint;
  byKey: Map<string, bigint>;
}

/** Deployed with a driver that has no schema: who calls it or follows its events must know their names. */
function savings(): SampleContract {
  return SampleContract.of<SavingsState>({
    id: contractIds.savings,
    title: "Savings",
    version: "0.1.0",
    driver: "schemaless",
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

/** Names with capitals: a node that lower-cases paths cannot call `totalSupply`, yet emits `RewardPaid` as spelled here. */
function mixedCase(): SampleContract {
  return SampleContract.of<MixedCaseState>({
    id: contractIds.mixedCase,
    title: "MixedCase",
    version: "0.1.0",
    driver: "available",
    functions: [
      {
        name: "totalSupply",
        doc: "Out of reach through a lower-cased path.",
        input: "()",
        output: "u64",
        run: () => 10n,
      },
      { name: "setOwner", input: "AccountPublicKey", output: "()", run: setOwner },
      { name: "pay_reward", doc: "Adds to what has been paid.", input: "u64", output: "u64", run: payReward },
    ],
    events: [
      { topic: "RewardPaid", data: "u64" },
      { topic: "OwnerChanged", data: "AccountPublicKey" },
      { topic: "paid", data: "u64" },
    ],
    initialState: () => ({ paid: 0n }),
  });
}

interface MixedCaseState {
  paid: bigint;
}

function setOwner(_state: MixedCaseState, owner: Json, call: Call): Json {
  call.emit("OwnerChanged", owner);
  return null;
}

function payReward(state: MixedCaseState, amount: Json, call: Call): Json {
  state.paid += BigInt(amount as string);
  call.emit("RewardPaid", amount);
  call.emit("paid", state.paid);
  return state.paid;
}
