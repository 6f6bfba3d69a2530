import type { Target } from "../../../../wire/target";

/** An event as the message a node would have sent (§2.3), for events that came another way. */
export function eventMessage(target: Target, data: Uint8Array, origin?: { name: string; hash: string }): Uint8Array {
  const { component, entity, topic } = target;
  const location = `/on/${component}${entity ? `:${entity}` : ""}${topic ? `/${topic}` : ""}`;
  const header = { "Content-Location": location, ...(origin && { [origin.name]: origin.hash }) };
  const headerBytes = new TextEncoder().encode(JSON.stringify(header));
  const message = new Uint8Array(4 + headerBytes.length + data.length);
  new DataView(message.buffer).setUint32(0, headerBytes.length, true);
  message.set(headerBytes, 4);
  message.set(data, 4 + headerBytes.length);
  return message;
}
