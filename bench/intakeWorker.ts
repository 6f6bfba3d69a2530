import { once } from "node:events";
import { WebSocket } from "ws";
import { tailedSandbox } from "../test/support/tailedSandbox";
import { EventFrameReader } from "../src/wire/eventFrame";
import { parseExactJson } from "../src/wire/json/exactJson";

/**
 * A process that takes event frames in one way, named on the command line, so that no way is slowed down by what another
 * left behind. Each message from its parent is a round: so many frames more from that server, over the same connection. It
 * answers with the processor time they took, in microseconds.
 */
export type IntakeWay = keyof typeof ways;

export interface IntakeRound {
  url: string;
  frames: number;
}

interface Intake {
  /** Resolves when so many frames were taken in all. */
  arrived(count: number): Promise<void>;
  readonly sessionId: string;
}

const text = new TextDecoder();

const ways = {
  /** The tails of a window: counted, remembered, joined to blocks; nothing is decoded because nothing is shown. */
  async tails(url: string): Promise<Intake> {
    const window = tailedSandbox({ url }, { mostLinesPerSecond: () => 0 });
    const { tails, recent, connection } = window;
    await tails.start(connection, { component: "transactions", topic: "included" });
    await window.shows(/subscribed to/);
    recent.limit({ events: 10_000, bytes: 64 * 1024 * 1024 });
    const waiting = new Waiting();
    tails.tap(() => waiting.seen(recent.total));
    return { arrived: (count) => waiting.until(count), sessionId: window.node.events.session.sessionId ?? "" };
  },

  /** The frame and its payload, exactly. */
  exact(url: string): Promise<Intake> {
    const frames = new EventFrameReader();
    return receiving(url, (bytes) => {
      const frame = frames.read(bytes);
      if ("problem" in frame) throw new Error(frame.problem);
      parseExactJson(text.decode(frame.data));
    });
  },

  /** Header and payload through `JSON.parse`, which is quick and loses long integers. */
  parsed: (url: string) =>
    receiving(url, (bytes) => {
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
      JSON.parse(text.decode(bytes.subarray(4, 4 + length)));
      JSON.parse(text.decode(bytes.subarray(4 + length)));
    }),

  /** As the published JavaScript client does it: header through `Headers`, payload, and an event for each frame. */
  published(url: string): Promise<Intake> {
    const target = new EventTarget();
    return receiving(url, (bytes) => {
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
      const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Record<string, string>;
      const headers = new Headers(header);
      const body = new TextDecoder().decode(bytes.subarray(4 + length));
      const payload = headers.get("content-type") === "application/json" ? (JSON.parse(body) as unknown) : body;
      const location = /^\/on\/([^/]+)\/(.+)/.exec(headers.get("content-location") ?? "");
      target.dispatchEvent(new ParsedEvent(`${location?.[1]}/${location?.[2]}`, headers, payload));
    });
  },

  counted: (url: string) => receiving(url, () => undefined),
};

/** An event with its header and its payload, both read at once. */
class ParsedEvent extends Event {
  constructor(
    type: string,
    readonly headers: Headers,
    readonly payload: unknown,
  ) {
    super(type);
  }
}

class Waiting {
  private count = 0;
  private wanted: { count: number; done: () => void } | undefined;

  seen(count: number): void {
    this.count = count;
    if (this.wanted && count >= this.wanted.count) this.wanted.done();
  }

  until(count: number): Promise<void> {
    return this.count >= count ? Promise.resolve() : new Promise((done) => (this.wanted = { count, done }));
  }
}

async function receiving(url: string, take: (bytes: Uint8Array) => void): Promise<Intake> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/on`, { perMessageDeflate: false });
  const waiting = new Waiting();
  let taken = 0;
  socket.on("message", (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return;
    take(data);
    waiting.seen(++taken);
  });
  const [id] = (await once(socket, "message")) as [Buffer];
  return { arrived: (count) => waiting.until(count), sessionId: id.toString() };
}

let opened: Promise<Intake> | undefined;
let asked = 0;

async function round(way: IntakeWay, { url, frames }: IntakeRound): Promise<number> {
  const intake = await (opened ??= ways[way](url));
  asked += frames;
  const before = process.cpuUsage();
  await fetch(`${url}/blast/${frames}?session=${intake.sessionId}`, { method: "POST" });
  await intake.arrived(asked);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

process.on("message", (wanted: IntakeRound) => {
  void round(process.argv[2] as IntakeWay, wanted).then((microseconds) => process.send?.(microseconds));
});
process.on("disconnect", () => process.exit());
