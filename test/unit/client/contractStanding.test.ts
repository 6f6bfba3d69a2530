import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { nodeFailure } from "../../support/nodeFailure";
import { contractWithoutDriver, recordedPrefix, RecordedNode } from "../../support/recordedNode";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";

const unknown = "fe".repeat(32);

describe("a contract that is not there, or has no driver", () => {
  describe("on a node of version 1.4.5", () => {
    let recorded: RecordedNode;
    let node: NodeConnection;
    before(async () => {
      recorded = await RecordedNode.start();
      node = connectTo(recorded, { connection: () => "Real" }, recordedPrefix);
    });
    after(async () => {
      await node.dispose();
      await recorded.stop();
    });

    it("is said to be no contract, whatever was asked of it", async () => {
      const calls = [
        () => node.contracts.call(unknown, "anything", { json: "null" }),
        () => node.contracts.call(unknown, "anything", { hex: "00" }),
        () => node.drivers.schema(unknown),
      ];
      for (const call of calls) {
        const { message } = await nodeFailure(call(), "not-found");
        assert.equal(message, "No contract with this id on Real.");
      }
    });

    it("is said to have no driver when it exists, and its bytes work", async () => {
      const call = node.contracts.call(contractWithoutDriver, "get_version", { json: "null" });
      const failure = await nodeFailure(call, "not-found");
      assert.equal(failure.message, "This contract has no driver: give the input as hex.");
      assert.match(failure.response ?? "", /^IO error: No such file/);
      const output = await node.contracts.call(contractWithoutDriver, "get_version", { hex: "" });
      assert.equal(output.kind === "bytes" && Buffer.from(output.bytes).toString("hex"), "0800000000000000");
    });
  });

  it("is told by the metadata of a node that has a status for it as well", async () => {
    const node = connectTo(await sharedSandbox(), { connection: () => "Sandbox" });
    const ofUnknown = await nodeFailure(node.contracts.call(unknown, "anything", { json: "null" }), "not-found");
    assert.equal(ofUnknown.message, "No contract with this id on Sandbox.");
    const ofVault = await nodeFailure(node.contracts.call(contractIds.vault, "sealed", { json: "null" }), "not-found");
    assert.equal(ofVault.message, "This contract has no driver: give the input as hex.");
    await node.dispose();
  });
});
