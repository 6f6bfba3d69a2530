import { isMainThread, Worker, workerData } from "node:worker_threads";
import type { ProcessBounds, ToProcess } from "./processMessages";
import { Turns } from "./turns";
import { watch, type WatchData } from "./watch";

// The process in which drivers run: what they do to it costs no one else anything. Its main thread runs them, another
// watches what they take.

if (isMainThread) serve(JSON.parse(process.argv[2]!) as ProcessBounds);
else watch(workerData as WatchData);

function serve(bounds: ProcessBounds): void {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const watcher = new Worker(__filename, { workerData: { ...bounds, cells } satisfies WatchData, env: {} });
  // No one is left to work for.
  process.on("disconnect", () => process.exit());
  watcher.on("error", () => process.exit(1));
  watcher.once("online", () => {
    const turns = new Turns(cells, bounds.turnMs);
    process.on("message", (message: ToProcess) => {
      if ("unload" in message) turns.forget(message.unload);
      else process.send!(turns.take(message));
    });
    process.send!({ ready: true });
  });
}
