import { sorted, writeJson } from "../wire/json";
import type { Json } from "../wire/json";

/** Something the node tells its subscribers (§6.2). `topic` keeps the case it was emitted in. */
export interface NodeEvent {
  component: string;
  entity?: string;
  topic: string;
  readonly data: Uint8Array;
  /** Hash of the transaction, or of the block, that caused it. */
  origin?: string;
}

/** An event whose data is written once it is sent: most of a chain's events have no one who hears them. */
export function jsonEvent(component: string, entity: string, topic: string, json: () => Json): NodeEvent {
  let data: Buffer | undefined;
  return {
    ...{ component, entity, topic },
    get data() {
      return (data ??= Buffer.from(writeJson(sorted(json()))));
    },
  };
}

/** An event that says no more than its name. */
export function bareEvent(component: string, entity: string, topic: string): NodeEvent {
  return { component, entity, topic, data: Buffer.alloc(0) };
}

export function eventLocation({ component, entity, topic }: Omit<NodeEvent, "data">): string {
  return `/on/${component}${entity === undefined ? "" : `:${entity}`}/${topic}`;
}

/** The binary message of §2.3: header length as u32 little-endian, the header as JSON, the data. */
export function eventFrame(event: NodeEvent, prefix: string): Buffer {
  const header: Json = { "Content-Location": eventLocation(event) };
  if (event.origin !== undefined) header[`${prefix}-Origin`] = event.origin;
  const headerBytes = Buffer.from(writeJson(header));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(headerBytes.length);
  return Buffer.concat([length, headerBytes, event.data]);
}
