import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { ContractClient } from "../../../src/client/routes/contractClient";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { Transport } from "../../../src/client/http/transport";
import { stakeContractId, transferContractId } from "../../../src/wire/ids";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { oddDriver, withSection } from "../../support/oddDriver";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import type { Sandbox } from "../../support/startSandbox";

describe("contract client", () => {
  let sandbox: Sandbox;
  let connection: NodeConnection;
  let ids: Record<string, string>;
  let accounts: string[];

  before(async () => {
    sandbox = await sharedSandbox();
    connection = connectTo(sandbox);
    ({ contracts: ids, accounts } = (await sandbox.control("state")) as { contracts: typeof ids; accounts: string[] });
  });
  after(() => connection.dispose());

  const id = (title: string) => ids[title] ?? assert.fail(`no contract ${title}`);

  it("§4.6 POST /on/contracts:<contract_id>/<method>: gives decoded output for JSON", async () => {
    const called = await connection.contracts.call(id("Token"), "total_supply", { json: "null" });
    assert.ok(called.kind === "json");
    assert.equal(called.value, "340282366920938463463374607431768211455");
    assert.equal(called.text, '"340282366920938463463374607431768211455"');
    assert.equal(called.meta.version, "1.6.0");
  });

  it("§4.6 POST /on/contracts:<contract_id>/<method>: sends bytes as they are, and gives bytes", async () => {
    const bytes = Uint8Array.of(0x24, 0x53, 0x82, 0xb9, 0x20, 0x00, 0xff, 0x01);
    for (const input of [{ bytes }, { hex: "24 5382b92000ff01".replace(" ", "") }, { hex: "0x245382B92000FF01" }]) {
      const called = await connection.contracts.call(id("Vault"), "echo", input);
      assert.ok(called.kind === "bytes");
      assert.deepEqual(new Uint8Array(called.bytes), bytes);
    }
  });

  it("shows output that the driver cannot decode as bytes, although its hex would pass for a number", async () => {
    const called = await connection.contracts.call(id("Counter"), "opaque", { json: "null" });
    assert.ok(called.kind === "bytes");
    assert.equal(Buffer.from(called.bytes).toString("hex"), "12345678".repeat(4));
  });

  it("sends headers of this call only, beside its own", async () => {
    const headers = { "X-Request-Label": "one" };
    const called = await connection.contracts.call(id("Counter"), "get_value", { json: "null", headers });
    assert.equal(called.kind, "json");
    assert.equal(called.meta.headers["x-request-label"], "one");
    const next = await connection.contracts.call(id("Vault"), "sealed", { hex: "" });
    assert.equal(next.meta.headers["x-request-label"], undefined);
  });

  it("refuses a header of a call that no node could take, and sends nothing", async () => {
    const headers = { "X-Label": "añadir" };
    await nodeFailure(
      connection.contracts.call(id("Counter"), "get_value", { json: "null", headers }),
      "invalid-input",
    );
  });

  it("says that JSON needs a driver", async () => {
    const failure = await nodeFailure(connection.contracts.call(id("Vault"), "sealed", { json: "null" }), "not-found");
    assert.equal(failure.message, "This contract has no driver: give the input as hex.");
  });

  it("keeps a value of the wrong type apart from a node that is down", async () => {
    const failure = await nodeFailure(
      connection.contracts.call(id("Counter"), "increment_by", { json: '"many"' }),
      "node-fault",
    );
    assert.match(failure.message, /\(Data driver error\)$/);
    assert.equal(failure.status, 500);
  });

  const refusedInputs: [input: { json: string } | { hex: string }, hint: RegExp][] = [
    [{ json: '{"to":}' }, /This is not JSON: Unexpected token/],
    [{ json: "" }, /This is not JSON/],
    [{ hex: "0xabc" }, /Odd number of hex digits/],
    [{ hex: "0Xab1" }, /Odd number of hex digits/],
    [{ hex: "zz" }, /Character 1 is not a hex digit/],
  ];
  for (const [input, hint] of refusedInputs) {
    it(`refuses ${JSON.stringify(input)} without asking the node`, async () => {
      const failure = await nodeFailure(connection.contracts.call(id("Counter"), "tag", input), "invalid-input");
      assert.match(failure.message, hint);
      assert.equal(failure.status, undefined);
    });
  }

  it("refuses a contract id that is none, and a method without a name", async () => {
    const key = accounts[0] ?? "";
    const asId = await nodeFailure(connection.contracts.call(key, "root", { json: "null" }), "invalid-input");
    assert.match(asId.message, /looks like an account key/);
    await nodeFailure(connection.contracts.call(id("Counter"), "", { json: "null" }), "invalid-input");
  });

  it("§4.6 POST /on/contracts:{transfer_contract_id}/account: gives nonce and balance exactly", async () => {
    const states = await Promise.all(accounts.slice(0, 4).map((key) => connection.contracts.account(` ${key}\n`)));
    assert.ok(states.every(({ odd }) => odd.length === 0));
    assert.deepEqual(
      states.map(({ nonce, balance }) => ({ nonce, balance })),
      [
        { nonce: 3n, balance: 9934991953697n },
        { nonce: 0n, balance: 15700089532863777423n },
        { nonce: 9007199254740993n, balance: 9007199254740993n },
        { nonce: 0n, balance: 1n },
      ],
    );
  });

  it("§4.6 POST /on/contracts:{transfer_contract_id}/contract_balance: gives the scalar exactly", async () => {
    assert.equal(await connection.contracts.contractBalance(transferContractId), 1152921504606846977n);
    assert.equal(await connection.contracts.contractBalance(`0x${id("Token").toUpperCase()}`), 15700089532863777423n);
    assert.equal(await connection.contracts.contractBalance(id("Counter")), 0n);
  });

  it("refuses an id where an account key belongs", async () => {
    const failure = await nodeFailure(connection.contracts.account(transferContractId), "invalid-input");
    assert.match(failure.message, /This is hex/);
  });

  it("gives a streamed output item by item, asking for the feed when the node says that it is missing", async () => {
    const json = { json: '{"from":"0","count":500}' };
    const items = await all(connection.contracts.feed(id("Ledger"), "entries", json));
    assert.equal(items.length, 500);
    assert.ok(items.every((item) => item.kind === "json" && typeof item.value === "object"));
  });

  it("puts characters together that arrive in chunks of one byte", async () => {
    const items = await all(connection.contracts.feed(id("Ledger"), "names", { json: "null" }));
    const text = items.map((item) => (item.kind === "json" ? item.text : "")).join("\n");
    assert.match(text, /云主机/);
    assert.match(text, /🦀/);
    assert.doesNotMatch(text, /\ufffd/);
  });

  it("shows the items that came before a stream ended early, and says that it did", async () => {
    const items: unknown[] = [];
    const reading = (async () => {
      for await (const item of connection.contracts.feed(id("Ledger"), "broken", { json: "null" })) items.push(item);
    })();
    const failure = await nodeFailure(reading, "malformed-response");
    assert.match(failure.message, /The node stopped after 2 items/);
    assert.equal(items.length, 2);
  });

  it("gives streamed bytes as one blob that is not cut into items", async () => {
    const range = Buffer.alloc(12);
    range.writeUInt32LE(3);
    const chunks = await all(connection.contracts.feed(id("Ledger"), "entries", { bytes: range }));
    assert.ok(chunks.every(({ kind }) => kind === "bytes"));
    assert.equal(
      Buffer.concat(chunks.map((chunk) => (chunk.kind === "bytes" ? chunk.bytes : []) as Buffer)).length,
      36,
    );
  });

  it("gives the one output of a method that does not stream", async () => {
    const [size, ...more] = await all(connection.contracts.feed(id("Ledger"), "size", { json: "null" }));
    assert.equal(size?.kind === "json" && size.value, 3);
    assert.deepEqual(more, []);
  });

  it("leaves an endless stream when the reader stops, and when the caller cancels", async () => {
    for await (const item of connection.contracts.feed(id("Ledger"), "endless", { json: "null" })) {
      assert.equal(item.kind, "json");
      break;
    }
    const cancel = new AbortController();
    const reading = (async () => {
      for await (const _ of connection.contracts.feed(id("Ledger"), "endless", { json: "null" }, cancel.signal)) {
        cancel.abort();
      }
    })();
    await assert.rejects(reading, { name: "AbortError" });
  });

  it("§4.7 POST /on/contract:<contract_id>/metadata: gives owner, driver and whatever else is known", async () => {
    const token = await connection.contracts.metadata(id("Token"));
    assert.equal(token.driver, "uploaded");
    assert.equal(token.createdAt, 12);
    assert.match(token.owner ?? "", /^[1-9A-HJ-NP-Za-km-z]+$/);
    assert.ok(token.known);
    assert.equal((await connection.contracts.metadata(id("Vault"))).driver, "none");
  });

  it("knows that the drivers of the two contracts of the protocol are built in, whatever their metadata say", async () => {
    for (const contract of [transferContractId, stakeContractId]) {
      const metadata = await connection.contracts.metadata(contract);
      assert.equal(metadata.driver, "built-in");
      assert.match(metadata.owner ?? "", /^[1-9A-HJ-NP-Za-km-z]{100,}$/);
      assert.ok(metadata.known);
      const sink = { write: () => assert.fail("nothing is to be written") };
      const failure = await nodeFailure(connection.contracts.downloadDriver(contract, sink), "not-found");
      assert.match(failure.message, /built into the node/);
    }
  });

  it("§4.7 POST /on/contract:<contract_id>/download_driver: writes the module to the sink", async () => {
    const chunks: Uint8Array[] = [];
    const { bytes } = await connection.contracts.downloadDriver(id("Counter"), {
      write: (chunk) => void chunks.push(chunk),
    });
    const module = Buffer.concat(chunks);
    assert.equal(module.length, bytes);
    assert.equal(module.subarray(0, 4).toString("latin1"), "\0asm");
    const none = connection.contracts.downloadDriver(id("Vault"), { write: () => undefined });
    assert.match((await nodeFailure(none, "not-found")).message, /driver/i);
  });

  it("reads what there is of an account's state, also where the answer does not say that it is JSON", async () => {
    let body = "";
    const odd = await FaultServer.start((_request, reply) => reply.answer(200, {}, body));
    const transport = new Transport({ endpoint: odd.endpoint() });
    const client = new ContractClient(transport);
    try {
      body = '{"nonce":9007199254740993,"balance":"5"}';
      const { nonce, balance, odd: none } = await client.account(accounts[0]!);
      assert.deepEqual([nonce, balance, none], [9007199254740993n, 5n, []]);
      body = ' {"balance":1.5,"next":2}';
      const state = await client.account(accounts[0]!);
      assert.deepEqual([state.nonce, state.balance, state.whole], [undefined, undefined, { balance: 1.5, next: 2 }]);
      assert.deepEqual(
        state.odd.map(({ name }) => name),
        ["nonce", "balance"],
      );
      for (body of ["{", "1234", "[1]"]) await nodeFailure(client.account(accounts[0]!), "malformed-response");
    } finally {
      await transport.dispose();
      await odd.stop();
    }
  });

  it("gives up a driver that is longer than any that a node takes, before it is all written", async () => {
    const endless = await FaultServer.start(async (_request, reply) => {
      const chunk = Buffer.alloc(1 << 16);
      for (let sent = 0; sent < 1000; sent++) await reply.chunk(chunk);
      await reply.chunk(undefined);
    });
    const transport = new Transport({ endpoint: endless.endpoint(), timeoutMs: 5000 });
    let written = 0;
    const sink = { write: (chunk: Uint8Array) => void (written += chunk.length) };
    const download = new ContractClient(transport).downloadDriver("ab".repeat(32), sink);
    const failure = await nodeFailure(download, "too-large");
    assert.match(failure.message, /longer than 2097152 bytes/);
    assert.ok(written <= 2 << 20, String(written));
    await transport.dispose();
    await endless.stop();
  });

  it("§4.7 POST /on/contract:<contract_id>/upload_driver: sends the module with its signature", async () => {
    const chunks: Uint8Array[] = [];
    await connection.contracts.downloadDriver(id("Counter"), { write: (chunk) => void chunks.push(chunk) });
    const module = Buffer.concat(chunks);
    const words = await connection.contracts.uploadDriver(id("Counter"), module, sandbox.signature(module));
    assert.notEqual(words, "");
    const forged = connection.contracts.uploadDriver(id("Counter"), module, "ab".repeat(64));
    assert.match((await nodeFailure(forged, "refused")).message, /Signature is not the contract owner's/);
  });

  it("§4.7 upload_driver counts what has gone, and is given up on while a node takes no more", async () => {
    const module = withSection(oddDriver({}), 0, Array<number>(1_500_000).fill(0));
    const server = await FaultServer.start(({ path }, reply) => {
      if (path.includes("ab".repeat(32))) reply.answer(200, {}, "taken");
    });
    const transport = new Transport({ endpoint: server.endpoint() });
    const client = new ContractClient(transport);
    const sent: number[] = [];
    await client.uploadDriver("ab".repeat(32), module, "ab", undefined, (bytes) => sent.push(bytes));
    const [{ headers, body }] = server.requests as [(typeof server.requests)[0]];
    assert.deepEqual([headers["content-length"], body.equals(module)], [String(module.length), true]);
    assert.deepEqual(
      [...new Set(sent)].sort((one, other) => one - other),
      sent,
    );
    assert.deepEqual([sent.at(0), sent.at(-1)], [64 * 1024, module.length]);
    const abort = new AbortController();
    const given = client.uploadDriver("cd".repeat(32), module, "ab", abort.signal, () => abort.abort());
    await assert.rejects(given, { name: "AbortError" });
    await transport.dispose();
    await server.stop();
  });

  it("§4.7 upload_driver says what a node says that takes no more than the beginning", async () => {
    const module = withSection(oddDriver({}), 0, Array<number>(1_900_000).fill(0));
    const text = "Invalid input: Signature missing";
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () => {
        socket.pause();
        socket.end(`HTTP/1.1 400 Bad Request\r\ncontent-length: ${text.length}\r\n\r\n${text}`);
      });
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    const transport = new Transport({ endpoint: parseEndpoint(`http://127.0.0.1:${port}`) });
    const upload = new ContractClient(transport).uploadDriver(
      "ab".repeat(32),
      module,
      "ab",
      undefined,
      () => undefined,
    );
    assert.equal((await nodeFailure(upload, "invalid-input")).message, "Signature missing");
    await transport.dispose();
    server.close();
  });
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
