import { t } from "../../base/translate";
import { hexToBytes } from "../../wire/hex";
import { grouped } from "../../wire/integerText";
import { fieldsOf, integerOf } from "../../wire/json/fields";
import type { NodeConnection } from "../nodeConnection";
import type { AccountState } from "../routes/contractClient";
import type { GasPrice } from "../routes/networkClient";
import type { NodeInfo } from "../routes/nodeClient";
import type { TransactionFacts } from "./transactionFacts";
import type { TransactionLife } from "./transactionLife";

/** The figures of a node by which is told why transactions wait; each is asked for once, however many wait. */
export class WaitingFigures {
  private readonly prices: Promise<GasPrice | undefined>;
  private readonly info: Promise<NodeInfo | undefined>;
  private readonly accounts = new Map<string, Promise<AccountState | undefined>>();

  constructor(private readonly node: NodeConnection) {
    this.prices = orUndefined(node.network.gasPrice());
    this.info = orUndefined(node.node.info());
  }

  /** The prices that wait (§4.4), the sender's account (§2.7) and what the node tells of itself (§2.4); never rejects. */
  async of({ sender }: TransactionFacts) {
    const account = sender === undefined ? undefined : this.account(sender);
    const [prices, own, info] = await Promise.all([this.prices, account, this.info]);
    return { prices, account: own, info };
  }

  private account(key: string): Promise<AccountState | undefined> {
    const known = this.accounts.get(key) ?? orUndefined(this.node.contracts.account(key));
    this.accounts.set(key, known);
    return known;
  }
}

/** Why a transaction waits, by the prices that wait, its account and a block's room; never rejects. */
export async function waitingReasons(figures: WaitingFigures, { facts }: TransactionLife): Promise<string[]> {
  const { nonce, gasPrice, gasLimit } = facts;
  const { prices, account, info } = await figures.of(facts);
  const next = account?.nonce === undefined ? undefined : account.nonce + 1n;
  const middle = prices?.median;
  const room = integerOf(fieldsOf(info?.["vm_config"])["block_gas_limit"]);
  const reasons: string[] = [];
  if (nonce !== undefined && next !== undefined && nonce > next)
    reasons.push(
      nonce - next === 1n ? t`nonce ${next} comes before it` : t`nonces ${next} to ${nonce - 1n} come before it`,
    );
  if (gasPrice !== undefined && middle !== undefined && gasPrice < middle)
    reasons.push(t`its gas price ${grouped(gasPrice)} is below the middle of those that wait, ${grouped(middle)}`);
  if (gasLimit !== undefined && room !== undefined && gasLimit > room)
    reasons.push(t`its gas limit ${grouped(gasLimit)} is above that of a block, ${grouped(room)}`);
  return reasons;
}

/** What a transaction calls its function with, by the contract's driver (§4.8); undefined where that cannot be told. */
export async function decodedArguments(node: NodeConnection, { facts }: TransactionLife): Promise<string | undefined> {
  const { contract, fn, data } = facts.call ?? {};
  if (contract === undefined || fn === undefined || !data) return undefined;
  return (await orUndefined(node.drivers.decodeInput(contract, fn, hexToBytes(data))))?.text;
}

function orUndefined<T>(asked: Promise<T>): Promise<T | undefined> {
  return asked.catch(() => undefined);
}
