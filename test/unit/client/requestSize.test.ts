import assert from "node:assert/strict";
import { NodeConnection } from "../../../src/client/nodeConnection";
import { limits } from "../../../src/wire/limits";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";

const { graphql, call, transaction, driver } = limits.requestBytes;
const id = "ab".repeat(32);

describe("what is too large for a node", () => {
  let server: FaultServer;
  let node: NodeConnection;

  beforeEach(async () => {
    server = await FaultServer.start((_, reply) => reply.answer(200, {}, ""));
    node = new NodeConnection({ endpoint: server.endpoint() });
  });

  afterEach(async () => {
    await node.dispose();
    await server.stop();
  });

  const tooLarge: [what: string, most: number, send: () => Promise<unknown>][] = [
    ["a call's bytes", call, () => node.contracts.call(id, "fn", { bytes: new Uint8Array(call + 1) })],
    ["a call's JSON", call, () => node.contracts.call(id, "fn", { json: `"${"é".repeat(call / 2)}"` })],
    ["a driver's input", call, () => node.drivers.encodeInput(id, "fn", `"${"x".repeat(call)}"`)],
    ["a transaction", transaction, () => node.transactions.propagate({ bytes: new Uint8Array(transaction + 1) })],
    ["a query", graphql, () => node.graphql.query({ query: `{ a } #${"x".repeat(graphql)}` })],
    [
      "a query's variable",
      graphql,
      () => node.graphql.query({ query: "{ a }", variables: { v: "x".repeat(graphql) } }),
    ],
  ];
  for (const [what, most, send] of tooLarge) {
    it(`is refused before it is sent, with the limit's number: ${what}`, async () => {
      const { message } = await nodeFailure(send(), "too-large");
      assert.match(message, new RegExp(`^This is too large to send: .*\\(${most} bytes\\)`));
      assert.equal(server.connections, 0);
    });
  }

  it("is refused for a driver's module beyond its own limit", async () => {
    const request = {
      method: "POST",
      path: `/on/contract:${id}/upload_driver`,
      body: new Uint8Array(driver + 1),
    } as const;
    assert.match((await nodeFailure(node.transport.request(request), "too-large")).message, /takes 2 MiB/);
    assert.equal(server.connections, 0);
  });

  it("is not what just fits", async () => {
    await node.transactions.propagate({ bytes: new Uint8Array(transaction) });
    await node.contracts.call(id, "fn", { json: `"${"x".repeat(call - 2)}"` });
    assert.equal(server.requests.length, 2);
  });

  it("may be why a connection was closed in the middle of a large body, and the size is said", async () => {
    server.handle = (_, reply) => reply.reset();
    const bytes = new Uint8Array(1.5 * 1024 * 1024);
    const { message } = await nodeFailure(node.transactions.propagate({ bytes }), "closed-without-answer");
    assert.match(message, /1\.5 MiB were being sent; the node may have a limit\.$/);
    const small = await nodeFailure(node.transactions.propagate({ hex: "01" }), "closed-without-answer");
    assert.doesNotMatch(small.message, /being sent/);
  });
});
