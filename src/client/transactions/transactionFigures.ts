import { hexToBytes } from "../../wire/hex";
import { grouped } from "../../wire/integerText";
import { fieldsOf, integerOf } from "../../wire/json/fields";
import type { NodeConnection } from "../nodeConnection";
import type { TransactionLife } from "./transactionLife";

/** Why a transaction waits, by the prices that wait (§4.4), its account (§2.7) and a block's room (§2.4); never rejects. */
export async function waitingReasons(node: NodeConnection, { facts }: TransactionLife): Promise<string[]> {
  const { sender, nonce, gasPrice, gasLimit } = facts;
  const [prices, account, info] = await Promise.all([
    orUndefined(node.network.gasPrice()),
    sender === undefined ? undefined : orUndefined(node.contracts.account(sender)),
    orUndefined(node.node.info()),
  ]);
  const next = account?.nonce === undefined ? undefined : account.nonce + 1n;
  const middle = prices?.median;
  const room = integerOf(fieldsOf(info?.["vm_config"] ?? null)["block_gas_limit"]);
  const reasons: string[] = [];
  if (nonce !== undefined && next !== undefined && nonce > next)
    reasons.push(
      nonce - next === 1n ? `nonce ${next} comes before it` : `nonces ${next} to ${nonce - 1n} come before it`,
    );
  if (gasPrice !== undefined && middle !== undefined && gasPrice < middle)
    reasons.push(`its gas price ${grouped(gasPrice)} is below the middle of those that wait, ${grouped(middle)}`);
  if (gasLimit !== undefined && room !== undefined && gasLimit > room)
    reasons.push(`its gas limit ${grouped(gasLimit)} is above that of a block, ${grouped(room)}`);
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
