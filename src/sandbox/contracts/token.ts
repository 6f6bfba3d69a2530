import type { Json } from "../wire/json";
import type { NamedTypes } from "../wire/rustType";
import { contractIds } from "./contractIds";
import type { Call } from "./contract";
import { Panic, SampleContract } from "./contract";

interface TokenState {
  supply: bigint;
  balances: Map<string, bigint>;
  allowances: Map<string, bigint>;
}

/** A token: u64 and u128 amounts, tuples, options, vectors, nested structs, a choice of account kinds, memo bytes. */
export function token(holders: readonly string[]): SampleContract {
  return SampleContract.of<TokenState>({
    id: contractIds.token,
    title: "Token",
    version: "1.0.0",
    driver: "available",
    createdAt: 12n,
    types,
    functions: [
      { name: "total_supply", doc: "All units that exist.", input: "()", output: "u128", run: ({ supply }) => supply },
      { name: "balance_of", doc: "Units of one account.", input: "Account", output: "u64", run: balanceOf },
      { name: "transfer", doc: "Moves units with a memo.", input: "Transfer", output: "()", run: transferUnits },
      { name: "batch_transfer", doc: "Pays many.", input: "Vec<(Account, u64)>", output: "u64", run: batchTransfer },
      { name: "approve", doc: "Lets another spend; null ends it.", input: "Approval", output: "()", run: approve },
      { name: "allowance", input: "(Account, Account)", output: "Option<u64>", run: allowance },
      { name: "holders", doc: "A page: offset and limit.", input: "(u32, u32)", output: "Page", run: page },
      { name: "info", doc: "Name, supply and issuer.", input: "()", output: "TokenInfo", run: info },
      { name: "mint", doc: "Creates units.", input: "(Account, u128)", output: "u128", run: mint },
      { name: "delta", doc: "Signed difference to an amount.", input: "i128", output: "Option<i64>", run: delta },
    ],
    events: [
      { topic: "transfer", data: "TransferEvent" },
      { topic: "approval", data: "Approval" },
      { topic: "minted", data: "(Account, u128)" },
    ],
    initialState: () => ({
      supply: 340_282_366_920_938_463_463_374_607_431_768_211_455n,
      balances: new Map(holders.map((key, at) => [accountName({ External: key }), opening[at] ?? 1_000_000_000_000n])),
      allowances: new Map(),
    }),
  });
}

const opening = [18_446_744_073_709_551_615n, 9_007_199_254_740_993n, 0n];

function balanceOf({ balances }: TokenState, account: Json): Json {
  return balances.get(accountName(account)) ?? 0n;
}

function transferUnits(state: TokenState, input: Json, call: Call): Json {
  const { to, amount, memo } = input as { to: Json; amount: string; memo: string };
  move(state, call, to, BigInt(amount), memo);
  return null;
}

function batchTransfer(state: TokenState, input: Json, call: Call): Json {
  const payments = input as [Json, string][];
  for (const [to, amount] of payments) move(state, call, to, BigInt(amount), "");
  return payments.reduce((total, [, amount]) => total + BigInt(amount), 0n);
}

function move({ balances }: TokenState, call: Call, to: Json, amount: bigint, memo: string): void {
  const from = call.caller === null ? null : { External: call.caller };
  const name = accountName(from);
  const balance = balances.get(name) ?? 0n;
  if (balance < amount) throw new Panic(`Panic: insufficient balance: ${balance} of ${amount}`);
  balances.set(name, balance - amount);
  balances.set(accountName(to), (balances.get(accountName(to)) ?? 0n) + amount);
  call.emit("transfer", { from, to, amount, memo });
}

function approve({ allowances }: TokenState, input: Json, call: Call): Json {
  const { owner, spender, amount } = input as { owner: Json; spender: Json; amount: string | null };
  const name = pairName(owner, spender);
  if (amount === null) allowances.delete(name);
  else allowances.set(name, BigInt(amount));
  call.emit("approval", { owner, spender, amount });
  return null;
}

function allowance({ allowances }: TokenState, input: Json): Json {
  const [owner, spender] = input as [Json, Json];
  return allowances.get(pairName(owner, spender)) ?? null;
}

function page({ balances }: TokenState, input: Json): Json {
  const [offset, limit] = input as [number, number];
  const all = [...balances].map(([name, amount], at) => ({
    account: JSON.parse(name) as Json,
    amount,
    since: at % 2 === 0 ? BigInt(at * 10) : null,
  }));
  const end = offset + limit;
  return { holders: all.slice(offset, end), next: end < all.length ? [end, limit] : null };
}

function info({ supply }: TokenState): Json {
  const issuer = { name: "Sandbox Mint", contact: null, registered: [2025, 1, 7] };
  return { name: "Sample Token", symbol: "SMPL", decimals: 9, supply, issuer, tags: ["sample", "云主机"] };
}

function mint(state: TokenState, input: Json, call: Call): Json {
  const [to, amount] = input as [Json, string];
  const supply = state.supply + BigInt(amount);
  if (supply >= 2n ** 128n) throw new Panic("Panic: attempt to add with overflow");
  state.supply = supply;
  call.emit("minted", [to, amount]);
  return supply;
}

function delta({ balances }: TokenState, input: Json): Json {
  const difference = BigInt(input as string) - BigInt(balances.size);
  return BigInt.asIntN(64, difference) === difference ? difference : null;
}

/** Accounts are told apart by their JSON text: the codec always builds it alike. */
function accountName(account: Json): string {
  return JSON.stringify(account);
}

function pairName(owner: Json, spender: Json): string {
  return `${accountName(owner)} ${accountName(spender)}`;
}

const types: NamedTypes = {
  Account: { variants: { External: "AccountPublicKey", Contract: "ContractId" } },
  Transfer: { fields: { to: "Account", amount: "u64", memo: "Vec<u8>" } },
  TransferEvent: { fields: { from: "Option<Account>", to: "Account", amount: "u64", memo: "Vec<u8>" } },
  Approval: { fields: { owner: "Account", spender: "Account", amount: "Option<u64>" } },
  Holder: { fields: { account: "Account", amount: "u64", since: "Option<u64>" } },
  Issuer: { fields: { name: "String", contact: "Option<String>", registered: "(u16, u8, u8)" } },
  TokenInfo: {
    fields: {
      name: "String",
      symbol: "String",
      decimals: "u8",
      supply: "u128",
      issuer: "Issuer",
      tags: "Vec<String>",
    },
  },
  Page: { fields: { holders: "Vec<Holder>", next: "Option<(u32, u32)>" } },
};
