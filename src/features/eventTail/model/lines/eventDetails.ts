import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import { stringifyExactJson } from "../../../../wire/json/exactJson";
import { jsonDocument } from "../../../../wire/json/jsonDocument";
import { memoIn } from "../../../../wire/memoText";
import { visibleText } from "../../../../wire/visibleText";
import type { JoinedBlock } from "../blocks/blockJoin";
import type { Decoded } from "../decode/eventDecoder";
import { hexDump } from "../../../../wire/hexDumpText";

/** Everything known of one event. */
export interface EventDetails {
  event: ReceivedEvent;
  /** What emitted it, by name. */
  source: string;
  decoded: Decoded;
  block?: (Pick<JoinedBlock, "hash" | "height"> & Partial<JoinedBlock>) | undefined;
  /** Of a transaction's event: what it calls, with the arguments decoded or the reason why they are not; JSON text. */
  call?: string | undefined;
}

/** What a line of the document links to: the kind of thing, and its id. */
export const linkedLine = /^\/\/ (contract|transaction|block) +([0-9a-f]{64})/;

/**
 * An event as a document of JSON with comments: where it comes from, the decoded value, then the header and the bytes as
 * they travelled.
 */
export function eventDocument(details: EventDetails): string {
  const { decoded, call, event } = details;
  const value = "text" in decoded ? jsonDocument(decoded.text || stringifyExactJson(decoded.value)) : "null";
  const problem = "problem" in decoded ? [`// not decoded: ${visibleText(decoded.problem)}`] : [];
  const { bytes, data } = event.frame;
  const header = new TextDecoder().decode(bytes.subarray(4, bytes.length - data.length));
  return [
    ...origins(details).map(([name, text]) => `// ${name.padEnd(12)} ${visibleText(text)}`),
    "",
    ...problem,
    value,
    ...(call === undefined ? [] : ["", ...commented("call", call)]),
    "",
    ...commented("header", header),
    "",
    `// data: ${data.length} bytes`,
    ...hexDump(data).map((line) => `// ${line}`),
    "",
  ].join("\n");
}

/** JSON beside the decoded value, which alone is to be the document's value. */
function commented(title: string, text: string): string[] {
  const lines = jsonDocument(text).split("\n");
  return [`// ${title}`, ...lines.map((line) => `// ${visibleText(line)}`)];
}

function origins({ event, source, block, decoded }: EventDetails): [name: string, text: string][] {
  const { component, entity, topic } = event.frame.target;
  const cause = event.frame.origin ?? (component === "transactions" ? entity : undefined);
  const hash = block?.hash ?? (component === "blocks" ? entity : undefined);
  // Of an event of the block itself the cause is the block.
  const transaction = cause === hash ? undefined : cause;
  const height = block?.height ?? event.arrival.height;
  const state = [height === undefined ? "" : `height ${height}`, block?.state ?? ""].filter(Boolean).join(", ");
  return [
    ["event", `${source}  ${topic ?? "(no topic)"}`],
    [
      "received",
      `${new Date(event.at).toISOString()}${event.arrival.source === "live" ? "" : `, ${event.arrival.source}`}`,
    ],
    ["connection", event.arrival.connection],
    ["session", event.arrival.sessionId],
    ...named("contract", component === "contracts" ? entity : undefined),
    ...named("transaction", transaction),
    ...named("block", hash ? `${hash}  ${state}`.trimEnd() : state),
    ...named("memo", "value" in decoded ? memoIn(decoded.value) : undefined),
  ];
}

function named(name: string, text: string | undefined): [string, string][] {
  return text ? [[name, text]] : [];
}
