import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { type DifferenceName, differences, profileNames } from "../../../src/sandbox/profile";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket, ask, json, octets, upgradeAnswer } from "./plainNode";

const { counter, savings, transfer, vault } = contractIds;
const unknown = "fe".repeat(32);

/** What a node does of which a row of the table speaks, as that row puts it. */
type Probe = (sandbox: Sandbox, socket: PlainSocket & { id: string }) => Promise<string | number>;

const status = async (sandbox: Sandbox, path: string, request = {}) => (await ask(sandbox.url, path, request)).status;

const probes: Record<DifferenceName, Probe> = {
  "binary response to an octet-stream request": async ({ url }) => {
    const { text } = await ask(url, `/on/contracts:${vault}/sealed`, { headers: octets });
    return text === "deadbeef" ? "hex" : "raw";
  },
  "version in node info": async ({ url }) =>
    (JSON.parse((await ask(url, "/on/node/info")).text) as { version: string }).version,
  "contract_owner in metadata": async ({ url }) =>
    "contract_owner" in (JSON.parse((await ask(url, `/on/contract:${counter}/metadata`)).text) as object)
      ? "given"
      : "none",
  "type of block(height:)": async ({ url }) =>
    /\bblock\(height: (\w+)/.exec((await ask(url, "/on/graphql/query")).text)?.[1] ?? "",
  "nonce gap": async (sandbox) => {
    const { hex } = (await sandbox.control("transaction", { nonce: 50 })) as { hex: string };
    const answer = await ask(sandbox.url, "/on/transactions/propagate", { body: `0x${hex}` });
    if (answer.status === 500) assert.match(answer.text, /this transaction is invalid Missing intermediate nonce 4$/);
    return answer.status === 202 ? "deferred" : "refused";
  },
  "get_schema of a built-in contract": ({ url }) =>
    ask(url, `/on/driver:${transfer}/get_schema`).then(
      () => "schema",
      () => "dropped connection",
    ),
  "metadata of an unknown contract": (sandbox) => status(sandbox, `/on/contract:${unknown}/metadata`),
  "driver of a contract without one": (sandbox) => status(sandbox, `/on/driver:${vault}/get_version`),
  "default response of blobs": async (sandbox) => {
    const { blobs } = (await sandbox.control("state")) as { blobs: { hash: string; bytes: number }[] };
    const { bytes } = await ask(sandbox.url, `/on/blobs:${blobs[0]?.hash}/hash`);
    return bytes.length === 96 + (blobs[0]?.bytes ?? 0) ? "raw" : "hex";
  },
  "a contract without a schema": async ({ url }) => {
    const { status, text } = await ask(url, `/on/driver:${savings}/get_schema`);
    return status === 200 && text === "" ? "deployed" : "none";
  },
  "topic of a subscription": async (_sandbox, socket) => {
    const answers = await Promise.all(
      ["/on/blocks", `/on/contracts:${counter}`].map((path) => socket.subscription("GET", path, socket.id)),
    );
    const isRefused = answers.every(({ text }) => text === '{{"error":"Invalid URL path\n"}}');
    return isRefused ? "mandatory" : "optional";
  },
  "subscription to contracts/deploy": async (_sandbox, socket) =>
    (await socket.subscription("GET", "/on/contracts/deploy", socket.id)).status,
  "path of the WebSocket": async ({ url }) =>
    (await upgradeAnswer(url, "/on/anywhere")).statusCode === 101 ? "any under /on" : "/on",
  "dispatch to an event path": async (sandbox, { id }) =>
    status(sandbox, "/on/blocks/accepted", { headers: { "Node-Session-Id": id } }),
  "subscribe: component or target not found": async (_sandbox, socket) => {
    const paths = ["/on/nothing/here", `/on/contracts:${unknown}/x`, "/on/blocks:zz/accepted", "/on/blocks/nothing"];
    const answers = await Promise.all(paths.map((path) => socket.subscription("GET", path, socket.id)));
    const [first, ...others] = answers.map((answer) => answer.status);
    assert.ok(others.every((other) => other === first));
    return first ?? 0;
  },
  "dispatch: session id mismatch": (sandbox) =>
    status(sandbox, "/on/node/info", { headers: { "Node-Session-Id": "a".repeat(32) } }),
  "dispatch: component, target or topic not found": async (sandbox) => {
    const paths = ["/on/nothing/here", "/on/node/nothing", "/on/blocks/nothing", "/on/transactions/nothing"];
    const [first, ...others] = await Promise.all(paths.map((path) => status(sandbox, path)));
    assert.ok(others.every((other) => other === first));
    return first ?? 0;
  },
  "dispatch: contract or method not found": async (sandbox) => {
    const paths = [`/on/contracts:${unknown}/x`, `/on/contracts:${counter}/nothing`];
    const [first, second] = await Promise.all(paths.map((path) => status(sandbox, path)));
    assert.equal(second, first);
    return first ?? 0;
  },
  "dispatch: payload cannot be processed": async (sandbox) =>
    status(sandbox, `/on/contracts:${counter}/get_value`, { headers: json, body: "{" }),
  "layers of a driver's or the VM's error": async ({ url }) => {
    const { text } = await ask(url, `/on/driver:${counter}/encode_input_fn:increment_by`, { body: '"x"' });
    const nested = 'Data driver error: Data-Driver Error: FfiError("FFI returned 2: Json(\\"';
    const failed = (await ask(url, `/on/contracts:${counter}/fail`)).text;
    assert.equal(text.startsWith(nested), failed.startsWith("VM error: VM Error: "));
    return text.startsWith(nested) ? "nested" : "one";
  },
  "version header of a WebSocket upgrade": async (_sandbox, { upgraded }) =>
    (await upgraded).headers["node-version"] === undefined ? "none" : "given",
  "headers of a deprecated route": async ({ url }) =>
    (await ask(url, `/on/contract:${vault}/status`)).headers.get("deprecation") === null ? "none" : "deprecation",
};

describe("Sandbox: what nodes of the interface and of version 1.4 do differently", () => {
  for (const profile of profileNames) {
    describe(`--like ${profile}`, () => {
      let sandbox: Sandbox;
      let socket: PlainSocket & { id: string };
      before(async () => {
        sandbox = await startSandbox({
          blockMs: 0,
          args: ["--history", "2", "--txs-per-block", "0", "--like", profile],
        });
        socket = await PlainSocket.open(sandbox.url);
      });
      after(async () => {
        socket.end();
        await sandbox.stop();
      });

      for (const [name, row] of Object.entries(differences)) {
        it(`§${row.section} ${name}: ${row[profile]}`, async () => {
          assert.equal(await probes[name as DifferenceName](sandbox, socket), row[profile]);
        });
      }
    });
  }

  it("names in every row two things that differ", () => {
    for (const row of Object.values(differences)) assert.notEqual(row.document, row["1.4"]);
  });
});

describe("Sandbox: a contract whose driver has no schema", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--history", "2", "--like", "1.4"] })));
  after(() => sandbox.stop());

  const post = (path: string, body: string, headers = {}) => ask(sandbox.url, path, { body, headers });

  it("is called by who knows its functions, and tells what is wrong in every layer", async () => {
    const call = (fn: string, body: string) => post(`/on/contracts:${savings}/${fn}`, body, json);
    assert.equal((await call("get_version", "null")).text, '"8"');
    assert.equal((await call("get_config", "null")).text, '{"minimum":"1000","warnings":1}');
    const missing = await call("frobnicate", "null");
    const words = 'Invalid input: Invalid JSON: FfiError("FFI returned 2: Unsupported(\\"fn_name frobnicate\\")")';
    assert.deepEqual([missing.status, missing.text], [400, words]);
    const wrong = await call("save", '"x"');
    assert.equal(wrong.status, 400);
    assert.match(wrong.text, /^Invalid input: Invalid JSON: FfiError\("FFI returned 2: Json\(\\"/);
  });

  it("emits events that its driver decodes", async () => {
    const socket = await PlainSocket.open(sandbox.url);
    await socket.subscription("GET", `/on/contracts:${savings}/saved`, socket.id);
    await sandbox.control("transaction", { call: { contract: savings, fn: "save", json: "7" }, propagate: true });
    await sandbox.control("block");
    const { data } = await socket.event();
    socket.end();
    const { text } = await post(`/on/driver:${savings}/decode_event:saved`, `0x${data.toString("hex")}`);
    assert.equal((JSON.parse(text) as { value: string }).value, "7");
  });
});
