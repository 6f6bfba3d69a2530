import assert from "node:assert/strict";
import { Connections, type ConnectionsChange } from "../../../src/client/connections";
import type { ConnectionConfig } from "../../../src/client/connection";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { nodeFailure } from "../../support/nodeFailure";
import { startSandbox, type Sandbox } from "../../support/startSandbox";
import { tailedSandbox, type TailedSandbox } from "../../support/tailedSandbox";

const { counter } = contractIds;

describe("tails of a connection that is renamed", () => {
  let sandbox: Sandbox;
  let window: TailedSandbox;
  let connections: Connections;
  before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0"] })));
  after(() => sandbox.stop());
  beforeEach(async () => {
    await sandbox.control("reset");
    window = tailedSandbox(sandbox);
    connections = new Connections();
    connections.replace("settings", [config("Local")]);
  });
  afterEach(async () => {
    window.tails.dispose();
    connections.dispose();
    await window.dispose();
  });

  it("go on in the session that they have, under the new name, also when another takes the old one", async () => {
    const { id } = connections.all[0]!;
    const changes: ConnectionsChange["kind"][] = [];
    connections.onChange(({ kind }) => kind !== "status" && changes.push(kind));
    await started();
    await emit(1);
    await window.shows(/Local {2}Counter {2}counted {2}"1"/);
    connections.replace("settings", [
      { ...config("Renamed"), key: "Local" },
      { ...config("Local"), key: "Local 2" },
    ]);
    assert.deepEqual(changes, ["set", "shown"]);
    await emit(2);
    const text = await window.shows(/Renamed {2}Counter {2}counted {2}"2"/);
    assert.doesNotMatch(text, /ended|lost|again/);
    const { sessions } = (await sandbox.control("state")) as { sessions: unknown[] };
    assert.equal(sessions.length, 1);
    const events = window.recent.all();
    assert.deepEqual(
      events.map(({ arrival: way }) => [way.connection, connections.of(way)?.name]),
      [
        ["Local", "Renamed"],
        ["Renamed", "Renamed"],
      ],
    );
    assert.deepEqual(window.tails.arrived(id), events, "what a gap is filled beside");
    const second = await window.tails.start(connections.byId(id)!, { component: "contracts", entity: counter });
    assert.equal(second.isNew, false);
    const node = await connections.byId(id)!.node();
    const failure = await nodeFailure(node.blobs.blob({ hash: "00".repeat(32) }), "not-found");
    assert.equal(failure.connection, "Renamed");
  });

  it("go on too when the connection is the window's own and gives its name up", async () => {
    connections.replace("settings", []);
    const { id } = connections.add({ ...config("Local"), origin: "window" });
    await started();
    connections.replace("settings", [config("Local")]);
    assert.equal(connections.byId(id)?.name, "Local 2");
    await emit(3);
    await window.shows(/Local.2 {2}Counter {2}counted {2}"3"/);
  });

  async function started(): Promise<void> {
    await window.tails.start(connections.all[0]!, { component: "contracts", entity: counter });
    await window.shows(/subscribed to/);
  }

  async function emit(count: number): Promise<void> {
    await sandbox.control("emit", { contract: counter, topic: "counted", json: String(count) });
  }

  function config(name: string): ConnectionConfig {
    const contracts = [{ id: counter, name: "Counter" }];
    return { name, url: sandbox.url, timeoutMs: 5000, contracts, origin: "settings" };
  }
});
