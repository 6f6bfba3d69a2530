import { fieldAt, fieldsOf, integerOf, itemsOf, jsonIn } from "../../../../wire/json/fields";
import { stringifyExactJson, type Json } from "../../../../wire/json/exactJson";
import { hexToBytes } from "../../../../wire/hex";
import type { Target } from "../../../../wire/target";
import { lookedUpBlock, type LookedUpBlock } from "./chainQueries";

/** An event as the node tells of it afterwards. */
export interface PastEvent {
  target: Target;
  data: Uint8Array;
  /** What caused it, a transaction or the block, if it is a contract's. */
  origin?: string;
  height: bigint;
}

/** What of a range of blocks is asked for. */
export interface PastKinds {
  accepted: boolean;
  executed: boolean;
  contracts: boolean;
}

/** The answer to `pastQuery`, as far as it can be read. */
export interface Past {
  /** In the order of the chain: of a block its transactions' events, its own, its transactions, itself. */
  events: PastEvent[];
  /** The blocks that the node has. */
  blocks: LookedUpBlock[];
  /** What cannot be read, a sentence's beginning for each, such as `an event of block 7 names no contract`. */
  unreadable: string[];
}

/** The query for what happened in the blocks of a range (§2.10), both ends included. Contract events need an archive node. */
export function pastQuery(first: bigint, last: bigint, { accepted, executed, contracts }: PastKinds): string {
  const range = `range: [${first}, ${last}]`;
  const heights = Array.from({ length: Number(last - first) + 1 }, (_, at) => first + BigInt(at));
  return [
    "{",
    `blocks(${range}) { header { height hash${accepted ? " json" : ""} } status transactions { id } }`,
    ...(executed ? [`blockTxs(${range}) { id err gasSpent blockHeight tx { json } }`] : []),
    ...(contracts ? heights.map((height) => `h${height}: contractEvents(height: ${height}) { json }`) : []),
    "}",
  ].join("\n");
}

/** Reads the answer to `pastQuery`, leniently: what is not as expected costs nothing else, and is counted. */
export function readPast(data: Json | undefined, { accepted }: Pick<PastKinds, "accepted">): Past {
  const reader = new PastReader();
  const answers = fieldsOf(data);
  const blocks = itemsOf(answers["blocks"]).flatMap((block) => reader.block(block));
  const hashes = new Set(blocks.map(({ hash }) => hash));
  const contracts = Object.entries(answers).flatMap(([name, value]) => {
    const height = /^h(\d{1,20})$/.exec(name)?.[1];
    return height === undefined ? [] : reader.contractEvents(value, BigInt(height));
  });
  const ofBlock = ({ origin }: PastEvent) => origin !== undefined && hashes.has(origin);
  const events = [
    ...contracts.filter((event) => !ofBlock(event)),
    ...contracts.filter(ofBlock),
    ...itemsOf(answers["blockTxs"]).flatMap((spent) => reader.executed(spent)),
    ...(accepted ? itemsOf(answers["blocks"]).flatMap((block) => acceptedBlock(block)) : []),
  ];
  events.sort((one, other) => Number(one.height - other.height));
  return { events, blocks, unreadable: reader.unreadable };
}

/** Reads one kind of a node's answers after the other, and notes what of them it cannot read. */
class PastReader {
  readonly unreadable: string[] = [];

  block(block: Json): LookedUpBlock[] {
    const known = lookedUpBlock(block);
    return known ? [known] : this.odd("a block has no height or no hash");
  }

  executed(spent: Json): PastEvent[] {
    const { id, err = null, gasSpent = null, blockHeight } = fieldsOf(spent);
    const height = integerOf(blockHeight);
    if (height === undefined || typeof id !== "string") return this.odd("a transaction has no id or no height");
    const inner = jsonOf(fieldAt(spent, "tx")) ?? null;
    const data = { inner, block_height: height, gas_spent: integerOf(gasSpent) ?? null, err };
    return [past({ component: "transactions", entity: id, topic: "executed" }, data, height)];
  }

  /** What archive nodes keep of a block's contract events; nothing where there is no such block. */
  contractEvents(response: Json, height: bigint): PastEvent[] {
    if (response === null) return [];
    const value = jsonOf(response);
    if (value === null) return [];
    // Some queries of an archive wrap the same events with a cursor.
    const events = Array.isArray(value) ? value : fieldsOf(value)["events"];
    if (!Array.isArray(events)) return this.odd(`the contract events of block ${height} are no list`);
    return events.flatMap((each) => this.contractEvent(each, height));
  }

  private contractEvent(event: Json, height: bigint): PastEvent[] {
    // Nodes name the contract by either word.
    const { source, target = source, topic, data, origin } = fieldsOf(event);
    if (typeof target !== "string" || typeof topic !== "string")
      return this.odd(`an event of block ${height} names no contract or no topic`);
    const bytes = bytesOf(data);
    if (!bytes) return this.odd(`the data of an event of block ${height} is not hex`);
    const entity = target.replace(/^0x/, "");
    const caused = typeof origin === "string" ? { origin } : {};
    return [{ target: { component: "contracts", entity, topic }, data: bytes, height, ...caused }];
  }

  private odd(text: string): [] {
    this.unreadable.push(text);
    return [];
  }
}

function acceptedBlock(block: Json): PastEvent[] {
  const { height, hash } = fieldsOf(fieldAt(block, "header"));
  const known = integerOf(height);
  if (known === undefined || typeof hash !== "string") return [];
  const header = jsonOf(fieldAt(block, "header")) ?? { height: known, hash };
  const transactions = itemsOf(fieldAt(block, "transactions")).map((each) => fieldsOf(each)["id"] ?? null);
  return [past({ component: "blocks", entity: hash, topic: "accepted" }, { header, transactions }, known)];
}

function past(target: Target, data: Json, height: bigint): PastEvent {
  return { target, data: new TextEncoder().encode(stringifyExactJson(data)), height };
}

function bytesOf(data: Json | undefined): Uint8Array | undefined {
  try {
    return typeof data === "string" ? hexToBytes(data) : undefined;
  } catch {
    return undefined;
  }
}

/** The `json` field of an answer: nodes give the value itself or its text. */
function jsonOf(value: Json | undefined): Json | undefined {
  const json = fieldsOf(value)["json"];
  return typeof json === "string" ? jsonIn(json) : json;
}
