import { type Control, type ControlBody, mostMs } from "./controlBody";
import type { Json } from "../wire/json";
import { soundChannel } from "../http/faults";
import type { SandboxNode } from "../sandboxNode";
import type { Session } from "../events/session";

/** Faults of the WebSocket. Those of sessions take `session` (an id, default all). */
export const socketControls: Record<string, Control> = {
  /** Reads and writes nothing more, keeps TCP open. */
  "half-open": (body, node) => each(body, node, (session) => session.freeze()),

  /** `{ code, reason? }`: closes in order. */
  close: (body, node) =>
    each(body, node, ({ webSocket }) => webSocket.close(body.number("code", 4999, 1000), body.text("reason", ""))),

  /** Closes as for a reader that is too slow. */
  "slow-reader": (body, node) => each(body, node, ({ webSocket }) => webSocket.close(1001, "Shutting down")),

  /** Ends TCP without a closing frame. */
  "cut-socket": (body, node) => each(body, node, (session) => session.destroy()),

  /** `{ kind }` garbage, short, oversized or empty, or `{ hex }`: a binary message that is no event frame, or any. */
  frame: (body, node) => {
    const frame = body.has("hex") ? body.hex("hex") : oddFrame(body.text("kind"));
    return each(body, node, ({ webSocket }) => webSocket.send(frame));
  },

  /** `{ path?, count? }`: the next event frames whose location contains `path` reach no client; sessions stay open. */
  "lose-frames": (body, node) => {
    const count = body.number("count", Number.MAX_SAFE_INTEGER, 1);
    node.faults.frames.push({ path: body.text("path", ""), count });
  },

  /**
   * `{ holds? }`: of the events of the node's own that follow from a block the first so many are sent, and the others,
   * `accepted` first, reach no client. Default 1000.
   */
  channel: (body, node) =>
    void (node.faults.channelHolds = body.number("holds", Number.MAX_SAFE_INTEGER, soundChannel)),

  /** `{ text }`: a text message. */
  text: (body, node) => each(body, node, (session) => session.text(body.text("text"))),

  /** `{ upgradeStatus?, upgradeDelayMs?, sessionIdDelayMs?, withoutSessionId?, textsAfter? }` for sockets to come; none: sound. */
  handshake: (body, node) => {
    node.faults.handshake = {
      upgradeStatus: body.number("upgradeStatus", 599, 101),
      upgradeDelayMs: body.number("upgradeDelayMs", mostMs, 0),
      sessionIdDelayMs: body.number("sessionIdDelayMs", mostMs, 0),
      withoutSessionId: body.flag("withoutSessionId"),
      textsAfter: body.texts("textsAfter"),
    };
  },

  /** `{ on }`: one more event after each unsubscription. */
  "late-events": (body, node) => void (node.faults.lateEvents = body.flag("on", true)),

  /** Every session id becomes unknown (424) while its socket stays open. */
  "forget-sessions": (_body, node) => node.sessions.forget(),
};

function each(body: ControlBody, node: SandboxNode, act: (session: Session) => void): Json {
  const sessions = node.sessions.all.filter(({ id }) => !body.has("session") || body.text("session") === id);
  sessions.forEach(act);
  return { sessions: sessions.length };
}

function oddFrame(kind: string): Buffer {
  switch (kind) {
    case "garbage":
      return Buffer.from("ffffffff00ff7b7b7d", "hex");
    case "short":
      return Buffer.of(1, 2);
    case "oversized":
      // Claims a header of almost 4 GiB.
      return Buffer.concat([
        Buffer.of(0xf0, 0xff, 0xff, 0xff),
        Buffer.from('{"Content-Location":"/on/blocks/accepted"}'),
      ]);
    case "empty":
      return Buffer.alloc(0);
    default:
      throw new RangeError(`kind is garbage, short, oversized or empty, not "${kind}"`);
  }
}
