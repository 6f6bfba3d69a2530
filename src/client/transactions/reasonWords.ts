import { t } from "../../base/translate";
import { reasonLayers } from "../failures/responseReason";
import { shortIds } from "../failures/failureWords";
import { grouped } from "../../wire/integerText";
import { shortWords } from "../../wire/shortWords";
import { present } from "../../base/present";

/** Why a node does not take a transaction, or why its execution fails. */
export interface Refusal {
  /** What is wrong, in plain words, without a full stop. */
  text: string;
  /** The transaction's id, where the node's text names it. */
  id?: string;
  /** The sender, where the text names it. */
  sender?: string;
  /** Where the node has it already. */
  known?: "mempool" | "ledger";
}

/** Reads the text by which preverify, propagate (§4.5), simulate or an execution say what is wrong. */
export function readRefusal(text: string): Refusal {
  const [, id, rest = text] = /^Tx ([0-9a-f]{64}) not accepted: ([^]*)$/i.exec(text.trim()) ?? [];
  const repeat = /\bNonce repeat: (\w{32,200}) \d/.exec(rest);
  const known = /exists in the (mempool|ledger)$/.exec(rest)?.[1] as Refusal["known"];
  const isKnown = known && !/spend_?id/i.test(rest) ? known : undefined;
  return present({ text: reasonWords(rest), id: id?.toLowerCase(), sender: repeat?.[1], known: isKnown });
}

/** One reason in plain words; one that is not known stays the node's own, unwrapped. */
export function reasonWords(text: string): string {
  const panic = /^\s*Panic(?:\("|: )([^]*)$/.exec(text)?.[1]?.replace(/"\)\s*$/, "");
  const reason = heart(panic ?? text);
  for (const [pattern, words] of known) {
    const found = pattern.exec(reason);
    if (found) return typeof words === "string" ? words : words(found[1] ?? "");
  }
  return shortWords(shortIds(panic === undefined ? reason : t`the contract panicked: ${reason}`));
}

/** What nodes call their reasons: by preverify and propagate, by simulate, by an execution. */
const known: readonly (readonly [RegExp, string | ((figure: string) => string)])[] = [
  [/\bNonce repeat: \S+ (\d{1,30})$/, (nonce) => t`nonce ${nonce} is used`],
  [/\bAlready used nonce\b/, t`its nonce is used`],
  [/\bMissing intermediate nonce (\d{1,30})$/, (nonce) => t`nonce ${nonce} is missing: send that one first`],
  [/\bNonce not ready to be used yet\b/, t`the nonces before it are not executed yet`],
  [
    /\bValue spent larger than account holds\b|\bdoesn't have enough funds\b/,
    t`the account has too little for it and its gas`,
  ],
  [/\bAccount has no funds\b/, t`the account is empty`],
  [/\bgas limit lower than minimum (\d{1,30})$/, (least) => t`its gas limit is below the least, ${figure(least)}`],
  [/\bgas price lower than minimum (\d{1,30})$/, (least) => t`its gas price is below the least, ${figure(least)}`],
  [/\bGas price too low\b|\bgas price too low to deploy\b/, t`its gas price is too low`],
  [/\bnot enough gas to deploy\b|^OutOfGas$/, t`its gas limit is too low`],
  [/\bGas limit is too high\b/, t`its gas limit is above that of a block`],
  [/\bmust target the correct chain\b/, t`it is for another chain`],
  [/\bspendId exists in the mempool$/, t`another with its nonce waits, and pays as much`],
  [/\bexists in the mempool$/, t`it is in the mempool already`],
  [/\bexists in the ledger$/, t`it was executed already`],
  [/\bis missing sidecar$/, t`its blob comes without its sidecar`],
  [/\bDeployed error already exists\b/, t`a contract with these bytes and this owner exists already`],
  [/^DoesNotExist$|^Contract does not exist\b/, t`the contract that it calls does not exist`],
  [/^Unknown$/, t`the contract gave no reason (usually it has no such function)`],
  [
    /^(?:Data|Invalid transaction): \w|^InvalidData$|^BadLength\b/,
    t`these bytes are no transaction that the node can read`,
  ],
];

function figure(digits: string): string {
  return grouped(BigInt(digits));
}

function heart(text: string): string {
  const reason = reasonLayers(text).at(-1) ?? text;
  return reason.replace(/^this transaction is invalid /, "");
}
