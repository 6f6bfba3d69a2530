import { parseEndpoint } from "../src/client/http/endpoint";
import { NodeConnection } from "../src/client/nodeConnection";
import { NodeError } from "../src/client/failures/nodeError";
import { eventually } from "../test/support/eventually";
import { startSandbox, type Sandbox } from "../test/support/startSandbox";
import { SessionLedger, type Told } from "./sessionLedger";

const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
const minutes = Number(process.argv[2] ?? 3);
const eventsPerSecond = 2000;

/** One thing that goes wrong, and how long the next may follow after it. */
type Fault = (sandbox: Sandbox) => Promise<unknown>;

const faults: Record<string, Fault> = {
  "socket cut": (sandbox) => sandbox.control("cut-socket"),
  "closed as shutting down": (sandbox) => sandbox.control("close", { code: 1001, reason: "Shutting down" }),
  "slow reader closed": (sandbox) => sandbox.control("slow-reader"),
  "half-open socket": (sandbox) => sandbox.control("half-open"),
  "session forgotten": (sandbox) => sandbox.control("forget-sessions"),
  "garbage frame": (sandbox) => sandbox.control("frame", { kind: "garbage" }),
  "short frame": (sandbox) => sandbox.control("frame", { kind: "short" }),
  "text message": (sandbox) => sandbox.control("text", { text: "hello" }),
  "slow answers": (sandbox) => sandbox.control("latency", { ms: 400, count: 5 }),
  "dropped request": (sandbox) => sandbox.control("drop", { count: 2 }),
  "late session id": (sandbox) => sandbox.control("handshake", { sessionIdDelayMs: 300 }),
  "upgrade refused": (sandbox) => sandbox.control("handshake", { upgradeStatus: 502 }),
  "upgrade works again": (sandbox) => sandbox.control("handshake"),
  "node restarted": (sandbox) => sandbox.restart(),
};

/** A small generator of its own, so that a run can be repeated by its seed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

async function soak(): Promise<void> {
  const seed = Number(process.argv[3] ?? Date.now() % 100_000);
  console.log(`soak of ${minutes} min, seed ${seed}, ${eventsPerSecond} events/s`);
  const chance = random(seed);
  const sandbox = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0", "--history", "0"] });
  const node = open(sandbox);
  const ledger = new SessionLedger();
  node.events.session.onFrame((bytes, sessionId) => ledger.arrived(sessionId, bytes));
  node.events.subscribe({ component: "contracts", entity: counter, topic: "counted" }, ({ data }) =>
    ledger.handed(data),
  );
  node.events.session.start();
  await calm(sandbox, node);
  const before = await baseline(sandbox);

  const happened: Record<string, number> = {};
  const calls = { ok: 0, failed: 0 };
  const deadline = Date.now() + minutes * 60_000;
  const names = Object.keys(faults);
  while (Date.now() < deadline) {
    const name = names[Math.floor(chance() * names.length)] ?? "";
    await faults[name]?.(sandbox);
    happened[name] = (happened[name] ?? 0) + 1;
    if (name === "node restarted") ledger.forget();
    await Promise.all([call(node, calls), call(node, calls), pause(150 + chance() * 900)]);
    await sandbox.control("rate", { perSecond: eventsPerSecond });
    ledger.ended((await sandbox.control("state")) as Told);
  }

  await calm(sandbox, node);
  await sandbox.control("rate", { perSecond: 0 });
  const problems = await ledger.settle(async () => (await sandbox.control("state")) as Told);
  const after = await baseline(sandbox);
  print(happened, calls, ledger, node, before, after);
  await node.dispose();
  await eventually(
    "all sockets to close",
    () => openSockets(sandbox),
    (open) => open <= 1,
  );
  await sandbox.stop();
  if (after.heap > before.heap * 1.5 + 8) problems.push(`the heap grew from ${before.heap} to ${after.heap} MB`);
  if (after.sockets > before.sockets + 4) problems.push(`open sockets went from ${before.sockets} to ${after.sockets}`);
  for (const problem of problems) console.error(`FAILED: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
  else console.log("every event of every session was seen once, in order");
}

function open(sandbox: Sandbox): NodeConnection {
  return new NodeConnection({
    endpoint: parseEndpoint(sandbox.url),
    timeoutMs: 3000,
    // An hour's keep-alive and waiting, compressed.
    session: {
      pingIntervalMs: 400,
      pongTimeoutMs: 400,
      openTimeoutMs: 1500,
      backoff: { firstMs: 30, maxMs: 500, jitter: 0.5 },
    },
  });
}

/** Ends all faults and waits until events arrive again in a session. */
async function calm(sandbox: Sandbox, node: NodeConnection): Promise<void> {
  await sandbox.control("reset");
  await sandbox.control("handshake");
  node.events.session.retryNow();
  await eventually(
    "an open session",
    () => node.events.session.state,
    ({ kind: at }) => at === "open",
    20_000,
  );
  const [subscription] = node.events.all;
  await eventually(
    "an active subscription",
    () => subscription?.state.kind,
    (at) => at === "active",
    20_000,
  );
  await sandbox.control("rate", { perSecond: eventsPerSecond });
  await pause(500);
}

async function call(node: NodeConnection, calls: { ok: number; failed: number }): Promise<void> {
  try {
    await node.contracts.call(counter, "get_value", { json: "null" });
    calls.ok++;
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    calls.failed++;
  }
}

async function baseline(sandbox: Sandbox): Promise<{ heap: number; sockets: number }> {
  global.gc?.();
  return { heap: Math.round(process.memoryUsage().heapUsed / 2 ** 20), sockets: await openSockets(sandbox) };
}

async function openSockets(sandbox: Sandbox): Promise<number> {
  return ((await sandbox.control("state")) as { openSockets: number }).openSockets;
}

function print(
  happened: Record<string, number>,
  calls: { ok: number; failed: number },
  ledger: SessionLedger,
  node: NodeConnection,
  before: { heap: number; sockets: number },
  after: { heap: number; sockets: number },
): void {
  const { frames, late, bad, reconnects } = node.events.counters;
  for (const [name, times] of Object.entries(happened)) console.log(`  ${name}: ${times}`);
  console.log(`sessions ${ledger.sessions}, reconnects ${reconnects}, frames ${frames}, late ${late}, bad ${bad}`);
  console.log(`events handed over ${ledger.total}; calls ${calls.ok} answered, ${calls.failed} failed with a reason`);
  console.log(`heap ${before.heap} → ${after.heap} MB, open sockets ${before.sockets} → ${after.sockets}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

void soak();
