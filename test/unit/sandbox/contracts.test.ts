import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { driverModule } from "../../../src/sandbox/driver/driverModule";
import { oddDriver } from "../../support/oddDriver";
import { PlainDriver } from "./plainDriver";
import type { PlainRequest } from "./plainNode";
import { acceptOctets, ask, json, octets } from "./plainNode";

const { counter, token, ledger, vault, silent, transfer, stake, mixedCase } = contractIds;
const feeder = { "Node-Feeder": "true" };

describe("Sandbox: sample contracts and drivers (§4.6–4.8)", () => {
  let sandbox: Sandbox;
  let accounts: string[];
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] });
    ({ accounts } = (await sandbox.control("state")) as { accounts: string[] });
  });
  after(() => sandbox.stop());

  const post = (path: string, request?: PlainRequest) => ask(sandbox.url, path, request);
  const call = async (contract: string, fn: string, input: unknown, headers = {}) => {
    const body = JSON.stringify(input);
    const { status, text } = await post(`/on/contracts:${contract}/${fn}`, { headers: { ...json, ...headers }, body });
    return status === 200 ? (JSON.parse(text) as unknown) : `${status} ${text}`;
  };
  const tag = "ab".repeat(32);

  it("calls every shape of type by the drivers' JSON conventions", async () => {
    const account = { External: accounts[1] };
    const rows: [contract: string, fn: string, input: unknown, output: unknown][] = [
      [counter, "get_value", null, "7"],
      [counter, "increment_by", 4, "11"],
      [counter, "bounds", null, ["0", "7"]],
      [counter, "add_many", ["9007199254740993", 2], "9007199254740995"],
      [counter, "add_many", [], "0"],
      [counter, "tag", tag, "00".repeat(32)],
      [counter, "last_note", null, null],
      [counter, "set_value", { value: "1", note: null }, null],
      [counter, "set_value", { value: 1 }, null],
      [token, "total_supply", null, "340282366920938463463374607431768211455"],
      [token, "balance_of", account, "9007199254740993"],
      [token, "balance_of", { Contract: vault }, "0"],
      [token, "allowance", [account, { Contract: vault }], null],
      [token, "delta", "-170141183460469231731687303715884105728", null],
      [token, "delta", -5, "-17"],
      [token, "batch_transfer", [], "0"],
      [mixedCase, "pay_reward", "18446744073709551615", "18446744073709551615"],
      [silent, "ping", null, "pong"],
      [silent, "double", 4294967295, "8589934590"],
      [stake, "get_stake", accounts[0], null],
      [stake, "burnt_amount", null, "0"],
      [transfer, "chain_id", null, 250],
      [ledger, "size", null, 3],
    ];
    for (const [contract, fn, input, output] of rows) {
      assert.deepEqual([fn, await call(contract, fn, input)], [fn, output]);
    }
  });

  it("answers nested structs, vectors and tuples", async () => {
    const { holders, next } = (await call(token, "holders", [1, 2])) as { holders: object[]; next: unknown };
    assert.deepEqual(holders[0], { account: { External: accounts[1] }, amount: "9007199254740993", since: null });
    assert.deepEqual(next, [3, 2]);
    const info = (await call(token, "info", null)) as { issuer: object; tags: string[] };
    assert.deepEqual(info.issuer, { name: "Sandbox Mint", contact: null, registered: [2025, 1, 7] });
    assert.deepEqual(info.tags, ["sample", "云主机"]);
  });

  const refused: [contract: string, fn: string, input: unknown, path: string][] = [
    [counter, "increment_by", 4294967296, "$: 4294967296 is out of range for u32"],
    [counter, "increment_by", 1.5, "$: expected u32"],
    [counter, "add_many", [1, "x"], "$[1]: expected u64"],
    [counter, "tag", "abcd", "$: expected 32 bytes, found 2"],
    [counter, "tag", "xyz", "$: not hex text"],
    [counter, "tag", "0xab", "$: not hex text"],
    [counter, "set_value", {}, "$.value: missing field"],
    [counter, "set_value", { value: 1, extra: 2 }, "$.extra: unknown field of SetValue"],
    [token, "allowance", [null], "$: expected 2 elements, found 1"],
    [token, "balance_of", { Other: 1 }, "$: expected exactly one of External or Contract"],
    [token, "transfer", { to: { External: "0OIl" }, amount: 1, memo: "" }, "$.to.External: not a base58 public key"],
  ];
  for (const [contract, fn, input, path] of refused) {
    it(`refuses ${fn}(${JSON.stringify(input)}) at its place`, async () => {
      const text = String(await call(contract, fn, input));
      assert.ok(text.startsWith(`500 Data driver error: encode_input_fn failed with: ${path}`), text);
    });
  }

  it("keeps nothing of a call", async () => {
    await call(counter, "increment_by", 5);
    assert.equal(await call(counter, "get_value", null), "7");
  });

  it("answers Missing feed to a streaming method without the feeder header", async () => {
    const text = String(await call(ledger, "entries", { from: 0, count: 1 }));
    assert.ok(text.startsWith("500 Missing feed"), text);
  });

  it("streams a JSON array of any length", async () => {
    const entries = (await call(ledger, "entries", { from: "9007199254740993", count: 500 }, feeder)) as object[];
    assert.equal(entries.length, 500);
    assert.deepEqual(entries[0], { owner: "00000001", value: "9007199254740993" });
    assert.deepEqual(await call(ledger, "entries", { from: 0, count: 0 }, feeder), []);
  });

  it("streams concatenated bytes, raw or as hex without separators", async () => {
    const input = (await post(`/on/driver:${ledger}/encode_input_fn:entries`, { body: '{"from":1,"count":2}' })).text;
    const path = `/on/contracts:${ledger}/entries`;
    const hex = await post(path, { headers: feeder, body: `0x${input}` });
    assert.equal(hex.text, "000000010100000000000000" + "000000020200000000000000");
    const raw = await post(path, { headers: { ...feeder, ...acceptOctets }, body: `0x${input}` });
    assert.equal(raw.bytes.toString("hex"), hex.text);
  });

  it("cuts a stream between the bytes of a character", async () => {
    const names = await call(ledger, "names", null, feeder);
    assert.deepEqual(names, [
      ["云主机", "9007199254740993"],
      ["🦀", "0"],
    ]);
  });

  it("ends a broken array in the middle, with status 200", async () => {
    const path = `/on/contracts:${ledger}/broken`;
    const { status, text } = await post(path, { headers: { ...json, ...feeder }, body: "null" });
    assert.equal(status, 200);
    assert.match(text, /^\[\{.*\},\{.*\},$/);
  });

  it("feeds an endless stream until the reader leaves", async () => {
    const stop = new AbortController();
    const url = new URL(`/on/contracts:${ledger}/endless`, sandbox.url);
    const headers = { ...json, ...feeder };
    const response = await fetch(url, { method: "POST", headers, body: Buffer.from("null"), signal: stop.signal });
    const reader = response.body?.getReader();
    let text = "";
    while (!text.includes('"2"')) text += Buffer.from((await reader?.read())?.value ?? []).toString();
    stop.abort();
    assert.equal(text, '["0","1","2"');
  });

  it("calls a contract without a driver with bytes", async () => {
    assert.equal((await post(`/on/contracts:${vault}/sealed`)).text, "deadbeef");
    const echo = await post(`/on/contracts:${vault}/echo`, {
      headers: { ...octets, ...acceptOctets },
      body: Buffer.from("12345678"),
    });
    assert.equal(echo.text, "12345678");
  });

  it("downloads a driver as a WebAssembly module that describes itself", async () => {
    const { bytes, headers } = await post(`/on/contract:${counter}/download_driver`);
    assert.equal(headers.get("content-type"), "application/wasm");
    const driver = new PlainDriver(bytes);
    assert.equal(driver.status("get_schema"), 3);
    driver.init();
    assert.equal(driver.status("get_schema", [], 8), 4);
    assert.equal(driver.text("get_schema"), (await post(`/on/driver:${counter}/get_schema`)).text);
    assert.equal(driver.text("get_version"), "0.3.1");
  });

  it("downloads a driver that decodes events as its route does", async () => {
    const { bytes } = await post(`/on/contract:${counter}/download_driver`);
    const driver = new PlainDriver(bytes);
    driver.init();
    for (const body of ["0100000000002000", "ffffffffffffffff", "00", "000000000000000000"]) {
      const data = Buffer.from(body, "hex");
      const { status, text } = await post(`/on/driver:${counter}/decode_event:counted`, {
        headers: octets,
        body: data,
      });
      const here = driver.decodeEvent("counted", data);
      assert.deepEqual([here.status, here.text], status === 200 ? [0, text] : [2, undefined], body);
    }
    assert.deepEqual(driver.decodeEvent("Counted", Buffer.alloc(8)), { status: 1, text: undefined });
    assert.equal(driver.text("get_last_error"), "unknown event");
  });

  it("has no driver to download for built-in contracts and for those without one", async () => {
    for (const id of [transfer, stake, vault]) {
      assert.equal((await post(`/on/contract:${id}/download_driver`)).status, 404);
    }
  });

  const upload = (id: string, body: Uint8Array, headers: Record<string, string>) =>
    post(`/on/contract:${id}/upload_driver`, { headers, body });
  const module = () => driverModule({ schema: "{}", version: "2", events: new Map() });
  const signed = (body: Uint8Array) => ({ sign: sandbox.signature(body) });

  for (const [what, headers, words] of [
    ["no signature", {}, "Signature missing"],
    ["a signature that is read as a number", { sign: "12".repeat(64) }, "Signature missing"],
    ["JSON that is no text", { sign: '{"a":1}' }, "Signature missing"],
    ["a short signature", { sign: "abcd" }, "Invalid signature: BadLength { found: 4, expected: 128 }"],
    ["a signature that is no hex", { sign: "zy".repeat(64) }, "Invalid signature: InvalidData"],
  ] as [string, Record<string, string>, string][]) {
    it(`refuses an upload with ${what}`, async () => {
      const { status, text } = await upload(vault, module(), headers);
      assert.deepEqual([status, text], [400, `Invalid input: ${words}`]);
    });
  }

  it("refuses an upload that is signed by someone else, or for another module", async () => {
    const longer = Buffer.concat([module(), Buffer.of(0, 0)]);
    for (const headers of [{ sign: "ab".repeat(64) }, signed(longer)]) {
      const { status, text } = await upload(vault, module(), headers);
      assert.equal(status, 500);
      assert.match(text, /^Verification error: /);
    }
    const metadata = JSON.parse((await post(`/on/contract:${vault}/metadata`)).text) as Record<string, unknown>;
    assert.deepEqual([metadata.driver_available, metadata.driver_signature], [false, null]);
  });

  it("refuses an upload of what can be no driver, however well it is signed", async () => {
    const empty = Buffer.from("0061736d01000000", "hex");
    const [bare, none, without] = await Promise.all(
      [empty, Buffer.from("text"), oddDriver({ without: "decode_event" })].map((body) =>
        upload(vault, body, signed(body)),
      ),
    );
    assert.match(bare?.text ?? "", /^Data driver error: module does not export memory, init, .*decode_event$/);
    assert.match(none?.text ?? "", /^Data driver error: body is no WebAssembly module/);
    assert.equal(without?.text, "Data driver error: module does not export decode_event");
    assert.deepEqual([bare?.status, none?.status, without?.status], [500, 500, 500]);
  });

  it("refuses an upload for a contract that it does not know, and for built-in ones", async () => {
    const unknown = await upload("fe".repeat(32), module(), signed(module()));
    assert.deepEqual([unknown.status, unknown.text.startsWith("Not found: ")], [404, true]);
    assert.equal((await upload(transfer, module(), signed(module()))).status, 400);
  });

  it("keeps an uploaded driver", async () => {
    const body = module();
    const { sign } = signed(body);
    const { status, text } = await upload(vault, body, { sign: sign.toUpperCase() });
    assert.deepEqual([status, text], [200, "Driver uploaded"]);
    const metadata = JSON.parse((await post(`/on/contract:${vault}/metadata`)).text) as Record<string, unknown>;
    assert.deepEqual([metadata.driver_available, metadata.driver_signature], [true, sign]);
    assert.deepEqual((await post(`/on/contract:${vault}/download_driver`)).bytes, body);
    assert.equal(await call(vault, "sealed", null), "deadbeef");
  });
});
