import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { WebSocket } from "ws";
import { tailedSandbox } from "../test/support/tailedSandbox";
import { median, report } from "./measure";

const frames = 200_000;
const rounds = 3;

/** Receives frames until told to stop; `arrived` resolves when so many more came. */
interface Intake {
  arrived(count: number): Promise<void>;
  close(): Promise<void>;
}

/** Event intake beside the way of the published JavaScript client, from the same socket, in turns. */
async function run(): Promise<void> {
  const server = fork(join(__dirname, "frameServer.ts"), { execArgv: ["--require", "tsx/cjs"] });
  const [{ port, bytes }] = (await once(server, "message")) as [{ port: number; bytes: number }];
  const url = `http://127.0.0.1:${port}`;
  const intakes = { ours, published, counting };
  const rates = Object.fromEntries(Object.keys(intakes).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, open] of Object.entries(intakes)) {
      const intake = await open(url);
      const started = performance.now();
      await fetch(`${url}/blast/${frames}`, { method: "POST" });
      await intake.arrived(frames);
      // The first round warms up.
      if (round > 0) rates[name]?.push((frames / (performance.now() - started)) * 1000);
      await intake.close();
    }
  }
  server.disconnect();
  const [mine, theirs, bare] = [rates["ours"], rates["published"], rates["counting"]].map((each) => median(each ?? []));
  console.log(`  ${frames} frames of ${bytes} bytes: ${Math.round(mine! / 1000)} 000/s into the ring`);
  report(
    "event intake, socket to ring, decoding off: frames/s relative to the published client's way",
    mine! / theirs!,
    "≥ 3×",
  );
  report("event intake: frames/s relative to only counting frames with ws", mine! / bare!);
}

/** The tails of a window: counted, remembered, joined to blocks; paused, so that nothing is decoded for show. */
async function ours(url: string): Promise<Intake> {
  const window = tailedSandbox({ url });
  const { tails, recent, connection } = window;
  await tails.start(connection, { component: "transactions", topic: "included" });
  await window.shows(/subscribed to/);
  recent.limit({ events: 10_000, bytes: 64 * 1024 * 1024 });
  tails.view.pause();
  let waiting: { count: number; done: () => void } | undefined;
  tails.tap(() => {
    if (waiting && recent.total >= waiting.count) waiting.done();
  });
  return {
    arrived: (count) =>
      recent.total >= count ? Promise.resolve() : new Promise((done) => (waiting = { count, done })),
    close: () => window.dispose(),
  };
}

/** Header through `Headers`, payload through `JSON.parse`, and an event dispatched for each frame. */
async function published(url: string): Promise<Intake> {
  const target = new EventTarget();
  return receiving(url, (data) => {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const length = view.getUint32(0, true);
    const text = new TextDecoder();
    const headers = new Headers(JSON.parse(text.decode(data.subarray(4, 4 + length))) as Record<string, string>);
    const payload = JSON.parse(text.decode(data.subarray(4 + length))) as unknown;
    const location = headers.get("Content-Location") ?? "";
    target.dispatchEvent(new CustomEvent(location, { detail: { headers, payload } }));
  });
}

function counting(url: string): Promise<Intake> {
  return receiving(url, () => undefined);
}

async function receiving(url: string, take: (data: Uint8Array) => void): Promise<Intake> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/on`, { perMessageDeflate: false });
  let seen = 0;
  let waiting: { count: number; done: () => void } | undefined;
  socket.on("message", (data: Buffer, isBinary) => {
    if (!isBinary) return;
    take(data);
    if (++seen === waiting?.count) waiting.done();
  });
  await once(socket, "open");
  return {
    arrived: (count) => (seen >= count ? Promise.resolve() : new Promise((done) => (waiting = { count, done }))),
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

void run();
