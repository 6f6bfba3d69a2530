import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import type { TransactionFacts } from "../../../client/transactions/transactionFacts";
import type { SignedWhat, SignerRequest } from "./signerRequest";
import { present } from "../../../base/present";

/** All of a request that a replacement has to change or to keep. */
export type Replacement = SignedWhat & Pick<SignerRequest, "nonce" | "gasLimit" | "sender"> & { offered: bigint };

/**
 * The same again as a transaction that waits does, in its place (§3): with its account, nonce and gas limit. `asked`: what
 * the signer was given for it in this window, which tells more than the node does. Throws a sentence for what no one can
 * sign again.
 */
export function replacementOf(facts: TransactionFacts, asked: SignerRequest | undefined): Replacement {
  const { sender, nonce, gasLimit, gasPrice } = facts;
  if (sender === undefined || nonce === undefined || gasLimit === undefined || gasPrice === undefined)
    throw refusal(t`It names no account and nonce that another could take: it is shielded.`);
  const place = { sender, nonce: String(nonce), gasLimit: String(gasLimit), offered: gasPrice };
  return { ...(asked ? whatOf(asked) : whatIn(facts)), ...place };
}

function whatOf({ kind, contract, function: fn, input, inputJson, ...rest }: SignerRequest): SignedWhat {
  const { deposit, to, value, memo, module, init, owner } = rest;
  return present({ kind, contract, function: fn, input, inputJson, deposit, to, value, memo, module, init, owner });
}

function whatIn({ deploys, call, deposit, receiver, value, memo }: TransactionFacts): SignedWhat {
  if (deploys) throw refusal(t`It deploys a contract whose module this window does not have.`);
  const moves = {
    ...(value !== undefined && { to: receiver, value: String(value) }),
    deposit: deposit === undefined ? undefined : String(deposit),
    memo,
  };
  if (!call) return present({ kind: "transfer" as const, to: receiver, value: "0", ...moves });
  const { contract, fn, data: input } = call;
  return present({ kind: "call" as const, contract, function: fn, input, ...moves });
}

function refusal(why: string): NodeError {
  return new NodeError("invalid-input", t`It cannot be replaced. ${why}`);
}
