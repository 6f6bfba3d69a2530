import { dirname, join, resolve } from "node:path";

/** The built file that drivers' processes run. */
export const driverProcessFile = join(
  dirname(process.env.CHAINSCOPE_SANDBOX ?? resolve(__dirname, "../../dist/sandbox.js")),
  "driverProcess.js",
);
