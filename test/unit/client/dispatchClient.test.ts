import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { transferContractId } from "../../../src/wire/ids";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import type { Sandbox } from "../../support/startSandbox";

const node = (topic: string) => ({ component: "node", topic });

describe("dispatch client", () => {
  let sandbox: Sandbox;
  let connection: NodeConnection;

  before(async () => {
    sandbox = await sharedSandbox();
    connection = connectTo(sandbox);
  });
  after(() => connection.dispose());

  /** What the answer to a dispatch means that is no success. */
  const refusal = async ({ dispatch: client } = connection, ...request: Parameters<typeof client.dispatch>) =>
    client.failureOf(await client.dispatch(...request)) ?? assert.fail("it was no failure");

  it("§4.12 POST /on/<component>[:<entity>]/<topic>: sends a body of any type to any target", async () => {
    const target = { component: "contracts", entity: transferContractId, topic: "chain_id" };
    const response = await connection.dispatch.dispatch(target, { body: "null", contentType: "application/json" });
    assert.equal(Buffer.from(response.body).toString(), "250");
    const raw = { contentType: "application/octet-stream", accept: "application/octet-stream", body: new Uint8Array() };
    assert.deepEqual([...(await connection.dispatch.dispatch(target, raw)).body], [250]);
  });

  it("§7 Dispatch 200: a response was generated", async () => {
    assert.equal((await connection.dispatch.dispatch(node("info"))).status, 200);
  });

  it("§7 Dispatch 202: an event of one's session was accepted", async () => {
    const { session } = connection.events;
    const opened = new Promise<void>((resolve) => session.onState(({ kind: at }) => at === "open" && resolve()));
    session.start();
    await opened;
    const target = { component: "blocks", topic: "accepted" };
    const dispatch = { body: "{}", sessionHeaders: connection.sessionHeaders };
    assert.equal((await connection.dispatch.dispatch(target, dispatch)).status, 202);
  });

  it("§7 Dispatch 400: the required version is not the node's", async () => {
    const picky = connectTo(sandbox, { version: { requirement: "^9.0" } });
    assert.equal((await refusal(picky, node("info"))).reason, "version-mismatch");
    await picky.dispose();
  });

  it("§7 Dispatch 404: nothing of that name is there", async () => {
    for (const target of [node("nope"), { component: "nope", topic: "x" }]) {
      const { reason, status } = await refusal(connection, target);
      assert.deepEqual([reason, status], ["not-found", 404]);
    }
  });

  it("§7 Dispatch 422: the payload is not what its content type says", async () => {
    const target = { component: "contracts", entity: transferContractId, topic: "account" };
    const dispatch = { body: "{nope", contentType: "application/json" };
    const { reason, status } = await refusal(connection, target, dispatch);
    assert.deepEqual([reason, status], ["invalid-input", 422]);
  });

  it("§7 Dispatch 424: the session is not known", async () => {
    const dispatch = { sessionHeaders: { [connection.endpoint.headerName("Session-Id")]: "00".repeat(16) } };
    const failure = await refusal(connection, node("info"), dispatch);
    assert.deepEqual([failure.reason, failure.status], ["session-lost", 424]);
    assert.match(failure.message, /Session ID not provided or invalid/);
  });

  it("refuses a target without a topic's name, and never sends twice", async () => {
    await nodeFailure(connection.dispatch.dispatch({ component: "blocks", topic: "" }), "invalid-input");
    const server = await FaultServer.start((_, reply) => reply.answer(200));
    const other = connectTo({ url: server.url });
    await other.dispatch.dispatch(node("a"));
    server.handle = (_, reply) => reply.close();
    const failure = await nodeFailure(other.dispatch.dispatch(node("b")), "closed-without-answer");
    assert.equal(failure.outcomeUnknown, true);
    assert.equal(server.requests.length, 2);
    await other.dispose();
    await server.stop();
  });
});
