import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { FaultServer } from "../../support/faultServer";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

describe("node connection", () => {
  it("shares one pool and one WebSocket between everything that uses the node", async () => {
    const sandbox = await startSandbox({ blockMs: 0 });
    const connection = connectTo(sandbox);
    await openSession(connection);
    for (let count = 0; count < 20; count++) await connection.node.info();
    await Promise.all(Array.from({ length: 5 }, () => connection.network.gasPrice()));
    for (const topic of ["accepted", "reverted", "statechange"]) {
      connection.events.subscribe({ component: "blocks", topic }, () => undefined);
    }
    const { sessions, openSockets } = (await sandbox.control("state")) as { sessions: unknown[]; openSockets: number };
    assert.equal(sessions.length, 1);
    assert.ok(openSockets < 12, `${openSockets} sockets`);
    await connection.dispose();
    await sandbox.stop();
  });

  it("opens no session before its events are used, and none by the making of one", async () => {
    const sandbox = await sharedSandbox();
    const connection = connectTo(sandbox);
    await connection.node.info();
    assert.deepEqual(connection.sessionHeaders, {});
    assert.equal(connection.events.session.state.kind, "idle");
    await connection.dispose();
  });

  it("sends the cookies of its session with the requests of the session, so that they reach the same node", async () => {
    const sandbox = await startSandbox({ blockMs: 0, args: ["--sticky-cookie", "lb=n1"] });
    const connection = connectTo(sandbox);
    await openSession(connection);
    assert.match(connection.sessionHeaders["Cookie"] ?? "", /lb=n1/);
    const target = { component: "blocks", topic: "accepted" };
    await connection.dispatch.dispatch(target, { body: "{}", sessionHeaders: connection.sessionHeaders });
    await connection.dispose();
    await sandbox.stop();
  });

  it("asks a prover of its own for no version, whatever the node's is to be", async () => {
    const seen: unknown[] = [];
    const prover = await FaultServer.start(({ headers }, reply) => {
      seen.push(headers["node-version"]);
      reply.answer(200, {}, "proof");
    });
    const proverEndpoint = prover.endpoint();
    const connection = connectTo({ url: prover.url }, { proverEndpoint, version: { requirement: "^1" } });
    await connection.prover.prove({ bytes: Uint8Array.of(1) });
    assert.deepEqual(seen, [undefined]);
    await connection.dispose();
    await prover.stop();
  });

  it("reaches a node below a path, and one whose headers carry another prefix", async () => {
    const sandbox = await startSandbox({ blockMs: 0, args: ["--path-prefix", "/some/where", "--prefix", "Rusk"] });
    const below = { url: `${sandbox.url.replace(/\/some\/where\/?$/, "")}/some/where/` } satisfies Pick<Sandbox, "url">;
    const connection = connectTo(below, { version: { requirement: "^1" } }, "Rusk");
    assert.equal((await connection.node.info())["version"], "1.6.0");
    assert.equal(connection.transport.version, "1.6.0");
    await openSession(connection);
    assert.ok("Rusk-Session-Id" in connection.sessionHeaders);
    await connection.dispose();
    await sandbox.stop();
  });

  it("is disposed without a trace, even while a session is being opened", async () => {
    const sandbox = await sharedSandbox();
    const connection = connectTo(sandbox);
    connection.events.session.start();
    await connection.dispose();
    assert.equal(connection.events.session.state.kind, "closed");
    await assert.rejects(connection.node.info(), { name: "AbortError" });
  });
});

async function openSession(connection: NodeConnection): Promise<void> {
  const { session } = connection.events;
  const opened = new Promise<void>((resolve) => session.onState(({ kind: at }) => at === "open" && resolve()));
  session.start();
  await opened;
}
