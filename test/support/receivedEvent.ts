import assert from "node:assert/strict";
import type { ReceivedEvent } from "../../src/client/session/recentEvents";
import { eventMessage } from "../../src/features/eventTail/model/recordings/eventMessage";
import { decodeEventFrame } from "../../src/wire/eventFrame";
import type { Target } from "../../src/wire/target";

let numbers = 0;

/** An event as it is after it arrived: data as text or bytes, and whatever else of it a test cares for. */
export function receivedEvent(
  target: Target,
  data: string | Uint8Array = "",
  { origin, ...rest }: Partial<ReceivedEvent> & { origin?: string } = {},
): ReceivedEvent {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  const frame = decodeEventFrame(
    eventMessage(target, bytes, origin ? { name: "Node-Origin", hash: origin } : undefined),
  );
  if ("problem" in frame) assert.fail(frame.problem);
  return {
    number: ++numbers,
    at: 0,
    arrival: { connection: "Local", sessionId: "5e55", source: "live" },
    frame,
    ...rest,
  };
}
