import type { Provisioner } from "../provisioners";
import { contractIds } from "./contractIds";
import { SampleContract } from "./contract";

/** The stake contract, built into the node. */
export function stake(provisioners: readonly Provisioner[]): SampleContract {
  return SampleContract.of<null>({
    id: contractIds.stake,
    title: "StakeContract",
    version: "1.1.0",
    driver: "built-in",
    createdAt: null,
    types: {
      StakeData: {
        fields: { amount: "u64", locked: "u64", eligibility: "u64", reward: "u64", faults: "u8", hard_faults: "u8" },
      },
      Reward: { fields: { account: "AccountPublicKey", value: "u64", reason: "String" } },
      StakeEvent: { fields: { keys: "AccountPublicKey", value: "u64", locked: "u64" } },
    },
    functions: [
      {
        name: "get_stake",
        doc: "What a provisioner has staked; null when nothing.",
        input: "AccountPublicKey",
        output: "Option<StakeData>",
        run: (_state, key) => {
          const found = provisioners.find((provisioner) => provisioner.key === key);
          if (!found) return null;
          const { amount, locked_amt, eligibility, reward, faults, hard_faults } = found;
          return { amount, locked: locked_amt, eligibility, reward, faults, hard_faults };
        },
      },
      { name: "burnt_amount", input: "()", output: "u64", run: () => 0n },
    ],
    events: [
      { topic: "reward", data: "Vec<Reward>" },
      { topic: "stake", data: "StakeEvent" },
      { topic: "unstake", data: "StakeEvent" },
    ],
    initialState: () => null,
  });
}
