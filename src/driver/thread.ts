import { parentPort, workerData } from "node:worker_threads";
import { DriverFailure, DriverInstance } from "./driverInstance";
import { cell, type CallAnswer, type DecodeCall, type ThreadData, type ToThread } from "./threadMessages";
import type { WasmModule } from "./webAssembly";

// The thread in which drivers run: what they do to it costs nobody else anything.

/** A driver that has grown beyond this begins anew. */
const mostMemoryBytes = 256 * 1024 * 1024;

const drivers = new Map<number, { module: WasmModule; instance?: DriverInstance | undefined }>();
const { cells } = workerData as ThreadData;

parentPort!.on("message", (message: ToThread) => {
  if ("load" in message) drivers.set(message.load, { module: message.module });
  else if ("unload" in message) drivers.delete(message.unload);
  else decodeAll(message.decode, message.data);
});

function decodeAll(calls: readonly DecodeCall[], data: Uint8Array): void {
  let start = 0;
  const answers = calls.map((call) => answerOf(call, data.subarray(start, (start += call[3]))));
  parentPort!.postMessage(answers);
}

function answerOf([call, number, event]: DecodeCall, data: Uint8Array): CallAnswer {
  const driver = drivers.get(number);
  if (!driver) return [call, null, "the driver is no longer here"];
  Atomics.add(cells, cell.begun, 1);
  Atomics.store(cells, cell.driver, number);
  try {
    driver.instance ??= new DriverInstance(driver.module);
    return [call, driver.instance.decodeEvent(event, data)];
  } catch (thrown) {
    // After anything but a failure that it reported itself, nobody knows what state it is in.
    if (!(thrown instanceof DriverFailure)) driver.instance = undefined;
    return [call, null, thrown instanceof Error ? thrown.message : String(thrown)];
  } finally {
    Atomics.store(cells, cell.driver, 0);
    if (driver.instance && driver.instance.memoryBytes > mostMemoryBytes) driver.instance = undefined;
  }
}
