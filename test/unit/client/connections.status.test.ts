import assert from "node:assert/strict";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { notProbed } from "../../../src/client/capabilities";
import { Connection } from "../../../src/client/connection";
import type { ConnectionConfig } from "../../../src/client/connectionConfig";
import {
  chainIdOf,
  healthOf,
  retryWords,
  statusWords,
  type ConnectionStatus,
} from "../../../src/client/connectionStatus";
import { NodeError } from "../../../src/client/failures/nodeError";
import type { NodeEnvironment } from "../../../src/client/nodeEnvironment";
import { eventually } from "../../support/eventually";
import { FaultServer } from "../../support/faultServer";
import { recordedPrefix, RecordedNode } from "../../support/recordedNode";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { subscriptionAt } from "../../support/sessionStates";
import { selfSigned } from "../../support/selfSigned";

describe("a connection", () => {
  let open: Connection[] = [];
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
  });
  after(() => sandbox.stop());
  afterEach(() => {
    for (const connection of open) connection.dispose();
    open = [];
  });

  function connectionTo(config: Partial<ConnectionConfig>, environment?: NodeEnvironment): Connection {
    const whole = {
      name: "Local",
      url: sandbox.url,
      timeoutMs: 4000,
      contracts: [],
      origin: "settings",
      ...config,
    } as const;
    const connection = new Connection(whole, environment);
    open.push(connection);
    return connection;
  }

  it("is idle until someone asks, then connecting, then up with version and chain id", async () => {
    const connection = connectionTo({});
    const seen: string[] = [connection.status.state];
    connection.onStatus(({ state: at }) => seen.push(at));
    await connection.connect();
    assert.deepEqual(seen.slice(0, 3), ["idle", "connecting", "up"]);
    assert.match(statusWords(connection.status), /^up · chain 250 · 1\.6\.0$/);
  });

  it("has the chain id of the transfer contract where the node's info says none, and says so where none is told", async () => {
    const recorded = await RecordedNode.start();
    const real = connectionTo({ name: "Real", url: recorded.url, prefix: recordedPrefix });
    const status = await real.connect();
    assert.ok(status.state === "up" && status.info["chain_id"] === null);
    assert.equal(chainIdOf(status), "0");
    assert.match(statusWords(status), /chain 0 · 1\.4\.5-alpha\.1/);
    const { chainId: _, ...untold } = status;
    assert.equal(chainIdOf({ info: untold.info }), undefined);
    assert.match(statusWords({ ...untold, info: { ...untold.info } }), /chain id not told/);
    real.dispose();
    await recorded.stop();
  });

  it("finds out what the node offers, and its newest block, without being asked twice", async () => {
    const connection = connectionTo({});
    await connection.connect();
    const { capabilities } = await statusWhere(
      connection,
      (status) => status.capabilities.graphql.offered !== "unknown",
    );
    assert.deepEqual(
      Object.entries(capabilities).map(([name, { offered }]) => [name, offered]),
      [
        ["graphql", "yes"],
        ["archive", "yes"],
        ["prover", "yes"],
        ["drivers", "yes"],
      ],
    );
    assert.equal(connection.chain.tip?.height, 239n);
  });

  it("opens one WebSocket however often it is asked", async () => {
    const before = (await sandbox.control("state")) as { sessions: unknown[] };
    const connection = connectionTo({});
    await Promise.all([connection.connect(), connection.connect(), connection.retry()]);
    for (let time = 0; time < 20; time++) await connection.connect();
    const node = await connection.node();
    node.events.subscribe({ component: "blocks" }, () => undefined);
    await reached(connection, (status) => status.state === "up" && status.events.kind === "open");
    const { sessions, requests } = (await sandbox.control("state")) as { sessions: unknown[]; requests: object };
    assert.equal(sessions.length - before.sessions.length, 1, JSON.stringify(requests));
  });

  it("follows the chain by events: height, hash and when it came", async () => {
    const connection = connectionTo({});
    await connection.connect();
    const arrived = new Promise((resolve) =>
      connection.chain.onNews(({ kind }) => kind === "accepted" && resolve(kind)),
    );
    await subscribed(connection);
    await sandbox.control("block");
    await arrived;
    const { height } = (await sandbox.control("state")) as { height: string };
    assert.equal(String(connection.chain.tip?.height), String(height));
    assert.ok((connection.chain.tip?.arrivedAt ?? 0) > 0);
  });

  it("knows how far blocks are final by the hashes of the events", async () => {
    const connection = connectionTo({});
    await connection.connect();
    await statusWhere(connection, (status) => status.capabilities.graphql.offered === "yes");
    await subscribed(connection);
    const { tip } = connection.chain;
    await sandbox.control("block", { count: 3 });
    await heightWhere(
      "the final block",
      () => connection.chain.finalized,
      (height) => height === tip?.height,
    );
  });

  it("follows a chain that starts again: its tip at once, and what is final from then on", async () => {
    const node = await startSandbox({ blockMs: 0 });
    try {
      const connection = connectionTo({ url: node.url }, { backoff: { firstMs: 50, maxMs: 200, jitter: 0 } });
      const { chain } = connection;
      await connection.connect();
      await statusWhere(connection, (status) => status.capabilities.graphql.offered === "yes");
      const started = chain.tip!.height;
      await subscribed(connection);
      await node.control("block", { count: 9 });
      await heightWhere(
        "a final block",
        () => chain.finalized,
        (height) => height > started,
      );
      await node.restart();
      await heightWhere(
        "the new chain's tip",
        () => chain.tip?.height,
        (height) => height === started,
      );
      assert.equal(chain.finalized, undefined);
      await subscribed(connection);
      await node.control("block", { count: 3 });
      await heightWhere(
        "its tip",
        () => chain.tip?.height,
        (height) => height === started + 3n,
      );
      await heightWhere(
        "its final block",
        () => chain.finalized,
        (height) => height <= started + 3n,
      );
    } finally {
      await node.stop();
    }
  }).timeout(30_000);

  it("fails with the reason and recovers by itself when the node starts, and again after restarts", async () => {
    const node = await startSandbox({ blockMs: 0 });
    await node.stop();
    const backoff = { firstMs: 50, maxMs: 200, jitter: 0 };
    const connection = connectionTo({ url: node.url }, { backoff });
    await connection.connect();
    assert.equal(healthOf(connection.status), "failed");
    assert.match(
      statusWords(connection.status),
      /^failed(, trying again)?: Nothing listens at http:\/\/127\.0\.0\.1:\d+\./,
    );
    await reached(connection, (status) => retryWords(status, 0) !== undefined);
    for (let time = 0; time < 2; time++) {
      await node.restart();
      await statusWhere(connection, () => true);
      await node.stop();
      await reached(connection, ({ state: at }) => at === "failed");
    }
  }).timeout(30_000);

  it("says that the node is gone when it went in the middle of the question", async () => {
    let asked = 0;
    const server: FaultServer = await FaultServer.start(({ path }, reply) => {
      reply.reset();
      // The first time, the question is asked once more at once, as of any connection that is found dead.
      if (path === "/on/node/info" && ++asked === 2) void server.stop();
    });
    const connection = connectionTo({ url: server.url });
    await connection.connect();
    assert.match(statusWords(connection.status), /^failed(, trying again)?: Nothing listens at http/);
  });

  it("says that the node closes connections without an answer when it goes on doing so", async () => {
    const server = await FaultServer.start((_request, reply) => reply.close());
    const connection = connectionTo({ url: server.url });
    await connection.connect();
    await server.stop();
    const { error } = connection.status as Extract<ConnectionStatus, { state: "failed" }>;
    assert.match(error.message, /closed the connection without a response/);
    assert.match(error.remedy ?? "", /^Try again/);
  });

  it("is degraded, in words, while a part of the interface fails, and up again when it works", async () => {
    const connection = connectionTo({});
    await connection.connect();
    await statusWhere(connection, (status) => status.events.kind === "open" && status.failing.length === 0);
    connection.noteFailure("mempool", new NodeError("node-fault", "The database is closed."));
    assert.equal(healthOf(connection.status), "degraded");
    assert.match(statusWords(connection.status), /^degraded · mempool: The database is closed\. · chain 250/);
    connection.noteFailure("mempool", undefined);
    assert.equal(healthOf(connection.status), "up");
  });

  it("is degraded from the loss of its events on, also while they are being asked for again", () => {
    const events = { kind: "connecting", attempt: 2, reason: "The connection to the node was lost." } as const;
    const status = { state: "up", info: {}, events, capabilities: notProbed, failing: [] } as const;
    assert.match(statusWords(status), /^degraded · no events: The connection to the node was lost\. · /);
    assert.equal(healthOf({ ...status, events: { kind: "connecting", attempt: 1 } }), "up");
  });

  it("says that no node may be spoken to, and sends nothing", async () => {
    const server = await FaultServer.start(() => assert.fail("nothing may be sent"));
    const forbidden = () => new NodeError("refused", "This workspace is not trusted.");
    const connection = connectionTo({ url: server.url }, { forbidden });
    const status = await connection.connect();
    assert.equal(status.state === "failed" && status.error.message, "This workspace is not trusted.");
    assert.equal(server.connections, 0);
    await server.stop();
  });

  it("names the machine that localhost is in a remote window", async () => {
    const machine = { hostName: "box", remote: "wsl" };
    const connection = connectionTo({ url: "http://localhost:1" }, { machine });
    const status = await connection.connect();
    assert.match((status.state === "failed" && status.error.remedy) || "", /localhost here is the WSL machine box/);
  });
});

describe("a connection's settings on the wire", () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-ca-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function asked(config: Partial<ConnectionConfig>, environment: NodeEnvironment = {}, tls?: typeof selfSigned) {
    const json = { "content-type": "application/json", "node-version": "1.6.0" };
    const server = await FaultServer.start((_request, reply) => reply.answer(200, json, '{"version":"1.6.0"}'), {
      ...(tls && { tls }),
    });
    const whole = {
      name: "n",
      url: server.url,
      timeoutMs: 3000,
      contracts: [],
      origin: "settings",
      ...config,
    } as const;
    const connection = new Connection(whole, environment);
    const status = await connection.connect();
    connection.dispose();
    await server.stop();
    return { status, request: server.requests.find(({ path }) => path === "/on/node/info") };
  }

  it("sends the version requirement, the strict flag and the secret headers, with the connection's prefix", async () => {
    const { request } = await asked(
      { prefix: "Rusk", version: { requirement: "^1.2", strict: true }, secretHeaders: ["X-Token"] },
      { secretHeaders: () => Promise.resolve({ "X-Token": "s3cret" }) },
    );
    assert.equal(request?.headers["rusk-version"], "^1.2");
    assert.equal(request?.headers["rusk-version-strict"], "true");
    assert.equal(request?.headers["x-token"], "s3cret");
  });

  it("trusts the certificate file, and any certificate only when told so", async () => {
    const caFile = join(folder, "ca.pem");
    // As an editor of Windows writes it.
    await writeFile(caFile, `\ufeff${selfSigned.cert.replaceAll("\n", "\r\n")}`);
    const outcome = async (config: Partial<ConnectionConfig>) => (await asked(config, {}, selfSigned)).status.state;
    assert.deepEqual([await outcome({}), await outcome({ caFile }), await outcome({ insecureTls: true })], [
      "failed",
      "up",
      "up",
    ] satisfies ConnectionStatus["state"][]);
  });

  it("names the certificate file that cannot be used, and tries again when asked again", async () => {
    const caFile = join(folder, "missing.pem");
    const connection = new Connection({
      name: "n",
      url: "http://127.0.0.1:1",
      timeoutMs: 1000,
      contracts: [],
      origin: "settings",
      caFile,
    });
    const first = await connection.connect();
    assert.match((first.state === "failed" && first.error.message) || "", /missing\.pem cannot be read \(ENOENT\)/);
    await writeFile(caFile, "no certificate");
    const second = await connection.connect();
    assert.match((second.state === "failed" && second.error.message) || "", /holds no certificate/);
    await rm(caFile);
    await symlink("/dev/zero", caFile);
    const third = await connection.connect();
    assert.match((third.state === "failed" && third.error.message) || "", /missing\.pem is no certificate file\.$/);
    connection.dispose();
  });
});

type Up = Extract<ConnectionStatus, { state: "up" }>;

async function statusWhere(connection: Connection, accept: (status: Up) => boolean): Promise<Up> {
  return (await reached(connection, (status) => status.state === "up" && accept(status))) as Up;
}

/** Waits until the node sends its block events. */
function heightWhere(what: string, look: () => bigint | undefined, accept: (height: bigint) => boolean) {
  return eventually(
    what,
    () => String(look() ?? ""),
    (seen) => seen !== "" && accept(BigInt(seen)),
  );
}

async function subscribed(connection: Connection): Promise<void> {
  for (const subscription of (await connection.node()).events.all) await subscriptionAt(subscription, "active");
}

function reached(connection: Connection, accept: (status: ConnectionStatus) => boolean): Promise<ConnectionStatus> {
  return new Promise((resolve) => {
    if (accept(connection.status)) return resolve(connection.status);
    const listening = connection.onStatus((status) => {
      if (!accept(status)) return;
      listening.dispose();
      resolve(status);
    });
  });
}
