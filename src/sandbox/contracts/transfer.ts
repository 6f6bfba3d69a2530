import type { Ledger } from "../chain/ledger";
import type { Json } from "../wire/json";
import type { NamedTypes } from "../wire/rustType";
import { sandboxChainId } from "../chain/chainId";
import { contractIds } from "./contractIds";
import { SampleContract } from "./contract";

/** The transfer contract, built into the node: accounts and the balances of contracts (§2.7, §2.8). */
export function transfer(ledger: Ledger): SampleContract {
  return SampleContract.of({
    id: contractIds.transfer,
    title: "TransferContract",
    version: "1.2.0",
    driver: "built-in",
    types,
    functions: [
      {
        name: "account",
        doc: "Balance and nonce of a public account.",
        input: "AccountPublicKey",
        output: "AccountData",
        run: (_state, key) => ({ ...ledger.account(key as string) }),
      },
      {
        name: "contract_balance",
        doc: "Balance of a contract.",
        input: "ContractId",
        output: "u64",
        run: (_state, id) => ledger.contractBalance(id as string),
      },
      { name: "chain_id", input: "()", output: "u8", run: () => sandboxChainId },
      { name: "num_notes", input: "()", output: "u64", run: () => 1n },
      {
        name: "sync_accounts",
        doc: "Feeds accounts from an offset on, so many of them.",
        input: "(u64, u64)",
        output: "(AccountData, AccountPublicKey)",
        feed: (_state, range) => inRange(range, ledger.keys).map((key) => [{ ...ledger.account(key) }, key]),
      },
      {
        name: "sync_contract_balances",
        doc: "Feeds balances of contracts from an offset on, so many of them.",
        input: "(u64, u64)",
        output: "(ContractId, u64)",
        feed: (_state, range) => inRange(range, ledger.contractIds).map((id) => [id, ledger.contractBalance(id)]),
      },
      { name: "root", input: "()", output: "BlsScalar", run: () => contractIds.counter },
    ],
    events: [
      { topic: "moonlight", data: "MoonlightTransactionEvent" },
      { topic: "deposit", data: "DepositEvent" },
    ],
  });
}

function inRange<T>(range: Json, all: T[]): T[] {
  const [offset, limit] = (range as string[]).map(Number) as [number, number];
  return all.slice(offset, offset + limit);
}

const types: NamedTypes = {
  DepositEvent: { fields: { sender: "AccountPublicKey", receiver: "ContractId", value: "u64" } },
  AccountData: { fields: { nonce: "u64", balance: "u64" } },
  MoonlightTransactionEvent: {
    fields: {
      sender: "AccountPublicKey",
      receiver: "Option<AccountPublicKey>",
      value: "u64",
      memo: "Vec<u8>",
      gas_spent: "u64",
      refund_info: "Option<(AccountPublicKey, u64)>",
    },
  },
};
