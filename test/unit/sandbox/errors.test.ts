import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import type { PlainRequest } from "./plainNode";
import { ask, json, octets } from "./plainNode";

const { counter, token, mixedCase, vault, transfer } = contractIds;
const unknown = "ab".repeat(32);

const rows: [what: string, path: string, request: PlainRequest, status: number, text: string | RegExp][] = [
  ["an unknown component", "/on/nothing/here", {}, 404, /^Not found: /],
  ["an unknown target", "/on/node/nothing", {}, 404, /^Not found: /],
  ["a contract that does not exist", `/on/contracts:${unknown}/get`, {}, 404, /^Not found: Contract /],
  ["a method that does not exist", `/on/contracts:${counter}/nothing`, { headers: octets }, 404, /has no method/],
  [
    "JSON for a contract without driver",
    `/on/contracts:${vault}/sealed`,
    { headers: json, body: "null" },
    404,
    /No data/,
  ],
  ["metadata of an unknown contract", `/on/contract:${unknown}/metadata`, {}, 404, /^Not found: /],
  ["a name with capitals: paths are lower-cased", `/on/contracts:${mixedCase}/totalSupply`, {}, 404, /"totalsupply"/],
  ["an id that is no contract id", "/on/contracts:123/get", {}, 400, "Invalid input: Invalid contract bytes"],
  [
    "a body that is not the JSON it says",
    `/on/contracts:${counter}/set_value`,
    { headers: json, body: "{" },
    422,
    /JSON/,
  ],
  ["an empty body that says it is JSON", `/on/contracts:${counter}/get_value`, { headers: json }, 422, /JSON/],
  [
    "JSON of another type",
    `/on/contracts:${token}/balance_of`,
    { headers: json, body: "1" },
    500,
    /^Data driver error: /,
  ],
  ["bytes that do not fit", `/on/contracts:${counter}/tag`, { headers: octets, body: "x" }, 500, /^VM error: /],
  ["a contract's panic", `/on/contracts:${counter}/fail`, {}, 500, "VM error: Panic: the counter was asked to fail"],
  ["a key that is no base58", `/on/contracts:${transfer}/account`, { headers: json, body: '"0OIl"' }, 500, /base58/],
  ["a driver's unknown method", `/on/driver:${counter}/transcode`, {}, 404, /^Not found: /],
  [
    "a driver's unknown function",
    `/on/driver:${counter}/encode_input_fn:x`,
    { body: "1" },
    500,
    /unknown function "x"/,
  ],
  ["a driver's unknown event", `/on/driver:${counter}/decode_event:x`, {}, 500, /unknown event "x"/],
  ["JSON text that is none", `/on/driver:${counter}/encode_input_fn:add_many`, { body: "[1," }, 500, /^Data driver/],
  ["an account that is no key", "/on/account:123/status", {}, 400, /^Invalid input: /],
  [
    "a transaction that cannot be decoded",
    "/on/transactions/preverify",
    { body: "0xdeadbeef" },
    400,
    /^Invalid input: /,
  ],
];

describe("Sandbox: error statuses (§7)", () => {
  let sandbox: Sandbox;
  let old: Sandbox;
  before(async () => {
    const args = ["--history", "0"];
    [sandbox, old] = await Promise.all([
      startSandbox({ blockMs: 0, args }),
      startSandbox({ blockMs: 0, args: [...args, "--old-errors"] }),
    ]);
  });
  after(() => Promise.all([sandbox.stop(), old.stop()]));

  for (const [what, path, request, status, text] of rows) {
    it(`answers ${status} to ${what}`, async () => {
      const answer = await ask(sandbox.url, path, request);
      assert.equal(answer.status, status, answer.text);
      if (typeof text === "string") assert.equal(answer.text, text);
      else assert.match(answer.text, text);
    });
  }

  it("answers 202 to a transaction accepted for routing", async () => {
    const { hex } = (await sandbox.control("transaction", { value: 1 })) as { hex: string };
    const { status, text } = await ask(sandbox.url, "/on/transactions/propagate", { body: `0x${hex}` });
    assert.deepEqual([status, text], [202, ""]);
  });

  it("with --old-errors answers 500 and bare text without a version to nearly everything", async () => {
    for (const [, path, request] of rows) {
      const { status, text, headers } = await ask(old.url, path, request);
      assert.equal(status, 500);
      assert.equal(headers.get("node-version"), null);
      assert.doesNotMatch(text, /^(Invalid input|Not found|VM error|Data driver error): /);
    }
  });

  it("with --old-errors answers 500 to a version mismatch", async () => {
    const { status, text } = await ask(old.url, "/on/node/info", { headers: { "Node-Version": "^0.7.0" } });
    assert.deepEqual([status, text], [500, "Mismatched node version: requested ^0.7.0 - current 1.6.0"]);
  });
});
