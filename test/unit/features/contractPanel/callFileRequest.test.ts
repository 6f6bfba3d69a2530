import assert from "node:assert/strict";
import type { CallOutcome } from "../../../../src/bridge/callOutcome";
import { Connections } from "../../../../src/client/connections";
import { NodeError } from "../../../../src/client/failures/nodeError";
import type { CallFile } from "../../../../src/contract/callFile";
import {
  compareOutput,
  connectionOf,
  requestOf,
} from "../../../../src/features/contractPanel/callFiles/callFileRequest";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { transferContractId } from "../../../../src/wire/ids";
import { nodeFailure } from "../../../support/nodeFailure";
import { sharedSandbox } from "../../../support/sharedSandbox";

const file: CallFile = {
  ...{ contract: "Counter", function: "add_many", input: { json: "[ 18446744073709551615, 1.0 ]" } },
  ...{ sendAs: "json", stream: false },
};

describe("a call file at work", () => {
  let connections: Connections;

  before(async () => {
    const { url } = await sharedSandbox();
    const contracts = [{ id: contractIds.counter, name: "Counter" }];
    connections = new Connections();
    const base = { timeoutMs: 5000, origin: "window", contracts } as const;
    connections.add({ ...base, name: "Down", url: "http://127.0.0.1:1" });
    connections.add({ ...base, name: "Local", url });
  });
  after(() => connections.dispose());

  const local = () => connections.get("Local") ?? assert.fail();

  it("goes to the connection it names, else to the active one", async () => {
    assert.equal((await connectionOf({ ...file, connection: "Local" }, connections)).name, "Local");
    assert.equal((await connectionOf(file, connections)).name, "Down");
    const failure = await nodeFailure(connectionOf({ ...file, connection: "Gone" }, connections), "invalid-input");
    assert.match(failure.message, /“Gone”/);
  });

  it("goes to a connection on its network, and to no other", async () => {
    assert.equal((await connectionOf({ ...file, network: "250" }, connections)).name, "Local");
    assert.equal((await connectionOf({ ...file, connection: "Local", network: "250" }, connections)).name, "Local");
    for (const wrong of [
      { network: "1" },
      { connection: "Local", network: "1" },
      { connection: "Down", network: "250" },
    ]) {
      const failure = await nodeFailure(connectionOf({ ...file, ...wrong }, connections), "invalid-input");
      assert.match(failure.message, /chain id/);
    }
  });

  it("names its contract by id, by its nickname or as built in", () => {
    const names = ["Counter", contractIds.counter, `0x${contractIds.counter.toUpperCase()}`, "Transfer contract"];
    assert.deepEqual(
      names.map((contract) => requestOf({ ...file, contract }, local()).contractId),
      [contractIds.counter, contractIds.counter, contractIds.counter, transferContractId],
    );
    assert.throws(() => requestOf({ ...file, contract: "Unknown" }, local()), NodeError);
  });

  it("sends its input with every digit as it is written", () => {
    assert.deepEqual(requestOf(file, local()).input, { json: "[18446744073709551615,1.0]" });
  });

  const facts = { status: 200, route: "", headers: [], durationMs: 0, size: 0 };
  const json = (text: string): CallOutcome => ({ kind: "json", text, facts });
  const compared: [expected: NonNullable<CallFile["expected"]>, outcome: CallOutcome, same: boolean][] = [
    [{ json: '"5"' }, json('"5"'), true],
    [{ json: "5" }, json('"5"'), false],
    [{ json: "9007199254740993" }, json("9007199254740993"), true],
    [{ json: "9007199254740993" }, json("9007199254740992"), false],
    [{ json: '{"a":[1,null]}' }, json('{"a":[1,null]}'), true],
    [{ json: "null" }, json("null"), true],
    [{ hex: "0xDEADBEEF" }, { kind: "bytes", hex: "deadbeef", facts }, true],
    [{ hex: "00" }, { kind: "bytes", hex: "01", facts }, false],
    [{ hex: "ff" }, { ...json("255"), hex: "ff" } as CallOutcome, true],
    [{ hex: "ff" }, json("255"), false],
    [{ json: "[1, 2]" }, stream(["1", "2"], "complete"), true],
    [{ json: "[1, 2]" }, stream(["1", "2"], "stopped"), false],
    [{ json: "1" }, { kind: "failed", message: "no" }, false],
  ];
  for (const [expected, outcome, same] of compared) {
    const shown = JSON.stringify([expected, outcome]);
    it(`${same ? "finds the expected output in" : "tells apart"} ${shown.slice(0, 120)}`, () => {
      assert.equal(compareOutput(expected, outcome).differences.length === 0, same);
    });
  }

  for (const outcome of [
    { ...json('"5"'), only: "beginning" },
    { kind: "bytes", hex: "00", facts, only: "beginning" },
    { ...stream(["1", "2"], "complete"), only: "end" },
  ] as CallOutcome[]) {
    it(`gives no verdict about a part of ${outcome.kind}`, () => {
      assert.throws(() => compareOutput({ json: "[1, 2]" }, outcome), /Only the .* of this result was kept/);
    });
  }

  it("shows both outputs as they were written and sent", () => {
    const { expected, actual } = compareOutput({ json: '{"9":1.0,"1":2}' }, json('{"9":1.50,"1":2}'));
    assert.equal(expected, '{\n  "9": 1.0,\n  "1": 2\n}');
    assert.equal(actual, '{\n  "9": 1.50,\n  "1": 2\n}');
  });
});

function stream(items: string[], ended: "complete" | "stopped"): CallOutcome {
  return { kind: "stream", items, decoded: true, count: items.length, durationMs: 0, ended };
}
