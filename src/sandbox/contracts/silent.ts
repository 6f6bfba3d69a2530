import { contractIds } from "./contractIds";
import { SampleContract } from "./contract";

/** Its driver encodes and decodes, but a request for the schema ends the connection without an answer. */
export function silent(): SampleContract {
  return SampleContract.of<null>({
    id: contractIds.silent,
    title: "Silent",
    version: "0.0.3",
    driver: "silent",
    createdAt: null,
    types: {},
    functions: [
      { name: "ping", input: "()", output: "String", run: () => "pong" },
      { name: "double", input: "u32", output: "u64", run: (_state, value) => BigInt(value as number) * 2n },
    ],
    events: [{ topic: "pinged", data: "u64" }],
    initialState: () => null,
  });
}
