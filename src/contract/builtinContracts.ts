import type { DriverEvent, DriverFunction, DriverSchema } from "./driverSchema";
import { stakeContractId, transferContractId } from "../wire/ids";
import { contractIdOf } from "./contractId";

/** A contract every network has from its first block, described here because its driver may give no schema. */
export interface BuiltinContract {
  readonly id: string;
  readonly name: string;
  readonly schema: DriverSchema;
}

/**
 * What to tell about the driver of a built-in contract: its metadata (§4.7) says `driver_available: false`, yet the
 * node encodes and decodes with a driver of its own.
 */
export const builtinDriverNote =
  "This contract's driver is built into the node: it cannot be downloaded and the metadata names none, but calls are encoded and decoded.";

/** The transfer contract (§2.11), whose `account` and `contract_balance` §4.6 documents. */
const transferFunctions: DriverFunction[] = [
  {
    name: "account",
    doc: "Committed nonce and balance of an account, both as decimal text. Takes the account's base58 public key.",
    input: "AccountPublicKey",
    output: "AccountData",
  },
  {
    name: "contract_balance",
    doc: "Balance a contract holds, in the smallest unit, as decimal text. Takes the contract's id as 64 hex digits.",
    input: "ContractId",
    output: "u64",
  },
  { name: "chain_id", doc: "The network's chain id. Deployed nodes offer it.", input: "()", output: "u8" },
  {
    name: "root",
    doc: "Current root of the tree of notes. Deployed nodes offer it.",
    input: "()",
    output: "BlsScalar",
  },
  { name: "num_notes", doc: "How many notes there are. Deployed nodes offer it.", input: "()", output: "u64" },
  {
    name: "existing_nullifiers",
    doc: "Which of the given nullifiers are already spent. Deployed nodes offer it.",
    input: "Vec<BlsScalar>",
    output: "Vec<BlsScalar>",
  },
  {
    name: "sync_accounts",
    doc: "Streams accounts with their keys, from an offset and at most so many: ask for the feed. Deployed nodes offer it.",
    input: "(u64, u64)",
    output: "(AccountData, AccountPublicKey)",
  },
  {
    name: "sync_contract_balances",
    doc: "Streams contracts with their balances, from an offset and at most so many: ask for the feed. Deployed nodes offer it.",
    input: "(u64, u64)",
    output: "(ContractId, u64)",
  },
];

const stakeFunctions: DriverFunction[] = [
  {
    name: "get_stake",
    doc: "Stake, reward and faults of a provisioner, or null. Takes the provisioner's base58 public key.",
    input: "BlsPublicKey",
    output: "Option<StakeData>",
  },
  {
    name: "get_stake_keys",
    doc: "Owner and account keys of a stake, or null. Takes the provisioner's base58 public key.",
    input: "BlsPublicKey",
    output: "Option<StakeKeys>",
  },
  { name: "burnt_amount", doc: "Total burnt by slashing, in the smallest unit.", input: "()", output: "u64" },
  { name: "get_config", doc: "Limits and penalties the stakes are subject to.", input: "()", output: "StakeConfig" },
  { name: "get_version", doc: "Version of the stake contract.", input: "()", output: "u64" },
  {
    name: "stakes",
    doc: "Streams every stake with its keys: ask for the feed.",
    input: "()",
    output: "(StakeKeys, StakeData)",
  },
];

/** The transfer contract and the stake contract, in the order they are listed. */
export const builtinContracts: readonly BuiltinContract[] = [
  builtin(transferContractId, "Transfer contract", transferFunctions, [
    { topic: "moonlight", data: "MoonlightTransactionEvent", doc: "A public transaction was executed." },
    { topic: "phoenix", data: "PhoenixTransactionEvent", doc: "A shielded transaction was executed." },
    { topic: "deposit", data: "DepositEvent", doc: "Funds went from a transaction to a contract." },
    { topic: "withdraw", data: "WithdrawEvent", doc: "Funds went from a contract to a receiver." },
    { topic: "convert", data: "ConvertEvent", doc: "Funds changed between public and shielded." },
    { topic: "contract_to_contract", data: "ContractToContractEvent", doc: "One contract paid another." },
    { topic: "contract_to_account", data: "ContractToAccountEvent", doc: "A contract paid an account." },
    { topic: "mint", data: "WithdrawEvent", doc: "New funds were paid out, such as a reward." },
  ]),
  builtin(stakeContractId, "Stake contract", stakeFunctions, [
    { topic: "stake", data: "StakeEvent", doc: "A stake was made or raised." },
    { topic: "unstake", data: "StakeEvent", doc: "A stake was taken back." },
    { topic: "withdraw", data: "StakeEvent", doc: "A reward was withdrawn." },
    { topic: "reward", data: "Vec<Reward>", doc: "A block's rewards were assigned." },
    { topic: "slash", data: "SlashEvent", doc: "A provisioner was penalised." },
    { topic: "hard_slash", data: "SlashEvent", doc: "A provisioner lost part of its stake." },
  ]),
];

/** The built-in contract with this id, in any spelling `checkContractId` accepts. */
export function builtinContract(id: string): BuiltinContract | undefined {
  const normal = contractIdOf(id);
  return builtinContracts.find((contract) => contract.id === normal);
}

function builtin(id: string, name: string, functions: DriverFunction[], events: DriverEvent[]): BuiltinContract {
  return { id, name, schema: { name, imports: [], functions, events, types: {}, problems: [] } };
}
