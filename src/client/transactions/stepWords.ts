import { t } from "../../base/translate";
import { counted } from "../../base/words";
import { unitsToCoins } from "../../wire/coins";
import { grouped } from "../../wire/integerText";
import { shortId } from "../../wire/ids";
import { shortWords } from "../../wire/shortWords";
import { reasonWords } from "./reasonWords";
import type { TransactionFacts, Outcome } from "./transactionFacts";

/** What happened to a transaction, one sentence for each step of its way, without the time. */

export const sending = t`sent to the node`;
export const sent = t`taken for routing, which promises nothing yet`;
export const removed = t`thrown out of the mempool, never executed`;
export const dropped = t`dropped: the nonces before it did not come in time`;
export const notFound = t`looked for: in no mempool and no block of this node`;
export const otherChain = t`gone: the node has begun another chain, and it is nowhere on it`;

export function refused(reason: string): string {
  return t`not taken: ${reason}`;
}

export function doubtful(why: string): string {
  return t`not known whether it arrived: ${why}`;
}

export function included({ gasLimit, gasPrice, nonce }: TransactionFacts): string {
  const limit = gasLimit !== undefined && grouped(gasLimit);
  const price = gasPrice !== undefined && grouped(gasPrice);
  const offer =
    limit && price
      ? t`gas limit ${limit} at price ${price}`
      : limit
        ? t`gas limit ${limit}`
        : price && t`gas price ${price}`;
  return [t`in the mempool`, nonce !== undefined && t`nonce ${nonce}`, offer].filter(Boolean).join(", ");
}

export function deferred({ nonce }: TransactionFacts): string {
  return nonce === undefined
    ? t`held back by the node until the nonces before it come`
    : t`held back by the node until nonce ${nonce - 1n} comes`;
}

export function executed({ height, gas, error }: Outcome, { gasLimit, gasPrice }: TransactionFacts): string {
  const fee = gas !== undefined && gasPrice !== undefined && t`fee ${unitsToCoins(gas * gasPrice)} coins`;
  const isAll = error !== undefined && gas === gasLimit;
  const limit = error === undefined && gasLimit !== undefined && grouped(gasLimit);
  const spent =
    gas !== undefined &&
    (isAll ? t`all of its gas, ${grouped(gas)}` : limit ? t`gas ${grouped(gas)} of ${limit}` : t`gas ${grouped(gas)}`);
  const how = error === undefined ? t`executed in #${height}` : t`failed in #${height}: ${reasonWords(error)}`;
  return [how, spent, fee].filter(Boolean).join(", ");
}

export function accepted(height: bigint): string {
  return t`block #${height} is accepted`;
}

export function confirmed(height: bigint): string {
  return t`block #${height} is confirmed`;
}

export function final(height: bigint): string {
  return t`block #${height} is final, and so is this`;
}

export function reverted(height: bigint | undefined): string {
  return height === undefined
    ? t`its block was reverted: it waits again`
    : t`block #${height} was reverted: it waits again`;
}

export function replaced(id: string, rival: TransactionFacts, own: TransactionFacts): string {
  const { gasPrice, gasLimit } = rival;
  const by = shortId(id);
  if (gasPrice === undefined) return t`replaced by ${by}`;
  if (gasPrice !== own.gasPrice || gasLimit === undefined)
    return t`replaced by ${by}, at gas price ${grouped(gasPrice)}`;
  return t`replaced by ${by}, of the same price with gas limit ${grouped(gasLimit)}`;
}

export function replaces(id: string, { gasPrice }: TransactionFacts): string {
  const other = shortId(id);
  if (gasPrice === undefined) return t`in the place of ${other}`;
  return t`in the place of ${other}, which offered gas price ${grouped(gasPrice)}`;
}

export function overtaken(id: string, { nonce }: TransactionFacts): string {
  return t`gone without a word: ${shortId(id)} has nonce ${nonce} now`;
}

export function vanished(blocks: number, { nonce }: TransactionFacts): string {
  const looked = counted(blocks, "block");
  const words = t`vanished: in no mempool and no block for ${looked}, and nothing told why (usually it was for another chain, or its gas found no room)`;
  return nonce === undefined ? words : t`${words}; nonce ${nonce} is still free`;
}

/** What a contract told; `value`: its data as JSON, once it is decoded. */
export function emitted(topic: string, contract: string, value?: string): string {
  const words = t`${shortWords(topic, 100)} of ${shortWords(contract, 100)}`;
  return value === undefined ? words : `${words}: ${shortWords(value, 300)}`;
}
