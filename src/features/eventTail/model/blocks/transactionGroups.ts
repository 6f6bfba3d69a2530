import { fieldsOf, integerOf, jsonIn } from "../../../../wire/json/fields";
import type { EventArrival, ReceivedEvent } from "../../../../client/session/recentEvents";
import type { Json } from "../../../../wire/json/exactJson";
import { visibleText } from "../../../../wire/visibleText";
import type { JoinedBlock } from "./blockJoin";
import type { FoundCause } from "../gaps/chainQueries";
import type { ContractNames } from "../decode/contractNames";
import { undecodedText } from "../decode/eventDecoder";
import { clockText, word } from "../lines/eventLine";
import { cutText } from "../../../../wire/shortWords";
import { shortId } from "../../../../wire/ids";
import { removalWords } from "../lines/eventWords";
import { TransactionLives } from "./transactionLives";
import { present } from "../../../../base/present";

/** How a transaction ended (§6.2), from its `executed` event or from the node afterwards. */
export interface TransactionOutcome {
  height?: bigint;
  gasSpent?: bigint;
  /** Null if it succeeded. */
  error: string | null;
}

/** One transaction or block with the events it caused and those of its own life, in the order received. */
export interface TransactionGroup {
  hash: string;
  /** How the last of its events came. */
  arrival: EventArrival;
  /** `undecided`: some events name it as their cause, and nothing has said what it is. */
  kind: "transaction" | "block" | "undecided";
  events: ReceivedEvent[];
  outcome?: TransactionOutcome;
  block?: Pick<JoinedBlock, "height" | "state"> | undefined;
  /** Of one whose outcome no event told: where the node has it now. */
  found?: "in the mempool" | "nowhere";
}

const indent = "    ";

/** Puts events together by their cause, the newest first. Other events are left out. */
export function groupByTransaction(
  events: readonly ReceivedEvent[],
  blockOf: (event: ReceivedEvent) => JoinedBlock | undefined,
): TransactionGroup[] {
  const groups = new Map<string, TransactionGroup>();
  for (const event of events) {
    const hash = subjectOf(event);
    if (!hash) continue;
    const { arrival } = event;
    const key = `${arrival.connectionId ?? arrival.connection} ${hash}`;
    const group: TransactionGroup = groups.get(key) ?? { hash, arrival, kind: "undecided", events: [] };
    group.arrival = arrival;
    // Taken out and put back, so that the last one touched is the last one listed.
    groups.delete(key);
    groups.set(key, group);
    group.events.push(event);
    const outcome = outcomeOf(event);
    if (outcome) group.outcome = outcome;
    const block = blockOf(event);
    if (block) group.block = block;
    if (event.frame.target.component === "transactions") group.kind = "transaction";
    else if (block) group.kind = block.hash === hash ? "block" : "transaction";
  }
  return [...groups.values()].reverse();
}

/** Takes over what the node says of a group's cause; undefined when it knows neither such a transaction nor such a block. */
export function learnCause(group: TransactionGroup, cause: FoundCause | undefined): void {
  if (!cause) {
    if (group.kind === "transaction") group.found = "nowhere";
  } else if (cause.kind === "block") {
    group.kind = "block";
    group.block ??= { height: cause.height, state: "accepted" };
  } else {
    group.kind = "transaction";
    if (cause.kind === "waiting") group.found = "in the mempool";
    else group.outcome = outcome(cause.height, cause.gasSpent, cause.error);
  }
}

/** The groups as text that folds by its indentation. */
export function groupsText(
  groups: readonly TransactionGroup[],
  namesOf: (arrival: EventArrival) => ContractNames,
): string {
  const lives = livesIn(groups);
  return [
    `${countText(groups)} in the remembered events, newest first`,
    "",
    ...groups.map((group) => groupText(group, namesOf, lives)),
  ].join("\n");
}

function countText(groups: readonly TransactionGroup[]): string {
  const count = (kind: TransactionGroup["kind"], one: string) => {
    const { length } = groups.filter((group) => group.kind === kind);
    return length === 0 ? [] : [`${length} ${one}${length === 1 ? "" : "s"}`];
  };
  return [...count("transaction", "transaction"), ...count("block", "block"), ...count("undecided", "cause")].join(
    ", ",
  );
}

function groupText(
  group: TransactionGroup,
  namesOf: (arrival: EventArrival) => ContractNames,
  lives: TransactionLives,
): string {
  const names = namesOf(group.arrival);
  const lines = group.events.map((event) => `${indent}${eventText(event, names, lives)}`);
  const title = `${titleOf(group)}  ${word(group.arrival.connection)}  ${visibleText(fate(group))}`.trimEnd();
  return [title, `${indent}hash ${visibleText(group.hash)}`, ...lines, ""].join("\n");
}

function titleOf({ kind, hash, block }: TransactionGroup): string {
  if (kind === "block") return `block ${block?.height ?? word(shortId(hash))}`;
  return `${kind === "transaction" ? kind : "cause"} ${word(shortId(hash))}`;
}

/** What became of a transaction or block, as far as is known. */
function fate({ kind, events, outcome, block, found }: TransactionGroup): string {
  if (kind === "block") return block?.state ?? "";
  if (kind === "undecided") return "a transaction or a block: nothing told which";
  if (!outcome) {
    const life = events.filter(({ frame }) => frame.target.component === "transactions").at(-1);
    const topic = life?.frame.target.topic;
    if (found === "nowhere") return [topic, "no longer in the mempool and in no block"].filter(Boolean).join(", ");
    if (found === "in the mempool" || topic === "included" || topic === "deferred") return "pending";
    return [topic, "outcome not known"].filter(Boolean).join(", ");
  }
  const height = outcome.height ?? block?.height;
  const state = block ? ` (${block.state})` : "";
  const where = height === undefined ? "executed" : `executed in block ${height}${state}`;
  const gas = outcome.gasSpent === undefined ? "" : ` · gas ${outcome.gasSpent}`;
  return `${where}${gas} · ${outcome.error === null ? "succeeded" : `failed: ${visibleText(outcome.error)}`}`;
}

function eventText(
  { at, frame, decoded, arrival: { source } }: ReceivedEvent,
  names: ContractNames,
  lives: TransactionLives,
): string {
  const { target, data } = frame;
  const own = target.component === "transactions";
  const text =
    !decoded || own ? "" : "text" in decoded ? cutText(decoded.text, 200) : undecodedText(data, decoded.problem, 64);
  const why = own && target.topic === "removed" ? removalIn(lives, target.entity ?? "") : undefined;
  const mark = source === "live" ? "" : source;
  const shown = visibleText(why ?? text);
  return [clockText(at), own ? "transaction" : word(names.source(target)), word(target.topic), shown, mark]
    .filter(Boolean)
    .join("  ");
}

/** What all events together tell of the lives of their transactions. */
function livesIn(groups: readonly TransactionGroup[]): TransactionLives {
  const lives = new TransactionLives();
  const events = groups.flatMap((group) => group.events).sort((one, other) => one.number - other.number);
  for (const { frame } of events) {
    const { component, entity = "", topic } = frame.target;
    if (component === "transactions" && topic !== "removed") lives.take(entity, topic, jsonIn(frame.data));
  }
  return lives;
}

function removalIn(lives: TransactionLives, hash: string): string | undefined {
  return removalWords(hash, { lives, isInBlock: () => false, hearsExecution: () => false });
}

function subjectOf({ frame: { target, origin } }: ReceivedEvent): string | undefined {
  return target.component === "transactions" ? target.entity : origin;
}

function outcomeOf({ frame: { target, data } }: ReceivedEvent): TransactionOutcome | undefined {
  if (target.component !== "transactions" || target.topic !== "executed") return undefined;
  const { block_height: height, gas_spent: gas, err } = fieldsOf(jsonIn(data));
  return outcome(height, gas, err);
}

/** An outcome from the three values that tell of it, wherever they come from. */
function outcome(height: Json | undefined, gas: Json | undefined, error: Json | undefined): TransactionOutcome {
  const figures = present({ height: integerOf(height), gasSpent: integerOf(gas) });
  return { ...figures, error: typeof error === "string" ? error : null };
}
