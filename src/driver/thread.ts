import { parentPort, workerData } from "node:worker_threads";
import { DriverFailure, DriverInstance } from "./driverInstance";
import type { CallAnswer, DecodeCall, ThreadData, ToThread } from "./threadMessages";
import type { WasmModule } from "./webAssembly";

// The thread in which drivers run: what they do to it costs nobody else anything.

/** Answers are given at least this often, so that a slow batch is not taken for a driver that hangs. */
const answerMs = 20;
/** A driver that has grown beyond this begins anew. */
const mostMemoryBytes = 256 * 1024 * 1024;

const drivers = new Map<number, { module: WasmModule; instance?: DriverInstance | undefined }>();
const { running } = workerData as ThreadData;

parentPort!.on("message", (message: ToThread) => {
  if ("load" in message) drivers.set(message.load, { module: message.module });
  else if ("unload" in message) drivers.delete(message.unload);
  else decodeAll(message.decode, message.data);
});

function decodeAll(calls: readonly DecodeCall[], data: Uint8Array): void {
  let answers: CallAnswer[] = [];
  let start = 0;
  let answeredAt = performance.now();
  for (const call of calls) {
    const end = start + call[3];
    answers.push(answerOf(call, data.subarray(start, end)));
    start = end;
    if (performance.now() - answeredAt < answerMs) continue;
    parentPort!.postMessage(answers);
    answers = [];
    answeredAt = performance.now();
  }
  if (answers.length > 0) parentPort!.postMessage(answers);
}

function answerOf([call, number, event]: DecodeCall, data: Uint8Array): CallAnswer {
  const driver = drivers.get(number);
  if (!driver) return [call, null, "the driver is no longer here"];
  Atomics.store(running, 0, number);
  try {
    driver.instance ??= new DriverInstance(driver.module);
    return [call, driver.instance.decodeEvent(event, data)];
  } catch (thrown) {
    // After anything but a failure that it reported itself, nobody knows what state it is in.
    if (!(thrown instanceof DriverFailure)) driver.instance = undefined;
    return [call, null, thrown instanceof Error ? thrown.message : String(thrown)];
  } finally {
    Atomics.store(running, 0, 0);
    if (driver.instance && driver.instance.memoryBytes > mostMemoryBytes) driver.instance = undefined;
  }
}
