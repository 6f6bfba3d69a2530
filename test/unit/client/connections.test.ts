import assert from "node:assert/strict";
import type { ConnectionConfig } from "../../../src/client/connectionConfig";
import { NodeError } from "../../../src/client/nodeError";
import { Connections, type ConnectionsChange } from "../../../src/client/connections";

function config(name: string, more: Partial<ConnectionConfig> = {}): ConnectionConfig {
  return { name, url: "http://127.0.0.1:1", timeoutMs: 1000, contracts: [], origin: "settings", ...more };
}

describe("the connections of a window", () => {
  it("have the chosen one active, or else the first", () => {
    const connections = new Connections();
    connections.replace("settings", [config("local"), config("test")]);
    assert.equal(connections.active?.name, "local");
    connections.setActive("test");
    assert.equal(connections.active?.name, "test");
    connections.remove("test");
    assert.equal(connections.active?.name, "local");
  });

  it("keep a connection whose way to its node did not change, with all that hangs on it", () => {
    const connections = new Connections();
    connections.replace("settings", [config("local"), config("test")]);
    const [local, test] = connections.all;
    const contracts = [{ id: "ab".repeat(32), name: "Counter" }];
    const moved = config("test", { url: "http://127.0.0.1:2" });
    connections.replace("settings", [config("local", { contracts, role: "production" }), moved]);
    assert.equal(connections.get("local"), local);
    assert.deepEqual(local?.config.contracts, contracts);
    assert.notEqual(connections.get("test"), test);
  });

  it("let whoever still holds one that is gone know it, rather than fail as if cancelled", async () => {
    const connections = new Connections();
    connections.replace("settings", [config("local"), config("test")]);
    const [local, test] = connections.all;
    connections.replace("settings", [config("test", { url: "http://127.0.0.1:2" })]);
    for (const gone of [local, test]) {
      await assert.rejects(gone!.node(), (error) => {
        assert.ok(error instanceof NodeError);
        assert.match(error.message, /^(local|test) was removed or changed since this was made\. Nothing was sent\.$/);
        return error.reason === "invalid-input";
      });
    }
  });

  it("leave those of the window alone when the settings change", () => {
    const connections = new Connections();
    const sandbox = connections.add(config("Sandbox", { origin: "window" }));
    connections.replace("settings", [config("local")]);
    connections.replace("settings", []);
    assert.deepEqual(connections.all, [sandbox]);
  });

  it("tell what changed: the set, the active one, or what one is shown by", () => {
    const connections = new Connections();
    const changes: ConnectionsChange["kind"][] = [];
    connections.onChange(({ kind }) => changes.push(kind));
    connections.replace("settings", [config("local")]);
    connections.setActive("local");
    connections.setActive("local");
    assert.equal(connections.update(config("local", { role: "test" })), true);
    assert.equal(connections.update(config("local", { url: "http://127.0.0.1:9" })), false);
    connections.remove("local");
    assert.deepEqual(changes, ["set", "active", "shown", "set"]);
  });

  it("tell nothing of a set given again as it is", () => {
    const connections = new Connections();
    const given = () => [config("local", { contracts: [{ id: "ab".repeat(32), name: "Counter" }] }), config("test")];
    connections.replace("settings", given());
    const changes: ConnectionsChange["kind"][] = [];
    connections.onChange(({ kind }) => changes.push(kind));
    connections.replace("settings", given());
    connections.replace("window", []);
    assert.deepEqual(changes, []);
    connections.replace("settings", [config("local"), config("test")]);
    assert.deepEqual(changes, ["shown"]);
    connections.replace("settings", [config("local"), config("test", { url: "http://127.0.0.1:9" })]);
    assert.deepEqual(changes, ["shown", "set"]);
  });

  it("stand in the order of the settings, those of the window where they are, whatever of them is made anew", () => {
    const connections = new Connections();
    const names = () => connections.all.map(({ name }) => name).join(" ");
    connections.replace("settings", [config("local"), config("main", { role: "production" })]);
    connections.add(config("Sandbox", { origin: "window" }));
    connections.replace("settings", [config("local", { url: "http://127.0.0.1:9" }), config("main")]);
    assert.deepEqual([names(), connections.active?.name], ["local main Sandbox", "local"]);
    connections.replace("settings", [config("main"), config("new"), config("local"), config("Sandbox")]);
    assert.equal(names(), "main new Sandbox local");
    connections.replace("settings", [config("local")]);
    assert.equal(names(), "local Sandbox");
  });

  it("prefer, for a document in a folder with connections of its own, one of those", () => {
    const connections = new Connections();
    const level = { at: "folder", folder: "file:///work/b" } as const;
    connections.replace("settings", [config("local"), config("testnet", { level })]);
    const table: [string, string][] = [
      ["file:///work/a/query.gql", "local"],
      ["file:///work/b/query.gql", "testnet"],
      ["file:///work/bb/query.gql", "local"],
      ["untitled:query", "local"],
    ];
    for (const [document, name] of table) assert.equal(connections.preferredFor(document)?.name, name, document);
  });
});
