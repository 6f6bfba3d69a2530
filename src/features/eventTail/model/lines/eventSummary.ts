import { counted } from "../../../../base/words";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import { blockState } from "../../../../wire/blockState";
import { unitsToCoins } from "../../../../wire/coins";
import type { Json } from "../../../../wire/json/exactJson";
import { fieldsOf, integerOf } from "../../../../wire/json/fields";
import { stakeContractId, transferContractId, shortId } from "../../../../wire/ids";
import { grouped } from "../../../../wire/integerText";
import { limits } from "../../../../wire/limits";
import { memoText } from "../../../../wire/memoText";
import { shortWords, beginning } from "../../../../wire/shortWords";
import type { ContractNames } from "../decode/contractNames";
import type { Decoded } from "../decode/eventDecoder";
import { removalWords, type EventContext } from "./eventWords";
import { between, flatWords, inputWords, plain, shortJson, shortKey, textWords } from "./valueWords";

/** What an event says in one row: what it is about, what happened to that, and what there is to know of it. */
export interface EventSummary {
  subject: string;
  verb: string;
  text: string;
}

/** What a summary knows besides the event: names of contracts, and what other events told. */
export interface SummaryNeeds {
  names: ContractNames;
  around: EventContext | undefined;
  /** Characters of a value that has no shorter form. */
  mostCharacters: number;
}

type Fields = { [key: string]: Json };
type Known = Exclude<Decoded, { problem: string }>;

/** The row of an event of which the data is known (§6.2); of one that is like none of the interface, its value in short. */
export function eventSummary({ frame: { target } }: ReceivedEvent, decoded: Known, needs: SummaryNeeds): EventSummary {
  const { component, entity = "", topic = "" } = target;
  if (component === "blocks" && entity) return blockSummary(entity, topic, decoded, needs);
  if (component === "transactions" && entity) {
    const text = transactionText(entity, topic, decoded, needs) ?? anyText(decoded, needs);
    return { subject: `tx ${shortId(entity)}`, verb: topic, text };
  }
  const own = component === "contracts" ? builtinText(entity, topic, decoded.value, needs.names) : undefined;
  return { subject: needs.names.source(target), verb: topic, text: own ?? anyText(decoded, needs) };
}

function blockSummary(hash: string, topic: string, decoded: Known, { names, around, ...needs }: SummaryNeeds) {
  const { header, transactions, state } = fieldsOf(decoded.value);
  const { height, generator_bls_pubkey: generator, gas_spent: gas } = fieldsOf(header);
  // Of the others the height in the data is where the chain was then.
  const known = topic === "accepted" ? integerOf(height) : around?.heightOf(hash);
  const blockWord = topic === "statechange" ? blockState(state) : undefined;
  const verb = blockWord === undefined ? topic : shortWords(blockWord, limits.summary.textCharacters);
  const parts: string[] = [];
  if (Array.isArray(transactions)) parts.push(counted(transactions.length, "tx"));
  const spent = integerOf(gas);
  if (spent !== undefined) parts.push(`gas ${grouped(spent)}`);
  if (typeof generator === "string") parts.push(`by ${textWords(generator, names)}`);
  parts.push(shortId(hash));
  const isUnknown = parts.length === 1 && topic !== "reverted" && verb === topic;
  if (isUnknown && decoded.text !== "") parts.push(anyText(decoded, { names, around, ...needs }));
  return { subject: known === undefined ? "block" : `block #${known}`, verb, text: parts.join(between) };
}

/** What a transaction's event tells, or undefined when it is not of the known shape. */
function transactionText(hash: string, topic: string, decoded: Known, needs: SummaryNeeds): string | undefined {
  const text = textWithInput(hash, topic, decoded, needs);
  const isLong = decoded.input !== undefined && text !== undefined && text.length > limits.summary.callCharacters;
  return isLong ? textWithInput(hash, topic, { value: decoded.value, text: decoded.text }, needs) : text;
}

function textWithInput(hash: string, topic: string, { value, input }: Known, needs: SummaryNeeds): string | undefined {
  if (topic === "removed") return (needs.around && removalWords(hash, needs.around)) ?? "";
  if (topic !== "included" && topic !== "executed") return undefined;
  const whole = fieldsOf(value);
  const { type, fee, nonce, ...fields } = fieldsOf((topic === "executed" ? whole["inner"] : value) ?? null);
  if (typeof type !== "string") return undefined;
  const { gas_limit: limit, gas_price: price } = fieldsOf(fee);
  const parts = [plain(type)];
  addPayment(fields, needs.names, parts);
  addCall(fields, input, needs.names, parts);
  addMemo(fields["memo"], parts);
  if (topic === "executed") addOutcome(whole, integerOf(limit), parts);
  else addOffer(integerOf(limit), integerOf(price), integerOf(nonce), parts);
  return parts.join(between);
}

function addPayment({ value, receiver, deposit }: Fields, names: ContractNames, parts: string[]): void {
  const [paid, kept] = [integerOf(value), integerOf(deposit)];
  if (paid !== undefined && typeof receiver === "string")
    parts.push(`${unitsToCoins(paid)} → ${textWords(receiver, names)}`);
  else if (paid !== undefined && paid !== 0n) parts.push(unitsToCoins(paid));
  if (kept !== undefined && kept !== 0n) parts.push(`deposit ${unitsToCoins(kept)}`);
}

function addCall(
  { call, is_deploy: deploys }: Fields,
  input: Json | undefined,
  names: ContractNames,
  parts: string[],
): void {
  const { contract, fn_name: name, fn_args: args } = fieldsOf(call);
  if (typeof contract === "string" && typeof name === "string") {
    const bytes = typeof args === "string" ? Buffer.byteLength(args, "base64") : 0;
    const known = input === undefined ? undefined : inputWords(input, names);
    const given = known ?? (bytes === 0 ? "" : `${bytes} B`);
    parts.push(`${textWords(contract, names)}.${plain(shortKeyed(name))}(${given})`);
  }
  if (deploys === true) parts.push("deploys a contract");
}

function addMemo(memo: Json | undefined, parts: string[]): void {
  if (typeof memo !== "string" || memo === "") return;
  const text = memoText(memo);
  parts.push(`memo ${text === undefined ? `0x${shortKeyed(memo)}` : JSON.stringify(shortText(text))}`);
}

function addOutcome({ gas_spent: gas, err }: Fields, limit: bigint | undefined, parts: string[]): void {
  const spent = integerOf(gas);
  const most = limit === undefined || typeof err === "string" ? "" : ` of ${grouped(limit)}`;
  if (typeof err === "string" && spent !== undefined && spent === limit) parts.push("all gas");
  else if (spent !== undefined) parts.push(`gas ${grouped(spent)}${most}`);
  if (err === null) parts.push("ok");
  else if (typeof err === "string") parts.push(`failed: ${shortWords(err, limits.summary.failureCharacters)}`);
}

function addOffer(
  limit: bigint | undefined,
  price: bigint | undefined,
  nonce: bigint | undefined,
  parts: string[],
): void {
  const at = price === undefined || price === 1n ? "" : ` at ${grouped(price)}`;
  if (limit !== undefined) parts.push(`gas limit ${grouped(limit)}${at}`);
  if (nonce !== undefined) parts.push(`nonce ${nonce}`);
}

/** Events of the contracts that every node has: their amounts are coins. */
function builtinText(contract: string, topic: string, value: Json, names: ContractNames): string | undefined {
  if (contract === stakeContractId && topic === "reward") return rewardText(value, names);
  if (contract !== stakeContractId && contract !== transferContractId) return undefined;
  const { memo, gas_spent: gas, ...fields } = fieldsOf(value);
  for (const name of coinFields) {
    const units = integerOf(fields[name]);
    if (units !== undefined) fields[name] = unitsToCoins(units);
  }
  const text = flatWords(withoutNulls(fields), names);
  if (text === undefined) return undefined;
  const parts = [text];
  addMemo(memo, parts);
  const spent = integerOf(gas);
  if (spent !== undefined) parts.push(`gas ${grouped(spent)}`);
  return parts.join(between);
}

const coinFields = ["value", "locked", "amount"];

function withoutNulls(fields: Fields): Fields {
  for (const name of Object.keys(fields)) if (fields[name] === null) delete fields[name];
  return fields;
}

/** A block's rewards: all of them, and the largest with whose it is. */
function rewardText(value: Json, names: ContractNames): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  let sum = 0n;
  let most: { units: bigint; text: string } | undefined;
  for (const each of value) {
    const { account, reason, value: amount } = fieldsOf(each);
    const units = integerOf(amount);
    if (units === undefined || typeof account !== "string") return undefined;
    sum += units;
    const why = typeof reason === "string" ? ` (${plain(reason)})` : "";
    if (!most || units > most.units) most = { units, text: `${textWords(account, names)}${why}` };
  }
  const count = counted(value.length, "reward");
  return `${count}, ${unitsToCoins(sum)}${between}most ${unitsToCoins(most!.units)} → ${most!.text}`;
}

function anyText({ value, text }: Known, { names, mostCharacters }: SummaryNeeds): string {
  return flatWords(value, names) ?? shortJson(text, mostCharacters);
}

/** The beginning of words that a person wrote. */
function shortText(text: string): string {
  const { textCharacters } = limits.summary;
  return text.length > textCharacters ? `${beginning(text, textCharacters - 1)}…` : text;
}

function shortKeyed(text: string): string {
  return text.length > limits.summary.textCharacters ? shortKey(text) : text;
}
