import { parseExactJson, stringifyExactJson, type Json } from "../../wire/exactJson";
import { hexToBytes } from "../../wire/hex";
import type { Target } from "../../wire/target";
import { fieldAt, integer, objectOf } from "./chainQueries";

/** An event as the node tells of it afterwards. */
export interface PastEvent {
  target: Target;
  data: Uint8Array;
  /** The transaction it comes from, if it is a contract's. */
  origin?: string;
  height: bigint;
}

/** What of a range of blocks is asked for. */
export interface PastKinds {
  accepted: boolean;
  executed: boolean;
  contracts: boolean;
}

/** The query for what happened in the blocks of a range (§2.10), both ends included. Contract events need an archive node. */
export function pastQuery(first: bigint, last: bigint, { accepted, executed, contracts }: PastKinds): string {
  const range = `range: [${first}, ${last}]`;
  const heights = Array.from({ length: Number(last - first) + 1 }, (_, at) => first + BigInt(at));
  return [
    "{",
    ...(accepted ? [`blocks(${range}) { header { height hash json } transactions { id } }`] : []),
    ...(executed ? [`blockTxs(${range}) { id err gasSpent blockHeight tx { json } }`] : []),
    ...(contracts ? heights.map((height) => `h${height}: contractEvents(height: ${height}) { json }`) : []),
    "}",
  ].join("\n");
}

/** The events in the answer to `pastQuery`, block by block: the block, its contracts' events, its transactions. */
export function pastEvents(data: Json | undefined): PastEvent[] {
  const answers = objectOf(data);
  const contracts = Object.entries(answers).flatMap(([name, value]) => {
    const height = /^h(\d+)$/.exec(name)?.[1];
    return height === undefined ? [] : list(jsonOf(value)).flatMap((each) => contractEvent(each, BigInt(height)));
  });
  const found = [
    ...list(answers["blocks"]).flatMap(acceptedBlock),
    ...contracts,
    ...list(answers["blockTxs"]).flatMap(executedTransaction),
  ];
  return found.sort((one, other) => Number(one.height - other.height));
}

function acceptedBlock(block: Json): PastEvent[] {
  const { height, hash } = objectOf(fieldAt(block, ["header"]));
  const known = integer(height);
  if (known === undefined || typeof hash !== "string") return [];
  const header = jsonOf(fieldAt(block, ["header"])) ?? { height: known, hash };
  const transactions = list(fieldAt(block, ["transactions"])).map((each) => objectOf(each)["id"] ?? null);
  return [past({ component: "blocks", entity: hash, topic: "accepted" }, { header, transactions }, known)];
}

function executedTransaction(spent: Json): PastEvent[] {
  const { id, err = null, gasSpent = null, blockHeight } = objectOf(spent);
  const height = integer(blockHeight);
  if (height === undefined || typeof id !== "string") return [];
  const data = {
    inner: jsonOf(fieldAt(spent, ["tx"])) ?? null,
    block_height: height,
    gas_spent: integer(gasSpent) ?? null,
    err,
  };
  return [past({ component: "transactions", entity: id, topic: "executed" }, data, height)];
}

function contractEvent(event: Json, height: bigint): PastEvent[] {
  const { source, target = source, topic, data, origin } = objectOf(event);
  const bytes = bytesOf(data);
  if (typeof target !== "string" || typeof topic !== "string" || !bytes) return [];
  return [
    {
      target: { component: "contracts", entity: target.replace(/^0x/, ""), topic },
      data: bytes,
      height,
      ...(typeof origin === "string" && { origin }),
    },
  ];
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
  const json = objectOf(value)["json"];
  if (typeof json !== "string") return json;
  try {
    return parseExactJson(json);
  } catch {
    return undefined;
  }
}

function list(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}
