import type { Json } from "../../wire/json/exactJson";
import { fieldsOf, integerOf } from "../../wire/json/fields";
import { bytesToHex } from "../../wire/hex";
import { limits } from "../../wire/limits";
import { transactionCall } from "../../wire/transactionCall";
import { present } from "../../base/present";

/** What a transaction says of itself, as far as a node has told it. Amounts are units. */
export interface TransactionFacts {
  sender?: string;
  nonce?: bigint;
  receiver?: string;
  value?: bigint;
  deposit?: bigint;
  gasLimit?: bigint;
  gasPrice?: bigint;
  /** Its bytes as hex. */
  memo?: string;
  /** `data`: the arguments' bytes as hex; undefined where they are not kept. */
  call?: { contract: string; fn: string; data?: string };
  deploys?: true;
}

/**
 * Reads a transaction in the shape of its events (§6.2) and of GraphQL's `Transaction.json` (§2.10), leniently. Of its
 * memo and of its arguments `most` bytes are kept.
 */
export function transactionFacts(value: Json | undefined, most: number = limits.followed.bytes): TransactionFacts {
  const fields = fieldsOf(value);
  const fee = fieldsOf(fields["fee"]);
  const call = transactionCall(value ?? null);
  return present({
    sender: idText(fields["sender"]),
    nonce: integerOf(fields["nonce"]),
    receiver: idText(fields["receiver"]),
    value: integerOf(fields["value"]) || undefined,
    deposit: integerOf(fields["deposit"]) || undefined,
    gasLimit: integerOf(fee["gas_limit"]),
    gasPrice: integerOf(fee["gas_price"]),
    memo: shortHex(fields["memo"], most),
    call: call && {
      contract: call.contract,
      fn: call.fn,
      data: bytesToHex(call.bytes.slice(0, most)),
    },
    deploys: fields["is_deploy"] === true || undefined,
  });
}

/** Sender and nonce, which one transaction alone can use; undefined where they are not known. */
export function spendId({ sender, nonce }: TransactionFacts): string | undefined {
  return sender === undefined || nonce === undefined ? undefined : `${nonce} ${sender}`;
}

function idText(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" && value.length <= limits.idCharacters ? value : undefined;
}

function shortHex(value: Json | undefined, most: number): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, 2 * most) : undefined;
}

/** An execution's outcome as a node tells it, without what is not known. */
export function outcomeOf(height: bigint, gasSpent: Json | undefined, err: Json | undefined, hash?: Json): Outcome {
  const texts = { hash: textOf(hash), error: textOf(err) };
  return present({ height, gas: integerOf(gasSpent), ...texts });
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What its execution came to. */
export interface Outcome {
  height: bigint;
  /** Of its block; undefined before that is accepted. */
  hash?: string;
  gas?: bigint;
  /** Why it failed. */
  error?: string;
}
