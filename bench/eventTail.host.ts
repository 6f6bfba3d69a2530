import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { DriverProcess } from "../src/driver/driverProcess";
import { EventChannel } from "../src/features/eventTail/eventChannel";
import { readSetting } from "../src/host/settings";
import { contractIds } from "../src/sandbox/contracts/contractIds";
import { limits } from "../src/wire/limits";
import { driverProcessFile } from "../test/support/driverProcessFile";
import { startSandbox, type Sandbox } from "../test/support/startSandbox";
import { localDriversIn, tailedSandbox } from "../test/support/tailedSandbox";
import { flood } from "./flood";
import { idleProcess } from "./idleProcess";
import { report } from "./measure";

const seconds = Number(process.env.CHAINSCOPE_SOAK_SECONDS ?? 60);
const limitMs = 50;
const comparedLines = 20_000;

/** A flood of events of mixed sizes, decoded and shown in an output channel of the extension host. */
export async function bench(): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0", "--history", "0"] });
  const channel = new EventChannel();
  const runner = new DriverProcess(driverProcessFile);
  const lines: string[] = [];
  const window = tailedSandbox(sandbox, {
    mostLinesPerSecond: () => flood.perSecond,
    times: {},
    localDrivers: localDriversIn(runner),
    write: (written) => {
      channel.write(written);
      // No more than are needed afterwards: keeping them all would be this bench's own load.
      if (lines.length < comparedLines) lines.push(...written);
    },
  });
  window.recent.limit({ events: readSetting("events.keep"), bytes: limits.rememberedEventBytes });
  channel.show();
  await window.tails.start(window.connection, { component: "contracts", entity: contractIds.counter });
  await window.tails.start(window.connection, { component: "transactions", topic: "included" });
  const quiet = await loopDelay(5);
  await sandbox.control("rate", flood);
  const { heapUsed, rss } = process.memoryUsage();
  const idle = idleProcess();
  const delay = await loopDelay(seconds);
  const idleDelay = await idle.delay();
  const shown = window.tails.view.counts.shown;
  await stopDuring(sandbox, window);
  const { cut } = window.tails.view.counts;
  const after = process.memoryUsage();
  const grown = [after.heapUsed - heapUsed, after.rss - rss].map((bytes) => (bytes / 2 ** 20).toFixed(0));
  const what = `event tail, ${flood.perSecond} events/s and some of 1 MiB for ${seconds} s`;
  report(`${what}: p99 of the loop's delay, of ${limitMs} ms`, delay / limitMs, "≤ 1×");
  report(`  the same in a process that has nothing to do, during the flood, of ${limitMs} ms`, idleDelay / limitMs);
  report(`  the same in the host before the flood, of ${limitMs} ms`, quiet / limitMs);
  const counts = `${cut} cut, ${window.recent.total} events counted, heap ${grown[0]} MiB and process ${grown[1]} MiB larger`;
  console.log(`  ${Math.round(shown / seconds)} lines/s shown, ${counts}`);
  await compareAppending(lines.slice(0, comparedLines));
  await window.dispose();
  runner.dispose();
  channel.dispose();
  await sandbox.stop();
}

/** The 99th percentile of how late the event loop was for some seconds, in milliseconds. */
async function loopDelay(forSeconds: number): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  await pause(forSeconds * 1000);
  delay.disable();
  return delay.percentile(99) / 1e6;
}

interface State {
  sessions: { delivered: number; subscriptions: string[] }[];
  endedSessions: Record<string, number>;
}

/** Unsubscribes in the middle of the flood; everything that was delivered must have been counted. */
async function stopDuring(sandbox: Sandbox, { tails, recent }: ReturnType<typeof tailedSandbox>): Promise<void> {
  const started = performance.now();
  await tails.end(10_000);
  const took = performance.now() - started;
  await sandbox.control("rate", { perSecond: 0 });
  await pause(500);
  const { sessions, endedSessions } = (await sandbox.control("state")) as State;
  const left = sessions.flatMap(({ subscriptions }) => subscriptions).length;
  const ended = Object.values(endedSessions).reduce((sum, count) => sum + count, 0);
  const delivered = sessions.reduce((sum, session) => sum + session.delivered, ended);
  console.log(`  unsubscribed during the flood in ${took.toFixed(0)} ms, ${left} subscriptions left`);
  console.log(`  ${recent.total} of ${delivered} delivered events counted; those after the end are late, not lost`);
}

/** Processor time of the host for the same lines: batches as they came, beside all of them in one call. */
async function compareAppending(lines: readonly string[]): Promise<void> {
  const one = vscode.window.createOutputChannel("One call");
  const batches = vscode.window.createOutputChannel("Batches");
  const inOneCall = processorTime(() => one.append(lines.map((line) => `${line}\n`).join("")));
  await pause(2000);
  const inBatches = processorTime(() => {
    for (let at = 0; at < lines.length; at += 120) {
      batches.append(
        lines
          .slice(at, at + 120)
          .map((line) => `${line}\n`)
          .join(""),
      );
    }
  });
  await pause(2000);
  report(`event tail: processor time of ${lines.length} lines in batches relative to one call`, inBatches / inOneCall);
  one.dispose();
  batches.dispose();
}

function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
