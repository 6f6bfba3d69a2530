import { NodeError } from "../../../client/failures/nodeError";
import type { NodeConnection } from "../../../client/nodeConnection";
import { hexToBytes } from "../../../wire/hex";
import { hasBuiltInDriver, transferContractId } from "../../../wire/ids";
import type { Json } from "../../../wire/json/exactJson";
import { fieldsOf, integerOf, isObject, jsonIn } from "../../../wire/json/fields";
import { limits } from "../../../wire/limits";
import { amountWords } from "../../../wire/coins";
import type { DocumentLink } from "../../../wire/linkRanges";
import { memoText } from "../../../wire/memoText";
import { plainYaml } from "../../../wire/plainYaml";
import { counted } from "../../../base/words";

/** What is asked of an archive (§2.10, §4.10). */
export type ArchiveQuestion =
  | { of: "account"; key: string; side: "all" | "sender" | "receiver" }
  | { of: "memo"; memo: string }
  | { of: "contract"; contractId: string };

/** What came so far, and where the next page begins: a page's number or a cursor. */
export interface ArchivePages {
  items: readonly Json[];
  next: number | string | undefined;
  /** Why no more is asked for although the node claims that there is more. */
  note?: string;
}

/** Items of one page. */
const pageItems = 50;
/** Events that the node is asked to decode at a time. */
const atOnce = 8;

/** Asks for the next page, or the first one, and adds it to those before. */
export async function nextPage(
  { graphql, drivers }: Pick<NodeConnection, "graphql" | "drivers">,
  question: ArchiveQuestion,
  before: ArchivePages = { items: [], next: undefined },
): Promise<ArchivePages> {
  const [field, query] = queryOf(question, before.next);
  const { data, errors } = await graphql.query({ query });
  if (data === undefined || data === null) throw new NodeError("refused", errors[0]?.message ?? "There is no answer.");
  const json = unwrapped(fieldsOf(data)[field] ?? null);
  const { events } = fieldsOf(json);
  const found = Array.isArray(json) ? json : Array.isArray(events) ? events : [];
  const room = limits.listed.rows - before.items.length;
  const own = found.slice(0, room);
  const added = question.of === "contract" ? await decodedAll(drivers, question, own) : own;
  const items = [...before.items, ...added];
  if (found.length > room) return { items, next: undefined, note: `${found.length - room} more are not shown` };
  return { items, ...following(question, before.next, json, found.length) };
}

function queryOf(question: ArchiveQuestion, next: ArchivePages["next"]): [field: string, query: string] {
  const text = JSON.stringify;
  switch (question.of) {
    case "memo":
      return ["transactionsByMemo", `{ transactionsByMemo(memo: ${text(question.memo)}) { json } }`];
    case "contract": {
      const cursor = typeof next === "string" ? `, cursor: ${text(next)}` : "";
      const about = `contractId: ${text(question.contractId)}, limit: ${pageItems}${cursor}`;
      return ["finalizedEvents", `{ finalizedEvents(${about}) { json } }`];
    }
    case "account": {
      const key = text(question.key);
      if (question.side === "all")
        return ["fullMoonlightHistory", `{ fullMoonlightHistory(address: ${key}, ord: "desc") { json } }`];
      const pages = `maxCount: ${pageItems}, pageCount: ${next ?? 1}`;
      return ["moonlightHistory", `{ moonlightHistory(${question.side}: ${key}, ${pages}) { json } }`];
    }
  }
}

function following(
  question: ArchiveQuestion,
  before: ArchivePages["next"],
  json: Json,
  count: number,
): Pick<ArchivePages, "next" | "note"> {
  if (question.of === "account" && question.side !== "all")
    return { next: count < pageItems ? undefined : (typeof before === "number" ? before : 1) + 1 };
  const { hasNextPage, endCursor } = fieldsOf(json);
  if (question.of !== "contract" || hasNextPage !== true) return { next: undefined };
  if (typeof endCursor === "string" && endCursor !== before && count > 0) return { next: endCursor };
  return { next: undefined, note: "the node says that there is more, and not where" };
}

/** What is in the field `json`, of nodes that have one; some send JSON as a text. */
function unwrapped(value: Json): Json {
  const inner = fieldsOf(value)["json"] ?? value;
  return typeof inner === "string" ? (jsonIn(inner) ?? inner) : inner;
}

/** Events of one page, decoded some at a time; a node that sends more than a page gets no question for each of them. */
async function decodedAll(
  drivers: NodeConnection["drivers"],
  question: { contractId: string },
  events: readonly Json[],
): Promise<Json[]> {
  const all: Json[] = [];
  for (let at = 0; at < Math.min(events.length, pageItems); at += atOnce) {
    const some = events.slice(at, Math.min(at + atOnce, pageItems));
    all.push(...(await Promise.all(some.map((event) => decoded(drivers, question, event)))));
  }
  return [...all, ...events.slice(all.length)];
}

/** An event with its data as the contract's driver reads it; the bytes stay where it does not. */
async function decoded(
  drivers: NodeConnection["drivers"],
  { contractId }: { contractId: string },
  event: Json,
): Promise<Json> {
  const fields = fieldsOf(event);
  const { data, topic } = fields;
  if (typeof data !== "string" || typeof topic !== "string") return event;
  try {
    const { value } = await drivers.decodeEvent(contractId, topic, hexToBytes(data));
    return { ...fields, decoded: value };
  } catch (error) {
    return { ...fields, not_decoded: NodeError.from(error).message };
  }
}

/** What an archive told, as a document whose ids are links. */
export function archiveText(
  question: ArchiveQuestion,
  { items, next, note }: ArchivePages,
  place: string,
): { text: string; links: DocumentLink[] } {
  const links: DocumentLink[] = [];
  const shown = items.map((item) => itemView(item, links));
  const what = question.of === "contract" ? "event" : "transaction";
  const more = next !== undefined ? ", and more" : note === undefined ? "" : `, and ${note}`;
  const about =
    question.of === "contract"
      ? { contract: question.contractId }
      : question.of === "memo"
        ? { memo: question.memo }
        : { account: question.key, side: question.side };
  const text = plainYaml({ ...about, found: `${counted(items.length, what)}${more}`, [`${what}s`]: shown });
  if (question.of === "contract") links.push({ text: question.contractId, to: "contract" });
  return { text: `# Archive of ${place}\n${text}`, links };
}

function itemView(item: Json, links: DocumentLink[]): Json {
  if (!isObject(item)) return item;
  const { origin, block_height, block_hash, events, ...rest } = fieldsOf(item);
  const add = (text: Json | undefined, to: DocumentLink["to"]) => typeof text === "string" && links.push({ text, to });
  add(origin, "transaction");
  add(block_hash, "block");
  const views = Array.isArray(events) ? events.map((event) => eventView(event, links)) : events;
  const { topic, decoded, data, ...others } = rest;
  const read = decoded === undefined ? undefined : dataView(decoded, links);
  // The bytes come last: what they mean stands before them.
  const about = { block: block_height, block_hash, transaction: origin, topic, decoded: read };
  return present({ ...about, events: views, ...others, data });
}

function eventView(event: Json, links: DocumentLink[]): Json {
  const { topic, target, data, ...rest } = fieldsOf(event);
  if (typeof topic !== "string") return event;
  const contract = target === transferContractId ? undefined : target;
  if (typeof contract === "string" && !hasBuiltInDriver(contract)) links.push({ text: contract, to: "contract" });
  return present({ topic, contract, ...rest, data: data === undefined ? undefined : dataView(data, links) });
}

/** An event's data with its amount in coins as well, and its memo as the text that it may be. */
function dataView(data: Json, links: DocumentLink[]): Json {
  if (!isObject(data)) return data;
  const { value, memo, ...rest } = fieldsOf(data);
  for (const name of ["sender", "receiver"] as const) {
    const key = rest[name];
    if (typeof key === "string") links.push({ text: key, to: "account" });
  }
  const units = integerOf(value);
  const text = typeof memo === "string" && memo !== "" ? memoText(memo) : undefined;
  return present({ ...rest, value: units === undefined ? value : amountWords(units), memo: text ?? memo });
}

function present(fields: { [name: string]: Json | undefined }): { [name: string]: Json } {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
