import assert from "node:assert/strict";
import { Connection, type ConnectionConfig } from "../../../src/client/connection";
import { Connections } from "../../../src/client/connections";
import { healthOf } from "../../../src/client/connectionStatus";
import { identifierPrefixOf } from "../../../src/client/http/headerNames";
import { Transport } from "../../../src/client/http/transport";
import { eventually } from "../../support/eventually";
import { FaultServer, type Reply } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { RecordedNode } from "../../support/recordedNode";
import { sessionAt, subscriptionAt } from "../../support/sessionStates";
import { connectTo } from "../../support/sharedSandbox";
import { startSandbox } from "../../support/startSandbox";

const info = { method: "POST", path: "/on/node/info", idempotent: true } as const;

function config(url: string, prefix?: string): ConnectionConfig {
  const whole = { name: "Local", url, timeoutMs: 4000, contracts: [], origin: "settings" } as const;
  return prefix === undefined ? whole : { ...whole, prefix };
}

describe("what the headers of an answer begin with", () => {
  const table: [headers: Record<string, string>, found: string | undefined][] = [
    [{ "node-version": "1.6.0", "other-version": "2.0.0" }, "Node"],
    [{ "rusk-version": "1.4.5-alpha.1", "content-type": "text/plain" }, "Rusk"],
    [{ "my-net-version": "1.0.0" }, "My-net"],
    [{ "rusk-version": "1.4.5", "gateway-version": "1.0.0" }, undefined],
    [{ "x-app-version": "1.4.5", "api-version": "2024-01-01", "mime-version": "1.0" }, undefined],
    [{}, undefined],
  ];
  for (const [headers, found] of table) {
    it(`is ${found ?? "not proven"} by ${JSON.stringify(headers)}`, () => {
      assert.equal(identifierPrefixOf(headers, "Node"), found);
    });
  }
});

describe("a connection that names no prefix, or a wrong one, for a node whose headers begin with another", () => {
  let stop: { stop(): Promise<void> } | undefined;
  const stopping = <T extends { stop(): Promise<void> }>(started: T): T => {
    stop = started;
    return started;
  };
  afterEach(() => stop?.stop());

  for (const wrong of [undefined, "Foo"]) {
    it(`works at once with ${wrong ?? "none"}, opens one session, and says what is wrong`, async () => {
      const recorded = stopping(await RecordedNode.start());
      const lines: string[] = [];
      const connection = new Connection(config(recorded.url, wrong), { log: (line) => lines.push(line) });
      await connection.connect();
      const { events, transport } = await connection.node();
      const received: string[] = [];
      const target = { component: "blocks", topic: "accepted" };
      const subscription = events.subscribe(target, ({ location }) => received.push(location));
      await subscriptionAt(subscription, "active");
      recorded.play("transfer with memo");
      await eventually(
        "an accepted block",
        () => received.length,
        (count) => count > 0,
      );
      assert.equal(transport.version, "1.4.5-alpha.1");
      assert.equal(healthOf(connection.status), "up");
      assert.equal(events.counters.reconnects, 0);
      assert.deepEqual(lines, [
        `Local: The node's headers begin with Rusk, this connection says ${wrong ?? "Node"}. Rusk is used.`,
      ]);
      const { message, prefix, remedies } = connection.prefixProblem ?? {};
      assert.match(message ?? "", /^The node's headers begin with Rusk, this connection says (Node|Foo)\.$/);
      assert.deepEqual([prefix, remedies], ["Rusk", ["use-prefix"]]);
      connection.dispose();
    });
  }

  it("subscribes with the first request that is ever sent", async () => {
    const recorded = stopping(await RecordedNode.start());
    const node = connectTo(recorded);
    const subscription = node.events.subscribe({ component: "blocks", topic: "accepted" }, () => undefined);
    node.events.session.start();
    const { sessionId } = await sessionAt(node.events.session, "open");
    assert.equal((await subscriptionAt(subscription, "active")).sessionId, sessionId);
    assert.deepEqual(Object.keys(node.sessionHeaders), ["Node-Session-Id"]);
    await node.dispose();
  });

  it("has the required version compared by the node, with the first answer", async () => {
    const sandbox = stopping(await startSandbox({ blockMs: 0, args: ["--prefix", "Rusk"] }));
    const fitting = connectTo(sandbox, { version: { requirement: "^1" } });
    assert.equal((await fitting.node.info())["version"], "1.6.0");
    const other = connectTo(sandbox, { version: { requirement: "^9" } });
    await nodeFailure(other.node.info(), "version-mismatch");
    await Promise.all([fitting.dispose(), other.dispose()]);
  });

  it("asks for a feed by the node's own name", async () => {
    const sandbox = stopping(await startSandbox({ blockMs: 0, args: ["--prefix", "Rusk"] }));
    const node = connectTo(sandbox);
    const ledger = "feed35a1c08e7b492d60f3b8a5c714e9d2860bf3a71e5c94d08b26f3e7a1c590";
    const items: unknown[] = [];
    const range = { json: '{"from":"0","count":3}' };
    for await (const chunk of node.contracts.feed(ledger, "entries", range)) items.push(chunk);
    assert.ok(items.length > 0);
    await node.dispose();
  });

  it("is kept, with all that hangs on it, when the settings say what was proven", async () => {
    const recorded = stopping(await RecordedNode.start());
    const connections = new Connections();
    connections.replace("settings", [config(recorded.url)]);
    const connection = connections.get("Local")!;
    await connection.connect();
    connections.replace("settings", [config(recorded.url, "Rusk")]);
    assert.equal(connections.get("Local"), connection);
    assert.equal(connection.prefixProblem, undefined);
    connections.replace("settings", [config(recorded.url, "Foo")]);
    assert.notEqual(connections.get("Local"), connection);
    connections.dispose();
  });
});

describe("a prefix that was seen", () => {
  let server: FaultServer;
  let transport: Transport;
  let reply: (reply: Reply) => void;
  beforeEach(async () => {
    server = await FaultServer.start((_request, answer) => reply(answer));
    transport = new Transport({ endpoint: server.endpoint() });
    reply = (answer) => answer.answer(200, { "Node-Version": "1.6.0" }, "{}");
    await transport.request(info);
  });
  afterEach(async () => {
    await transport.dispose();
    await server.stop();
  });

  it("is not refuted by a gateway's failure", async () => {
    reply = (answer) => answer.answer(503, { "Gateway-Version": "3.2.1" }, "no");
    await nodeFailure(transport.request(info), "unreachable");
    assert.equal(transport.endpoint.prefix, "Node");
  });

  it("gives way to the one of another node at the address, and comes back", async () => {
    reply = (answer) => answer.answer(200, { "Rusk-Version": "1.4.5" }, "{}");
    await transport.request(info);
    assert.deepEqual([transport.endpoint.prefix, transport.version], ["Rusk", "1.4.5"]);
    reply = (answer) => answer.answer(200, { "Node-Version": "1.6.1", "Gateway-Version": "3.2.1" }, "{}");
    await transport.request(info);
    assert.deepEqual([transport.endpoint.prefix, transport.version], ["Node", "1.6.1"]);
  });
});

describe("a session that the node does not know, by an answer that shows no prefix", () => {
  it("leads to the connection's prefix as well", async () => {
    const server = await FaultServer.start((_request, answer) => answer.answer(424));
    const transport = new Transport({ endpoint: server.endpoint() });
    const { remedies = [], remedy } = await nodeFailure(transport.request(info), "session-lost");
    assert.match(remedy ?? "", /identifier prefix/);
    assert.deepEqual(remedies, ["reconnect", "edit-connection"]);
    await transport.dispose();
    await server.stop();
  });
});
