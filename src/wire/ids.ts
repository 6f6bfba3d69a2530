import { t } from "../base/translate";
import { visibleText } from "./visibleText";

/** An identifier in the one spelling the node uses, or why the text is none. */
export type CheckedId = { ok: true; value: string } | { ok: false; problem: string };

/** What is wrong with something that was checked; undefined when nothing is. */
export function problemOf(checked: { ok: true } | { ok: false; problem: string }): string | undefined {
  return checked.ok ? undefined : checked.problem;
}

/** The contract that holds accounts and moves coins (§2.11): first byte 01, the rest zero. */
export const transferContractId = `01${"00".repeat(31)}`;

/** The contract that holds stakes: first byte 02, the rest zero. */
export const stakeContractId = `02${"00".repeat(31)}`;

/** Whether a contract's driver is part of the node: it works although the contract's metadata says that there is none. */
export function hasBuiltInDriver(contractId: string): boolean {
  return contractId === transferContractId || contractId === stakeContractId;
}

/** A contract id (§2.11): 64 hex digits; white space around it and `0x` are removed, letters lower-cased. */
export function checkContractId(text: string): CheckedId {
  return checkHex(text, 64, t`contract id`);
}

/** A block, transaction or blob hash: 64 hex digits, normalised like a contract id. */
export function checkHash(text: string): CheckedId {
  return checkHex(text, 64, t`hash`);
}

/** A blob commitment (§4.9): 96 hex digits, normalised like a contract id. */
export function checkCommitment(text: string): CheckedId {
  return checkHex(text, 96, t`commitment`);
}

/** What a blob is known by (§4.9): its hash of 64 hex digits, or its commitment of 96. */
export function checkBlobId(text: string): CheckedId {
  const digits = text.trim().replace(/^0x/i, "").length;
  if (digits === 64 || digits === 96) return digits === 64 ? checkHash(text) : checkCommitment(text);
  if (!/^(?:0x)?[0-9a-f]+$/i.test(text.trim())) return checkHash(text);
  return problem(t`A blob is named by its hash, 64 hex digits, or its commitment, 96; this has ${digits}.`);
}

/** An account's public key (§2.7): base58. Only white space around it is removed; its case means something. */
export function checkAccountKey(text: string): CheckedId {
  const key = text.trim();
  if (key === "") return problem(t`The account key is empty.`);
  if (/^(0x)?([0-9a-f]{64}|[0-9a-f]{96})$/i.test(key)) {
    return problem(t`This is hex, so an id or a hash; an account key is base58 text.`);
  }
  const stray = /[^1-9A-HJ-NP-Za-km-z]/u.exec(key);
  if (stray) {
    const place = stray.index + 1;
    if (!"0OIl".includes(stray[0])) return problem(t`Character ${place} of the account key is not base58.`);
    return problem(t`Character ${place} of the account key is not base58 (base58 leaves out 0, O, I and l).`);
  }
  if (key.length < 32) return problem(t`An account key is longer than ${key.length} characters.`);
  return { ok: true, value: key };
}

/** The beginning of a key, where there is room for no more beside an amount. */
export function keyStart(key: string): string {
  return key.length > 16 ? `${visibleText(key.slice(0, 8))}…` : visibleText(key);
}

function checkHex(text: string, length: 64 | 96, what: string): CheckedId {
  const id = text.trim().replace(/^0x/i, "");
  if (id === "") return problem(t`The ${what} is empty.`);
  const stray = id.search(/[^0-9a-fA-F]/);
  if (stray >= 0) return problem(strayInHex(id, stray, what, length));
  if (id.length !== length) return problem(wrongLength(id.length, what, length));
  return { ok: true, value: id.toLowerCase() };
}

function strayInHex(id: string, index: number, what: string, length: number): string {
  if (checkAccountKey(id).ok) return t`This looks like an account key (base58); a ${what} is ${length} hex digits.`;
  return t`Character ${index + 1} of the ${what} is not a hex digit (0–9, a–f).`;
}

function wrongLength(given: number, what: string, length: 64 | 96): string {
  if (given === 96) return t`A ${what} has ${length} hex digits, this has 96; 96 digits make a blob commitment.`;
  if (given === 64) return t`A ${what} has ${length} hex digits, this has 64; 64 digits make a hash.`;
  return t`A ${what} has ${length} hex digits, this has ${given}.`;
}

function problem(text: string): CheckedId {
  return { ok: false, problem: text };
}

/** The beginning and the end of an id, by which people tell ids apart. */
export function shortId(id: string | undefined): string {
  if (!id) return "";
  return visibleText(id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-4)}` : id);
}
