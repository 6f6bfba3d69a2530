import assert from "node:assert/strict";
import { meetsRequirement } from "../../../src/client/http/versionMatch";
import { connectTo } from "../../support/sharedSandbox";
import { startSandbox } from "../../support/startSandbox";

describe("a node's version against a requirement", () => {
  const cases: [version: string, requirement: string, satisfied: boolean, strict?: boolean][] = [
    ["1.7.1", "^2.0.0", false],
    ["1.7.1", "^1.2", true],
    ["1.7.1", "1.2", true],
    ["1.7.1", "1", true],
    ["1.7.1", "2", false],
    ["1.7.1", "=1.7", true],
    ["1.7.1", "=1.7.0", false],
    ["1.7.1", "~1.7.0", true],
    ["1.7.1", "~1.6", false],
    ["1.7.1", ">=1.0, <2", true],
    ["1.7.1", ">=1.0, <1.7.1", false],
    ["1.7.1", "> 1.7.0", true],
    ["1.7.1", "1.*", true],
    ["1.7.1", "*", true],
    ["0.7.1", "0.7", true],
    ["0.8.0", "0.7", false],
    ["1.7.0-dev", ">=1.6.0, <2", true],
    ["1.7.0-dev", ">=1.6.0, <2", false, true],
    ["1.7.0-dev", ">=1.7.0-alpha", true, true],
  ];
  for (const [version, requirement, satisfied, strict = false] of cases) {
    it(`${version} ${satisfied ? "meets" : "does not meet"} ${requirement}${strict ? ", strictly" : ""}`, () => {
      assert.equal(meetsRequirement(version, { requirement, strict }), satisfied);
    });
  }

  it("is not judged when it is no version", () => {
    for (const version of ["", "nightly", "1.7", "9".repeat(300)]) {
      assert.equal(meetsRequirement(version, { requirement: "^2" }), undefined);
    }
  });

  it("is judged as a node judges it", async () => {
    const sandbox = await startSandbox({ blockMs: 0, args: ["--node-version", "1.7.0-dev"] });
    try {
      for (const requirement of ["1.7", "=1.7.0", "<1.7.0", "~1.6", ">=1, <1.8", "1.*", "2", ">1.7.0", "<=1.7"]) {
        for (const strict of [false, true]) {
          const node = connectTo(sandbox, { version: { requirement, strict } });
          const taken = await node.node.info().then(
            () => true,
            () => false,
          );
          await node.dispose();
          assert.equal(meetsRequirement("1.7.0-dev", { requirement, strict }), taken, `${requirement} ${strict}`);
        }
      }
    } finally {
      await sandbox.stop();
    }
  });
});
