import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import type { PlainRequest } from "./plainNode";
import { acceptOctets, ask, json, octets } from "./plainNode";

const decodeInput = `/on/driver:${contractIds.counter}/decode_input_fn:set_value`;
const encodeInput = `/on/driver:${contractIds.counter}/encode_input_fn:set_value`;
const call = (fn: string, contract: string = contractIds.counter) => `/on/contracts:${contract}/${fn}`;
const setValueBytes = Buffer.from("0101000000780100000000002000", "hex");

describe("Sandbox: payload encoding (§2.1)", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] })));
  after(() => sandbox.stop());

  const post = (path: string, request?: PlainRequest) => ask(sandbox.url, path, request);

  it("takes an octet-stream body as raw bytes", async () => {
    const { text } = await post(decodeInput, { headers: octets, body: setValueBytes });
    assert.equal(text, '{"note":"x","value":"9007199254740993"}');
  });

  it("takes a text that starts with 0x as hex, in either case", async () => {
    for (const hex of [setValueBytes.toString("hex"), setValueBytes.toString("hex").toUpperCase()]) {
      const { text } = await post(decodeInput, { body: `0x${hex}` });
      assert.equal(text, '{"note":"x","value":"9007199254740993"}');
    }
  });

  it("takes hex without 0x, and hex of odd length, for the text itself", async () => {
    for (const body of [setValueBytes.toString("hex"), `0x${setValueBytes.toString("hex")}0`]) {
      const { status, text } = await post(decodeInput, { body });
      assert.equal(status, 500);
      assert.match(text, /^Data driver error: decode_input_fn failed with: /);
    }
  });

  it("answers bytes as lower-case hex without 0x and without a content type", async () => {
    const { text, headers } = await post(encodeInput, { body: '{"value":9007199254740993,"note":"x"}' });
    assert.equal(text, setValueBytes.toString("hex"));
    assert.equal(headers.get("content-type"), null);
  });

  it("answers raw bytes when octets are accepted", async () => {
    const { bytes, headers } = await post(encodeInput, {
      headers: acceptOctets,
      body: '{"value":9007199254740993,"note":"x"}',
    });
    assert.deepEqual(bytes, setValueBytes);
    assert.equal(headers.get("content-type"), null);
  });

  it("encodes JSON input and decodes the output when the media type is application/json", async () => {
    const { text, headers } = await post(call("get_value"), { headers: json, body: "null" });
    assert.equal(text, '"7"');
    assert.equal(headers.get("content-type"), "application/json");
  });

  it("takes application/json with a charset for text: the JSON goes to the contract as bytes", async () => {
    const { status, text } = await post(call("get_value"), {
      headers: { "content-type": "application/json; charset=utf-8" },
      body: "null",
    });
    // Which takes what it needs of them, here nothing.
    assert.deepEqual([status, text], [200, "0700000000000000"]);
  });

  it("calls with bytes and answers bytes", async () => {
    const { text } = await post(call("get_value"), { headers: octets });
    assert.equal(text, "0700000000000000");
  });

  it("answers an output that the driver cannot decode as bare hex", async () => {
    const { status, text, headers } = await post(call("opaque"), { headers: json, body: "null" });
    assert.equal(status, 200);
    assert.equal(text, "12345678123456781234567812345678");
    assert.equal(headers.get("content-type"), null);
  });

  it("refuses text that is not UTF-8", async () => {
    const { status, text } = await post("/on/network/peers", { body: Buffer.of(0xff, 0xfe) });
    assert.deepEqual([status, text], [400, "Invalid request encoding: Invalid utf8"]);
  });

  it("writes integers above 2^53 with all their digits", async () => {
    const { text } = await post("/on/node/provisioners");
    assert.match(text, /"amount":9007199254740993,/);
    assert.match(text, /"amount":9223372036854775808,/);
  });

  it("echoes request headers that begin with x-, as what they are in JSON", async () => {
    const sent = { "X-Label": "seven", "X-Number": "12", "X-Quoted": '"q"', "X-Null": "null" };
    const { headers } = await post("/on/node/info", { headers: sent });
    const names = ["x-label", "x-number", "x-quoted", "x-null"];
    assert.deepEqual(
      names.map((name) => headers.get(name)),
      ["seven", "12", "q", ""],
    );
    assert.equal((await post("/graphql", { headers: sent })).headers.get("x-label"), null);
  });

  it("drops the connection on a header with characters beyond ASCII", async () => {
    await assert.rejects(post("/on/node/info", { headers: { "x-tag": "añadir" } }), { message: "fetch failed" });
  });

  const limits: [path: string, bytes: number][] = [
    ["/on/node/info", 3 * 1024 * 1024],
    [`/on/contract:${contractIds.vault}/upload_driver`, 2 * 1024 * 1024],
    ["/graphql", 256 * 1024],
  ];
  for (const [path, limit] of limits) {
    it(`refuses a body of more than ${limit} bytes at ${path}`, async () => {
      const { status, text } = await post(path, { body: Buffer.alloc(limit + 1, 0x20) });
      assert.equal(status, 413);
      const words = `Payload too large: Request body exceeds ${limit} bytes`;
      assert.equal(text, path === "/graphql" ? `{"data":null,"errors":[{"message":"${words}"}]}` : words);
      assert.notEqual((await post(path, { body: Buffer.alloc(limit, 0x20) })).status, 413);
    });
  }
});
