import { createServer } from "node:http";
import { LoopWatch } from "../test/support/loopWatch";

/** The extension that tells anyone who asks at this socket how long the extension host's loop was held since the last time. */
export function activate(): void {
  const watch = new LoopWatch();
  createServer((_, response) => response.end(String(watch.take()))).listen(process.env.CHAINSCOPE_WATCH_SOCKET);
}
