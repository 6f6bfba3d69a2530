import type { Json } from "../wire/json";
import { contractIds } from "./contractIds";
import type { Call } from "./contract";
import { SampleContract } from "./contract";

/** Names with capitals: a node that lower-cases paths cannot call `totalSupply`, yet emits `RewardPaid` as spelled here. */
export function mixedCase(): SampleContract {
  return SampleContract.of<MixedCaseState>({
    id: contractIds.mixedCase,
    title: "MixedCase",
    version: "0.1.0",
    driver: "available",
    createdAt: null,
    types: {},
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
