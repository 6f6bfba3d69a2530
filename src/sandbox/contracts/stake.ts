import type { Json } from "../wire/json";
import type { Provisioner } from "../chain/provisioners";
import { contractIds } from "./contractIds";
import { SampleContract } from "./contract";

/** The stake contract, built into the node. */
export function stake(provisioners: readonly Provisioner[]): SampleContract {
  return SampleContract.of({
    id: contractIds.stake,
    title: "StakeContract",
    version: "1.1.0",
    driver: "built-in",
    takesNothing: true,
    types: {
      Owner: { variants: { Account: "AccountPublicKey", Contract: "ContractId" } },
      StakeKeys: { fields: { account: "AccountPublicKey", owner: "Owner" } },
      StakeAmount: { fields: { value: "u64", locked: "u64", eligibility: "u64" } },
      StakeData: { fields: { amount: "Option<StakeAmount>", reward: "u64", faults: "u8", hard_faults: "u8" } },
      StakeConfig: { fields: { minimum_stake: "u64", warnings: "u8" } },
      Reward: { fields: { account: "AccountPublicKey", value: "u64", reason: "String" } },
      StakeEvent: { fields: { keys: "StakeKeys", value: "u64", locked: "u64" } },
    },
    functions: [
      {
        name: "get_stake",
        doc: "What a provisioner has staked; null when nothing.",
        input: "AccountPublicKey",
        output: "Option<StakeData>",
        run: (_state, key) => stakeData(provisioners.find((provisioner) => provisioner.key === key)),
      },
      {
        name: "get_stake_keys",
        input: "AccountPublicKey",
        output: "Option<StakeKeys>",
        run: (_state, key) => stakeKeys(provisioners.find((provisioner) => provisioner.key === key)),
      },
      { name: "get_version", input: "()", output: "u64", run: () => 8n },
      {
        name: "get_config",
        input: "()",
        output: "StakeConfig",
        run: () => ({ minimum_stake: 10n ** 12n, warnings: 1 }),
      },
      { name: "burnt_amount", input: "()", output: "u64", run: () => 0n },
      {
        name: "stakes",
        doc: "Feeds keys and stake of every provisioner.",
        input: "()",
        output: "(StakeKeys, StakeData)",
        feed: () => provisioners.map((provisioner) => [stakeKeys(provisioner), stakeData(provisioner)]),
      },
    ],
    events: [
      { topic: "reward", data: "Vec<Reward>" },
      { topic: "stake", data: "StakeEvent" },
      { topic: "unstake", data: "StakeEvent" },
    ],
  });
}

function stakeData(provisioner: Provisioner | undefined): Json {
  if (!provisioner) return null;
  const { amount, locked_amt, eligibility, reward, faults, hard_faults } = provisioner;
  return { amount: { value: amount, locked: locked_amt, eligibility }, reward, faults, hard_faults };
}

function stakeKeys(provisioner: Provisioner | undefined): Json {
  return provisioner ? { account: provisioner.key, owner: provisioner.owner } : null;
}
