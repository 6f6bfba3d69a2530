import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { IntakeRound, IntakeWay } from "./intakeWorker";
import { beside as besideOf, median, report } from "./measure";

const frames = 100_000;
const rounds = { warmUp: 5, measured: 25 };
const ways: IntakeWay[] = ["tails", "exact", "parsed", "published", "counted"];

/**
 * Frames per second of a process's own processor time, so that neither the sender nor whatever else the machine does
 * counts. Each way of taking frames is a process of its own, and they take turns with the same sender.
 */
async function run(): Promise<void> {
  const server = forked("frameServer.ts");
  const [{ port, bytes }] = (await once(server, "message")) as [{ port: number; bytes: number }];
  const round: IntakeRound = { url: `http://127.0.0.1:${port}`, frames };
  const workers = ways.map((way) => ({ way, worker: forked("intakeWorker.ts", way), rates: [] as number[] }));
  for (let at = 0; at < rounds.warmUp + rounds.measured; at++) {
    for (const { worker, rates } of workers) {
      worker.send(round);
      const [microseconds] = (await once(worker, "message")) as [number];
      if (at >= rounds.warmUp) rates.push((frames / microseconds) * 1_000_000);
    }
  }
  const ratesOf = (wanted: IntakeWay) => workers.find(({ way }) => way === wanted)!.rates;
  for (const child of [server, ...workers.map(({ worker }) => worker)]) child.disconnect();
  const rate = (kind: IntakeWay) => median(ratesOf(kind));
  const beside = (one: IntakeWay, other: IntakeWay) => besideOf(ratesOf(one), ratesOf(other));
  console.log(
    `  ${frames} frames of ${bytes} bytes: ${Math.round(rate("tails") / 1000)} 000/s of processor time into the ring`,
  );
  report(
    "event intake, socket to ring, decoding off: frames/s beside the published client's way",
    beside("tails", "published"),
    "≥ 3×",
  );
  report("  beside only counting frames", beside("tails", "counted"));
  report("frame and exact payload: time beside JSON.parse of header and payload", beside("parsed", "exact"), "≤ 1.5×");
  report("  beside only counting frames", beside("counted", "exact"));
}

function forked(file: string, ...args: string[]): ChildProcess {
  return fork(join(__dirname, file), args, { execArgv: ["--require", "tsx/cjs"] });
}

void run();
