import { counted } from "../../base/words";
import { unitsToCoins } from "../../wire/coins";
import { grouped } from "../../wire/integerText";
import { shortId } from "../../wire/ids";
import { shortWords } from "../../wire/shortWords";
import { reasonWords } from "./reasonWords";
import type { TransactionFacts, Outcome } from "./transactionFacts";

/** What happened to a transaction, one sentence for each step of its way, without the time. */

export const sending = "sent to the node";
export const sent = "taken for routing, which promises nothing yet";
export const removed = "thrown out of the mempool, never executed";
export const dropped = "dropped: the nonces before it did not come in time";
export const notFound = "looked for: in no mempool and no block of this node";
export const otherChain = "gone: the node has begun another chain, and it is nowhere on it";

export function refused(reason: string): string {
  return `not taken: ${reason}`;
}

export function doubtful(why: string): string {
  return `not known whether it arrived: ${why}`;
}

export function included({ gasLimit, gasPrice, nonce }: TransactionFacts): string {
  const offer = gasLimit === undefined ? "" : `, gas limit ${grouped(gasLimit)}`;
  const price = gasPrice === undefined ? "" : ` at price ${grouped(gasPrice)}`;
  return `in the mempool${nonce === undefined ? "" : `, nonce ${nonce}`}${offer}${price}`;
}

export function deferred({ nonce }: TransactionFacts): string {
  return nonce === undefined
    ? "held back by the node until the nonces before it come"
    : `held back by the node until nonce ${nonce - 1n} comes`;
}

export function executed({ height, gas, error }: Outcome, { gasLimit, gasPrice }: TransactionFacts): string {
  const fee = gas === undefined || gasPrice === undefined ? "" : `, fee ${unitsToCoins(gas * gasPrice)} coins`;
  if (error !== undefined) {
    const all = gas !== undefined && gas === gasLimit;
    const spent = gas === undefined ? "" : all ? `, all of its gas, ${grouped(gas)}` : `, gas ${grouped(gas)}`;
    return `failed in #${height}: ${reasonWords(error)}${spent}${fee}`;
  }
  const of = gasLimit === undefined ? "" : ` of ${grouped(gasLimit)}`;
  return `executed in #${height}${gas === undefined ? "" : `, gas ${grouped(gas)}${of}`}${fee}`;
}

export function accepted(height: bigint): string {
  return `block #${height} is accepted`;
}

export function confirmed(height: bigint): string {
  return `block #${height} is confirmed`;
}

export function final(height: bigint): string {
  return `block #${height} is final, and so is this`;
}

export function reverted(height: bigint | undefined): string {
  return `${height === undefined ? "its block" : `block #${height}`} was reverted: it waits again`;
}

export function replaced(id: string, rival: TransactionFacts, own: TransactionFacts): string {
  const { gasPrice, gasLimit } = rival;
  const offer =
    gasPrice !== undefined && gasPrice === own.gasPrice && gasLimit !== undefined
      ? `, of the same price with gas limit ${grouped(gasLimit)}`
      : gasPrice === undefined
        ? ""
        : `, at gas price ${grouped(gasPrice)}`;
  return `replaced by ${shortId(id)}${offer}`;
}

export function replaces(id: string, { gasPrice }: TransactionFacts): string {
  return `in the place of ${shortId(id)}${gasPrice === undefined ? "" : `, which offered gas price ${grouped(gasPrice)}`}`;
}

export function overtaken(id: string, { nonce }: TransactionFacts): string {
  return `gone without a word: ${shortId(id)} has nonce ${nonce} now`;
}

export function vanished(blocks: number, { nonce }: TransactionFacts): string {
  const free = nonce === undefined ? "" : `; nonce ${nonce} is still free`;
  const usual = "usually it was for another chain, or its gas found no room";
  return `vanished: in no mempool and no block for ${counted(blocks, "block")}, and nothing told why (${usual})${free}`;
}

/** What a contract told; `value`: its data as JSON, once it is decoded. */
export function emitted(topic: string, contract: string, value?: string): string {
  return `${shortWords(topic, 100)} of ${shortWords(contract, 100)}${value === undefined ? "" : `: ${shortWords(value, 300)}`}`;
}
