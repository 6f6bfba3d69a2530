import assert from "node:assert/strict";
import { emptyStreamNote } from "../../../../src/bridge/callOutcome";
import type { CallRequest } from "../../../../src/bridge/callRequest";
import { Connection } from "../../../../src/client/connection";
import type { NodeConnection } from "../../../../src/client/nodeConnection";
import { callToEnd } from "../../../../src/features/contractPanel/callContext";
import { compareOutput } from "../../../../src/features/contractPanel/callFiles/callFileRequest";
import { encodeChecked } from "../../../../src/features/contractPanel/model/encodeChecked";
import { failedOutcome, runCall } from "../../../../src/features/contractPanel/model/runCall";
import { runStream } from "../../../../src/features/contractPanel/model/runStream";
import { StreamBuffer } from "../../../../src/features/contractPanel/model/streamBuffer";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { nodeFailure } from "../../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../../support/sharedSandbox";
import type { Sandbox } from "../../../support/startSandbox";

const maxU64 = "18446744073709551615";

describe("a call put together by a person", () => {
  let sandbox: Sandbox;
  let node: NodeConnection;

  before(async () => {
    sandbox = await sharedSandbox();
    node = connectTo(sandbox);
  });
  after(() => node.dispose());

  const request = (contract: keyof typeof contractIds, fn: string, change: Partial<CallRequest>): CallRequest => ({
    ...{ contractId: contractIds[contract], fn, input: { json: "null" }, sendAs: "json", stream: false, headers: [] },
    ...change,
  });
  const jsonOf = async (call: CallRequest) => {
    const outcome = await runCall(node, call);
    assert.ok(outcome.kind === "json", JSON.stringify(outcome));
    return outcome;
  };

  it("gives the output as the node decoded it, with what the answer says besides", async () => {
    const { text, hex, facts } = await jsonOf(request("counter", "add_many", { input: { json: `["${maxU64}"]` } }));
    assert.equal(text, `"${maxU64}"`);
    assert.equal(hex, undefined);
    assert.equal(facts.status, 200);
    assert.equal(facts.size, 22);
    assert.equal(facts.route, `POST /on/contracts:${contractIds.counter}/add_many`);
    assert.equal(facts.version, "1.6.0");
    assert.ok(facts.headers.some(([name, value]) => name === "content-type" && value === "application/json"));
  });

  it("gives the output as the node sent it: numbers, keys and their order", async () => {
    const path = `/on/contracts:${contractIds.counter}/add_many`;
    const headers = { "content-type": "application/json" };
    await sandbox.control("answer", { path, headers, text: '{"1200":1.0,"7":12.50,"1":1E5,"a":[]}' });
    const { text } = await jsonOf(request("counter", "add_many", { input: { json: "[]" } }));
    assert.equal(text, '{\n  "1200": 1.0,\n  "7": 12.50,\n  "1": 1E5,\n  "a": []\n}');
  });

  it("gives a deeply nested output without a text that outgrows it", async () => {
    const path = `/on/contracts:${contractIds.counter}/add_many`;
    const headers = { "content-type": "application/json" };
    await sandbox.control("answer", { path, headers, text: `${"[".repeat(14_000)}${"]".repeat(14_000)}` });
    const { text } = await jsonOf(request("counter", "add_many", { input: { json: "[]" } }));
    assert.ok(text.length < 40_000, `${text.length} characters`);
  });

  it("sent as bytes gives the same, and the output's own bytes", async () => {
    const { text, hex } = await jsonOf(
      request("counter", "add_many", { input: { json: `["${maxU64}"]` }, sendAs: "bytes" }),
    );
    assert.equal(text, `"${maxU64}"`);
    assert.equal(hex, "ff".repeat(8));
  });

  it("sends hex as those bytes, with or without 0x, and lets the driver decode what comes", async () => {
    const hex = "01000000ffffffffffffffff";
    for (const spelled of [hex, `0x${hex}`, ` 0X${hex.toUpperCase()} `]) {
      const { text } = await jsonOf(request("counter", "add_many", { input: { hex: spelled } }));
      assert.equal(text, `"${maxU64}"`, spelled);
    }
  });

  it("gives the same for an id of 64 digits with and without 0x", async () => {
    const balances = [];
    for (const hex of [contractIds.transfer, `0x${contractIds.transfer}`]) {
      balances.push((await jsonOf(request("transfer", "contract_balance", { input: { hex } }))).text);
    }
    assert.equal(balances[0], balances[1]);
  });

  for (const hex of ["0xabc", "zz", "0x0x00"]) {
    it(`refuses ${hex} before anything is sent`, async () => {
      const failure = await nodeFailure(runCall(node, request("vault", "echo", { input: { hex } })), "invalid-input");
      assert.match(failure.message, /hex/);
    });
  }

  it("shows what the driver cannot decode as bytes with the reason, never as a number", async () => {
    const outcome = await runCall(node, request("counter", "opaque", {}));
    assert.ok(outcome.kind === "bytes");
    assert.equal(outcome.hex, "12345678".repeat(4));
    assert.match(outcome.reason ?? "", /could not decode/);
    const sent = await runCall(node, request("counter", "opaque", { sendAs: "bytes" }));
    assert.ok(sent.kind === "bytes");
    assert.equal(sent.hex, outcome.hex);
    assert.ok(sent.reason);
  });

  it("gives the bytes of a contract without a driver, and says that no one can decode them", async () => {
    const outcome = await runCall(node, request("vault", "sealed", { input: { hex: "" } }));
    assert.ok(outcome.kind === "bytes");
    assert.equal(outcome.hex, "deadbeef");
    assert.match(outcome.reason ?? "", /has no driver/);
  });

  it("sends the person's own headers", async () => {
    const headers = [
      { name: "X-Label", value: "mine" },
      { name: "", value: "left empty" },
    ];
    const { facts } = await jsonOf(request("counter", "get_value", { headers }));
    assert.ok(facts.headers.some(([name, value]) => name === "x-label" && value === "mine"));
  });

  it("tells of a failure with the node's whole text, and when a stream is wanted", async () => {
    const failed = await runCall(node, request("counter", "fail", {})).then(() => assert.fail(), failedOutcome);
    assert.equal(failed.status, 500);
    assert.match(failed.response ?? "", /VM error: Panic: the counter was asked to fail/);
    assert.equal(failed.wantsStream, undefined);
    const streamed = await runCall(node, request("ledger", "endless", {})).then(() => assert.fail(), failedOutcome);
    assert.equal(streamed.wantsStream, true);
  });

  it("rejects with the signal's reason when it is stopped", async () => {
    const reason = new Error("stopped by the person");
    await assert.rejects(runCall(node, request("counter", "get_value", {}), AbortSignal.abort(reason)), reason);
  });

  describe("as a stream", () => {
    const run = (fn: string, change: Partial<CallRequest> = {}, signal = new AbortController().signal) => {
      return runStream(node, request("ledger", fn, { stream: true, ...change }), new StreamBuffer(), signal);
    };

    it("gives every item, characters cut anywhere included", async () => {
      const outcome = await run("names");
      assert.equal(outcome.ended, "complete");
      assert.match(outcome.items.join(), /云主机/);
      assert.match(outcome.items.join(), /🦀/);
      assert.doesNotMatch(outcome.items.join(), /\ufffd/);
    });

    it("keeps what came before it ended early, and says that it did", async () => {
      const outcome = await run("broken");
      assert.equal(outcome.count, 2);
      assert.ok(typeof outcome.ended === "object");
      assert.match(outcome.ended.problem.message, /The node stopped after/);
    });

    it("stops when it is told to, with what came", async () => {
      const stopping = new AbortController();
      const buffer = new StreamBuffer();
      const add = buffer.add.bind(buffer);
      buffer.add = (chunk) => {
        add(chunk);
        if (buffer.count === 3) stopping.abort();
      };
      const outcome = await runStream(node, request("ledger", "endless", { stream: true }), buffer, stopping.signal);
      assert.equal(outcome.ended, "stopped");
      assert.equal(outcome.count, 3);
    });

    it("is called as one when the ordinary call is answered so, and to the end", async () => {
      const config = { name: "Local", url: sandbox.url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
      const connection = new Connection(config);
      const signal = new AbortController().signal;
      const toEnd = (fn: string, json: string) =>
        callToEnd(connection, request("ledger", fn, { input: { json } }), signal);
      const names = await toEnd("names", "null");
      assert.equal(names.request.stream, true);
      const expected = { json: '[["云主机", "9007199254740993"], ["🦀", "0"]]' };
      assert.deepEqual(compareOutput(expected, names.outcome).differences, []);
      const { outcome: nothing } = await toEnd("entries", '{"count": 0, "from": "0"}');
      assert.equal(
        emptyStreamNote(nothing),
        "No items came. A streaming call that fails inside the contract looks the same.",
      );
      assert.equal((await toEnd("broken", "null")).outcome.kind, "failed");
      const ordinary = await toEnd("size", "null");
      assert.deepEqual([ordinary.request.stream, ordinary.outcome.kind], [false, "json"]);
      connection.dispose();
    });

    it("sent as bytes gives one blob, not items of a guessed width", async () => {
      const input = { json: '{"from": "0", "count": 3}' };
      const outcome = await run("entries", { sendAs: "bytes", input });
      assert.equal(outcome.decoded, false);
      assert.equal(outcome.items.length, 1);
      assert.equal(outcome.items[0]?.length, outcome.count * 2);
    });
  });

  describe("encoded as one types", () => {
    const encode = (fn: string, json: string, contract: keyof typeof contractIds = "counter") =>
      encodeChecked(node.drivers, contractIds[contract], fn, json, new AbortController().signal);

    it("is the driver's bytes, and decodes to the same", async () => {
      assert.deepEqual(await encode("increment_by", "35"), { hex: "23000000", differences: [] });
    });

    it("means the same when only the spelling of a number differs", async () => {
      const encoded = await encode("add_many", "[1, 18446744073709551615]");
      assert.deepEqual("differences" in encoded && encoded.differences, []);
    });

    it("names the place that the driver refuses", async () => {
      const encoded = await encode("set_value", '{"value": "many", "note": null}');
      assert.ok("problem" in encoded);
      assert.deepEqual(encoded.path, ["value"]);
      assert.match(encoded.response ?? "", /Data driver error: encode_input_fn failed with/);
    });

    it("is nothing for a function that takes no value, and nothing is asked back", async () => {
      const path = `/on/driver:${contractIds.counter}/decode_input_fn:get_value`;
      assert.deepEqual(await encode("get_value", "null"), { hex: "", differences: [] });
      const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
      assert.equal(requests[path] ?? 0, 0);
    });

    it("says that there is no driver", async () => {
      const encoded = await encode("echo", "null", "vault");
      assert.ok("problem" in encoded);
      assert.match(encoded.problem, /has no driver/);
    });

    it("warns when decoding gives something else", async () => {
      const drivers = {
        encodeInput: async () => Uint8Array.of(5),
        decodeInput: async () => ({ value: { a: [1, "x"] }, text: "", meta: {} as never }),
      };
      const signal = new AbortController().signal;
      const encoded = await encodeChecked(drivers, contractIds.counter, "f", '{"a": [2, "x"], "b": null}', signal);
      assert.deepEqual(encoded, { hex: "05", differences: [{ path: ["a", 0], sent: "2", back: "1" }] });
    });
  });
});
