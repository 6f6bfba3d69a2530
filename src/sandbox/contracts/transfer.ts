import type { Ledger } from "../ledger";
import type { NamedTypes } from "../rustType";
import { sandboxChainId } from "../chainId";
import { contractIds } from "./contractIds";
import { SampleContract } from "./contract";

/** The transfer contract, built into the node: accounts and the balances of contracts (§2.7, §2.8). */
export function transfer(ledger: Ledger): SampleContract {
  return SampleContract.of<null>({
    id: contractIds.transfer,
    title: "TransferContract",
    version: "1.2.0",
    driver: "built-in",
    createdAt: null,
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
      { name: "root", input: "()", output: "BlsScalar", run: () => contractIds.counter },
    ],
    events: [
      { topic: "moonlight", data: "MoonlightTransactionEvent" },
      { topic: "deposit", data: "(ContractId, u64)" },
    ],
    initialState: () => null,
  });
}

const types: NamedTypes = {
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
