import { dirname, join, resolve } from "node:path";

/** The built file that drivers' threads run. */
export const driverThreadFile = join(
  dirname(process.env.CHAINSCOPE_SANDBOX ?? resolve(__dirname, "../../dist/sandbox.js")),
  "driverThread.js",
);
