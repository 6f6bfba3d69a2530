import { t } from "../../base/translate";
import type { DriverEvent, DriverFunction, DriverSchema } from "./driverSchema";
import { stakeContractId, transferContractId } from "../../wire/ids";
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
export const builtinDriverNote = t`Built into the node; its functions and events are known to Chainscope.`;

/** The transfer contract (§2.11), whose `account` and `contract_balance` §4.6 documents; deployed nodes offer the rest. */
const transferFunctions: DriverFunction[] = [
  {
    name: "account",
    doc: t`Committed nonce and balance of an account, both as decimal text. Takes the account's base58 public key.`,
    input: "AccountPublicKey",
    output: "AccountData",
  },
  {
    name: "contract_balance",
    doc: t`Balance a contract holds, in the smallest unit, as decimal text. Takes the contract's id as 64 hex digits.`,
    input: "ContractId",
    output: "u64",
  },
  { name: "chain_id", doc: t`The network's chain id.`, input: "()", output: "u8" },
  { name: "root", doc: t`Current root of the tree of notes.`, input: "()", output: "BlsScalar" },
  { name: "num_notes", doc: t`How many notes there are.`, input: "()", output: "u64" },
  { name: "opening", doc: t`The opening of the note at a position in the tree.`, input: "u64", output: "" },
  {
    name: "existing_nullifiers",
    doc: t`Which of the given nullifiers are already spent.`,
    input: "Vec<BlsScalar>",
    output: "Vec<BlsScalar>",
  },
  bytesStream("leaves_from_height", t`Streams the notes from a block's height on.`, "u64"),
  bytesStream("leaves_from_pos", t`Streams the notes from a position in the tree on.`, "u64"),
  bytesStream("sync", t`Streams notes, from a position and at most so many.`, "(u64, u64)"),
  stream(
    "sync_nullifiers",
    t`Streams spent nullifiers, from an offset and at most so many.`,
    "(u64, u64)",
    "BlsScalar",
  ),
  stream(
    "sync_accounts",
    t`Streams accounts with their keys, from an offset and at most so many.`,
    "(u64, u64)",
    "(AccountData, AccountPublicKey)",
  ),
  stream(
    "sync_contract_balances",
    t`Streams contracts with their balances, from an offset and at most so many.`,
    "(u64, u64)",
    "(ContractId, u64)",
  ),
  ofTransactions("deposit", "u64"),
  ...["withdraw", "mint", "mint_to_contract", "convert"].map((name) => ofTransactions(name)),
  ...["contract_to_contract", "contract_to_account"].map((name) => ofTransactions(name)),
];

const stakeFunctions: DriverFunction[] = [
  {
    name: "get_stake",
    doc: t`Stake, reward and faults of a provisioner, or null. Takes the provisioner's base58 public key.`,
    input: "BlsPublicKey",
    output: "Option<StakeData>",
  },
  {
    name: "get_stake_keys",
    doc: t`Owner and account keys of a stake, or null. Takes the provisioner's base58 public key.`,
    input: "BlsPublicKey",
    output: "Option<StakeKeys>",
  },
  { name: "burnt_amount", doc: t`Total burnt by slashing, in the smallest unit.`, input: "()", output: "u64" },
  { name: "get_config", doc: t`Limits and penalties the stakes are subject to.`, input: "()", output: "StakeConfig" },
  { name: "get_version", doc: t`Version of the stake contract.`, input: "()", output: "u64" },
  stream("stakes", t`Streams every stake with its keys.`, "()", "(StakeKeys, StakeData)"),
  ofTransactions("stake", "Stake"),
  ...["unstake", "withdraw", "stake_from_contract"].map((name) => ofTransactions(name)),
];

/** The transfer contract and the stake contract, in the order they are listed. */
export const builtinContracts: readonly BuiltinContract[] = [
  builtin(transferContractId, "Transfer contract", transferFunctions, [
    { topic: "moonlight", data: "MoonlightTransactionEvent", doc: t`A public transaction was executed.` },
    { topic: "phoenix", data: "PhoenixTransactionEvent", doc: t`A shielded transaction was executed.` },
    { topic: "deposit", data: "DepositEvent", doc: t`Funds went from a transaction to a contract.` },
    { topic: "withdraw", data: "WithdrawEvent", doc: t`Funds went from a contract to a receiver.` },
    { topic: "convert", data: "ConvertEvent", doc: t`Funds changed between public and shielded.` },
    { topic: "contract_to_contract", data: "ContractToContractEvent", doc: t`One contract paid another.` },
    { topic: "contract_to_account", data: "ContractToAccountEvent", doc: t`A contract paid an account.` },
    { topic: "mint", data: "WithdrawEvent", doc: t`New funds were paid out, such as a reward.` },
    { topic: "mint_c", data: "", doc: t`New funds were paid to a contract.` },
  ]),
  builtin(stakeContractId, "Stake contract", stakeFunctions, [
    { topic: "stake", data: "StakeEvent", doc: t`A stake was made or raised.` },
    { topic: "unstake", data: "StakeEvent", doc: t`A stake was taken back.` },
    { topic: "withdraw", data: "StakeEvent", doc: t`A reward was withdrawn.` },
    { topic: "reward", data: "Vec<Reward>", doc: t`A block's rewards were assigned.` },
    { topic: "slash", data: "SlashEvent", doc: t`A provisioner was penalised.` },
    { topic: "hard_slash", data: "SlashEvent", doc: t`A provisioner lost part of its stake.` },
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

function stream(name: string, doc: string, input: string, output: string): DriverFunction {
  return { name, doc, input, output, streams: true };
}

function bytesStream(name: string, doc: string, input: string): DriverFunction {
  return {
    name,
    doc: `${doc} ${t`No driver decodes them: they come as bytes.`}`,
    input,
    output: "",
    streams: true,
    undecoded: true,
  };
}

/** The driver encodes its input, but only a transaction that calls it changes anything. */
function ofTransactions(name: string, input = ""): DriverFunction {
  return { name, doc: t`For transactions: here its input can be encoded and decoded.`, input, output: "()" };
}
