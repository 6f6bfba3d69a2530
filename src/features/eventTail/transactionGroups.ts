import type { ReceivedEvent } from "../../client/recentEvents";
import { parseExactJson, type Json } from "../../wire/exactJson";
import { visibleText } from "../../wire/visibleText";
import type { JoinedBlock } from "./blockJoin";
import { integer, objectOf } from "./chainQueries";
import type { ContractNames } from "./contractNames";
import { undecodedText } from "./eventDecoder";
import { clockText, cutText, shortId, word } from "./eventLine";

/** How a transaction ended (§6.2), from its `executed` event or from the node afterwards. */
export interface TransactionOutcome {
  height?: bigint;
  gasSpent?: bigint;
  /** Null if it succeeded. */
  error: string | null;
}

/** One transaction with the events it caused and the events of its own life, in the order received. */
export interface TransactionGroup {
  hash: string;
  connection: string;
  events: ReceivedEvent[];
  outcome?: TransactionOutcome;
  block?: JoinedBlock;
}

const indent = "    ";

/** Puts events together by the transaction they belong to, the newest transaction first. Other events are left out. */
export function groupByTransaction(
  events: readonly ReceivedEvent[],
  blockOf: (event: ReceivedEvent) => JoinedBlock | undefined,
): TransactionGroup[] {
  const groups = new Map<string, TransactionGroup>();
  for (const event of events) {
    const hash = transactionOf(event);
    if (!hash) continue;
    const { connection } = event.way;
    const key = `${connection} ${hash}`;
    const group = groups.get(key) ?? { hash, connection, events: [] };
    // Taken out and put back, so that the last one touched is the last one listed.
    groups.delete(key);
    groups.set(key, group);
    group.events.push(event);
    const outcome = outcomeOf(event);
    if (outcome) group.outcome = outcome;
    const block = blockOf(event);
    if (block) group.block = block;
  }
  return [...groups.values()].reverse();
}

/** The transactions as text that folds by its indentation. */
export function groupsText(
  groups: readonly TransactionGroup[],
  namesOf: (connection: string) => ContractNames,
): string {
  const count = groups.length === 1 ? "1 transaction" : `${groups.length} transactions`;
  return [
    `${count} in the remembered events, newest first`,
    "",
    ...groups.map((group) => groupText(group, namesOf)),
  ].join("\n");
}

function groupText(group: TransactionGroup, namesOf: (connection: string) => ContractNames): string {
  const names = namesOf(group.connection);
  const lines = group.events.map((event) => `${indent}${eventText(event, names)}`);
  const title = `transaction ${word(shortId(group.hash))}  ${word(group.connection)}  ${visibleText(fate(group))}`;
  return [title, `${indent}hash ${visibleText(group.hash)}`, ...lines, ""].join("\n");
}

/** What became of a transaction, as far as is known. */
function fate({ events, outcome, block }: TransactionGroup): string {
  if (!outcome) {
    const life = events.filter(({ frame }) => frame.target.component === "transactions").at(-1);
    return [life?.frame.target.topic, "outcome not known"].filter(Boolean).join(", ");
  }
  const height = outcome.height ?? block?.height;
  const state = block ? ` (${block.state})` : "";
  const where = height === undefined ? "executed" : `executed in block ${height}${state}`;
  const gas = outcome.gasSpent === undefined ? "" : ` · gas ${outcome.gasSpent}`;
  return `${where}${gas} · ${outcome.error === null ? "succeeded" : `failed: ${visibleText(outcome.error)}`}`;
}

function eventText({ at, frame, decoded, way: { source } }: ReceivedEvent, names: ContractNames): string {
  const { target, data } = frame;
  const own = target.component === "transactions";
  const text =
    !decoded || own ? "" : "text" in decoded ? cutText(decoded.text, 200) : undecodedText(data, decoded.problem, 64);
  const mark = source === "live" ? "" : source;
  return [clockText(at), own ? "transaction" : word(names.source(target)), word(target.topic), visibleText(text), mark]
    .filter(Boolean)
    .join("  ");
}

function transactionOf({ frame: { target, origin } }: ReceivedEvent): string | undefined {
  return target.component === "transactions" ? target.entity : origin;
}

function outcomeOf({ frame: { target, data } }: ReceivedEvent): TransactionOutcome | undefined {
  if (target.component !== "transactions" || target.topic !== "executed") return undefined;
  const { block_height: height, gas_spent: gas, err } = objectOf(parsed(data));
  return outcome(height, gas, err);
}

/** An outcome from the three values that tell of it, wherever they come from. */
export function outcome(height: Json | undefined, gas: Json | undefined, error: Json | undefined): TransactionOutcome {
  const [known, spent] = [integer(height), integer(gas)];
  return {
    ...(known !== undefined && { height: known }),
    ...(spent !== undefined && { gasSpent: spent }),
    error: typeof error === "string" ? error : null,
  };
}

function parsed(data: Uint8Array): Json | undefined {
  try {
    return parseExactJson(new TextDecoder().decode(data));
  } catch {
    return undefined;
  }
}
