import { DriverProcess } from "../../src/driver/driverProcess";
import { op } from "../../src/sandbox/driver/wasm";
import { driverProcessFile } from "./driverProcessFile";
import { oddDriver } from "./oddDriver";

// A program whose driver never ends: it says the id of the process in which that runs, and waits to be killed.

async function main(): Promise<void> {
  setInterval(() => undefined, 1000);
  const runner = new DriverProcess(driverProcessFile);
  const driver = await runner.load(oddDriver({ decodeEvent: [...op.loop(op.const32(1)), ...op.const32(0)] }));
  void driver.decodeEvent("a", Buffer.alloc(1));
  setImmediate(() => console.log(runner.pid));
}

void main();
