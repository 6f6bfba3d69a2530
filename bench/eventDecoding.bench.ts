import { systemClock } from "../src/base/clock";
import { parseEndpoint } from "../src/client/http/endpoint";
import { NodeConnection } from "../src/client/nodeConnection";
import { DriverProcess } from "../src/driver/driverProcess";
import { EventDecoder } from "../src/features/eventTail/model/decode/eventDecoder";
import { LocalDrivers } from "../src/features/eventTail/model/decode/localDrivers";
import { contractIds } from "../src/sandbox/contracts/contractIds";
import { driverProcessFile } from "../test/support/driverProcessFile";
import { receivedEvent } from "../test/support/receivedEvent";
import { startSandbox } from "../test/support/startSandbox";
import { median, report } from "./measure";

/** About what a tail decodes in one go during a flood. */
const events = 120;
const rounds = { warmUp: 10, measured: 100 };

interface Cost {
  milliseconds: number;
  /** Of this process, all threads, but not of the drivers' own. */
  processorMs: number;
}

/** A contract's events decoded by its driver in its process, beside a request to the node for each. */
async function run(): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0", "--history", "0"] });
  const node = new NodeConnection({ endpoint: parseEndpoint(sandbox.url), timeoutMs: 10_000 });
  const runner = new DriverProcess(driverProcessFile);
  const local = new LocalDrivers({
    contracts: node.contracts,
    run: (module) => runner.load(module),
    allowed: () => true,
    stopped: () => undefined,
    clock: systemClock,
  });
  const target = { component: "contracts", entity: contractIds.counter, topic: "counted" };
  const { frame } = receivedEvent(target, Buffer.alloc(8, 0xff));
  const decodeAll = (decoder: EventDecoder) =>
    Promise.all(Array.from({ length: events }, async () => decoder.decode(frame)));
  const decoders = { here: new EventDecoder(node, { local }), node: new EventDecoder(node) };
  const costs: Record<keyof typeof decoders, Cost[]> = { here: [], node: [] };
  for (let round = 0; round < rounds.warmUp + rounds.measured; round++) {
    for (const way of ["here", "node"] as const) {
      const cost = await costOf(() => decodeAll(decoders[way]));
      if (round >= rounds.warmUp) costs[way].push(cost);
    }
  }
  const ratio = (what: keyof Cost) => median(costs.here.map((cost, round) => cost[what] / costs.node[round]![what]));
  console.log(
    `  ${events} events at once; by the node ${median(costs.node.map((cost) => cost.milliseconds)).toFixed(1)} ms`,
  );
  report("event decoding here: time beside a request to a node on this machine for each", ratio("milliseconds"));
  report("  processor time of this process, its threads included", ratio("processorMs"));
  local.dispose();
  runner.dispose();
  await node.dispose();
  await sandbox.stop();
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const before = process.cpuUsage();
  const started = performance.now();
  await work();
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return { milliseconds, processorMs: (user + system) / 1000 };
}

void run();
