import assert from "node:assert/strict";
import { registerAll } from "../../../src/host/registerAll";

describe("the parts of the extension", () => {
  it("start each by itself: one that cannot is named, and the others are there", () => {
    const log: string[] = [];
    const part = (name: string) => () => {
      log.push(`${name} starts`);
      return { dispose: () => log.push(`${name} ends`) };
    };
    const fails = () => {
      throw new RangeError("out of range");
    };
    const said: unknown[] = [];
    const all = registerAll({ first: part("first"), second: fails, third: part("third") }, (error) => said.push(error));
    all.dispose();
    assert.deepEqual(log, ["first starts", "third starts", "third ends", "first ends"]);
    assert.deepEqual(said.map(String), ["Error: A part of Chainscope could not start, the second: out of range"]);
    assert.ok((said[0] as Error).cause instanceof RangeError);
  });
});
