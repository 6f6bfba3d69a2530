import type { AccountState } from "../../../client/routes/contractClient";
import { blockState } from "../../../wire/blockState";
import { fieldsOf, integerOf, type OddField, oddWords } from "../../../wire/json/fields";
import { contractName, type KnownContract } from "../../../contract/schema/knownContracts";
import { unitsToCoins } from "../../../wire/coins";
import type { Json } from "../../../wire/json/exactJson";
import { madeBy, transactionList, transactionSummary, type TransactionSummary } from "./chainAnswers";
import type { DocumentLink } from "../../../wire/linkRanges";
import { memoText } from "../../../wire/memoText";
import { sizeText } from "../../../wire/sizeText";
import { plainYaml } from "../../../wire/plainYaml";
import { blockDate } from "./rows/timeText";
import { ownFields } from "./transactionHover";

/** A text for people about something on the chain. */
export interface ReadableDocument {
  text: string;
  links: DocumentLink[];
  /** Whom it was asked of and when, where the text itself cannot say so. */
  asked?: string;
  /** Of a transaction that deployed a contract: that contract's id. */
  made?: string | undefined;
}

/** The arguments of a call: decoded by the contract's driver, or why they are not. */
export type DecodedArguments = { value: Json } | { problem: string } | undefined;

/** A block as a document: its fields, its amounts in units and coins, its transactions in short. */
export function blockDocument(details: Json, place: string, named: readonly KnownContract[]): ReadableDocument {
  const { header: rawHeader, status, reward, fees, gasSpent, transactions, ...rest } = fieldsOf(details);
  const { height, hash, timestamp, prevBlockHash, generatorBlsPubkey, ...header } = fieldsOf(rawHeader);
  const all = transactionList(transactions);
  const list = all.flatMap((each) => ("unreadable" in each ? [] : each));
  const time = integerOf(timestamp);
  const text = plainYaml({
    block: height ?? null,
    hash,
    state: blockState(status) ?? status,
    time: time === undefined ? timestamp : blockDate(time),
    generator: generatorBlsPubkey,
    reward: amount(reward),
    fees: amount(fees),
    gas_spent: gasSpent,
    previous: prevBlockHash,
    transactions: all.map((each) => ("unreadable" in each ? each.unreadable : inShort(each, named))),
    header: Object.keys(header).length ? header : undefined,
    ...rest,
  });
  const contracts = list.flatMap(({ call }) => (call ? [link(call.contractId, "contract")] : []));
  return {
    text: `# Block ${integerOf(height) ?? ""} on ${place}\n${text}`,
    links: [
      ...list.map((transaction) => link(transaction.hash, "transaction")),
      ...contracts,
      ...linkOf(prevBlockHash, "block"),
      ...linkOf(generatorBlsPubkey, "account"),
    ],
  };
}

/** A transaction as a document: what it is, what became of it, its call with decoded arguments, its exact amounts. */
export function transactionDocument(
  details: Json,
  place: string,
  named: readonly KnownContract[],
  callArguments: DecodedArguments,
): ReadableDocument {
  const transaction = transactionSummary(details);
  if (!transaction) return { text: `# Transaction on ${place}\n${plainYaml(fieldsOf(details))}`, links: [] };
  const { hash, type, gasLimit, gasPrice, gasSpent, call, memo } = transaction;
  const { sender, receiver, value, deposit, nonce } = ownFields(transaction.json);
  const fee = gasSpent !== undefined && gasPrice !== undefined ? gasSpent * gasPrice : undefined;
  const text = plainYaml({
    transaction: hash,
    type,
    state: stateOf(transaction),
    error: transaction.error,
    block: blockOf(transaction),
    sender,
    receiver: receiver ?? undefined,
    value: amount(value),
    deposit: amount(deposit),
    nonce,
    gas: present({ limit: gasLimit, price: gasPrice, spent: gasSpent, fee: amount(fee) }),
    call: call && present({ ...callOf(call, named), ...argumentsOf(callArguments, call.data) }),
    deploys_contract: transaction.deployed ?? (transaction.isDeploy || undefined),
    memo: memo && present({ text: memoText(memo), bytes: `0x${memo}` }),
    blobs: transaction.blobs.length > 0 ? [...transaction.blobs] : undefined,
    not_as_expected: notAsExpected(transaction.odd),
  });
  return {
    text: `# Transaction on ${place}\n${text}`,
    made: madeBy(transaction),
    links: [
      ...linkOf(transaction.blockHash, "block"),
      ...linkOf(call?.contractId, "contract"),
      ...linkOf(transaction.deployed, "contract"),
      ...linkOf(sender, "account"),
      ...linkOf(receiver, "account"),
      ...transaction.blobs.map((hash) => link(hash, "blob")),
    ],
  };
}

/** The state of an account (§2.7) as a document. */
export function accountDocument(
  key: string,
  state: Pick<AccountState, "whole" | "odd">,
  place: string,
): ReadableDocument {
  const { balance, nonce, ...rest } = fieldsOf(state.whole);
  const odd = { not_as_expected: notAsExpected(state.odd) };
  const text = plainYaml({ account: key, balance: amount(balance), nonce: integerOf(nonce) ?? nonce, ...rest, ...odd });
  return { text: `# Account on ${place}\n${text}`, links: [] };
}

/** An amount in units and, exactly, in coins. */
export function amount(units: Json | undefined): Json | undefined {
  const exact = integerOf(units);
  return exact === undefined ? units : `${exact} units (${unitsToCoins(exact)} coins)`;
}

function inShort(
  { hash, type, call, gasSpent, error, odd }: TransactionSummary,
  named: readonly KnownContract[],
): Json {
  const short = { transaction: hash, type, call: call && callOf(call, named), gas_spent: gasSpent, error };
  return present({ ...short, not_as_expected: notAsExpected(odd) }) ?? {};
}

function notAsExpected(odd: readonly OddField[]): Json | undefined {
  return odd.length > 0 ? odd.map(oddWords) : undefined;
}

function callOf(call: NonNullable<TransactionSummary["call"]>, named: readonly KnownContract[]) {
  return { name: contractName(call.contractId, named), contract: call.contractId, function: call.fn };
}

function argumentsOf(decoded: DecodedArguments, data: string | undefined): { [name: string]: Json | undefined } {
  const bytes = data === undefined ? undefined : `0x${data} (${sizeText(data.length / 2)})`;
  if (!decoded) return { bytes };
  return "value" in decoded
    ? { arguments: decoded.value, bytes }
    : { arguments: `not decoded: ${decoded.problem}`, bytes };
}

function stateOf({ blockHeight, error }: TransactionSummary): string {
  if (blockHeight === undefined) return "waiting in the mempool";
  return error === undefined ? "executed" : "failed";
}

function blockOf({ blockHeight, blockHash, blockTimestamp }: TransactionSummary): Json | undefined {
  const time = blockTimestamp === undefined ? undefined : blockDate(blockTimestamp);
  return present({ height: blockHeight, hash: blockHash, time });
}

function present(fields: { [name: string]: Json | undefined }): { [name: string]: Json } | undefined {
  const given = Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  return given.length ? Object.fromEntries(given) : undefined;
}

function linkOf(text: Json | undefined, to: DocumentLink["to"]): DocumentLink[] {
  return typeof text === "string" ? [link(text, to)] : [];
}

function link(text: string, to: DocumentLink["to"]): DocumentLink {
  return { text, to };
}
