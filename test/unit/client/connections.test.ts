import assert from "node:assert/strict";
import type { ConnectionConfig } from "../../../src/client/connectionConfig";
import { NodeError } from "../../../src/client/failures/nodeError";
import { Connections, type ConnectionsChange } from "../../../src/client/connections";

function config(name: string, more: Partial<ConnectionConfig> = {}): ConnectionConfig {
  return { name, url: "http://127.0.0.1:1", timeoutMs: 1000, contracts: [], origin: "settings", ...more };
}

const nameOfActive = ({ active }: Connections): string | undefined => active?.name;

describe("the connections of a window", () => {
  it("have the chosen one active, or else the first", () => {
    const connections = new Connections();
    connections.replace("settings", [config("local"), config("test")]);
    assert.equal(connections.active?.name, "local");
    connections.setActive("settings/test");
    assert.equal(connections.active?.name, "test");
    connections.remove("settings/test");
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

  it("tell a holder of one that is gone, rather than fail as if cancelled", async () => {
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

  it("give a person who chose one before it was edited the one that stands in its place", () => {
    const connections = new Connections();
    connections.replace("settings", [config("local"), config("test")]);
    const [local, test] = connections.all;
    connections.replace("settings", [config("test", { url: "http://127.0.0.1:2" })]);
    assert.equal(connections.present(test), connections.get("test"));
    assert.equal(connections.present(local), local);
    assert.equal(connections.present(undefined), undefined);
  });

  it("stay where they are when one is disconnected, which nothing but a person connects again", () => {
    const connections = new Connections();
    connections.replace("settings", [config("local"), config("test"), config("main")]);
    connections.setActive("settings/test");
    const before = connections.get("test");
    const changes: ConnectionsChange["kind"][] = [];
    connections.onChange(({ kind }) => changes.push(kind));
    connections.disconnect("settings/test");
    connections.disconnect("settings/Unknown");
    assert.deepEqual(
      connections.all.map(({ name }) => name),
      ["local", "test", "main"],
    );
    assert.equal(nameOfActive(connections), "test");
    assert.notEqual(connections.active, before);
    assert.deepEqual(connections.active?.status, { state: "idle", ended: true });
    assert.deepEqual(changes, ["set"]);
    // A setting that changes nothing of the way to the node does not connect it.
    connections.replace("settings", [config("local"), config("test", { role: "test" }), config("main")]);
    assert.equal(connections.active?.inUse, false);
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
    connections.setActive("settings/local");
    connections.setActive("settings/local");
    assert.equal(connections.update(config("local", { role: "test" })), true);
    assert.equal(connections.update(config("local", { url: "http://127.0.0.1:9" })), false);
    connections.remove("settings/local");
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

  it("stand in the order of the settings, those of the window where they are, whatever of them is made again", () => {
    const connections = new Connections();
    const names = () => connections.all.map(({ name }) => name).join(" ");
    connections.replace("settings", [config("local"), config("main", { role: "production" })]);
    connections.add(config("Sandbox", { origin: "window" }));
    connections.replace("settings", [config("local", { url: "http://127.0.0.1:9" }), config("main")]);
    assert.deepEqual([names(), connections.active?.name], ["local main Sandbox", "local"]);
    connections.replace("settings", [config("main"), config("new"), config("local"), config("Sandbox")]);
    assert.equal(names(), "main new Sandbox 2 local Sandbox");
    connections.replace("settings", [config("local")]);
    assert.equal(names(), "local Sandbox 2");
  });

  it("of the settings and of the window never take each other's place, whatever they are called", () => {
    const connections = new Connections();
    connections.replace("settings", [config("Sandbox")]);
    const [written] = connections.all;
    const own = connections.add(config("Sandbox", { origin: "window", url: "http://127.0.0.1:2" }));
    assert.deepEqual([connections.get("Sandbox"), connections.get("Sandbox 2")], [written, own]);
    connections.remove(own.id);
    assert.deepEqual(connections.all, [written]);
  });

  it("of the window give up their name to one that is written in the settings, and keep what they are known by", () => {
    const connections = new Connections();
    const { id } = connections.add(config("Sandbox", { origin: "window", url: "http://127.0.0.1:2" }));
    connections.setActive(id);
    connections.replace("settings", [config("local"), config("Sandbox")]);
    assert.equal(connections.get("Sandbox")?.config.origin, "settings");
    assert.equal(connections.byId(id)?.name, "Sandbox 2");
    assert.equal(connections.active?.id, id);
    assert.equal(connections.byId(id)?.config.url, "http://127.0.0.1:2");
  });

  it("do not give what was pinned to one that is gone to another of its name", () => {
    const connections = new Connections();
    const { id } = connections.add(config("Sandbox", { origin: "window" }));
    connections.remove(id);
    connections.replace("settings", [config("Sandbox")]);
    assert.equal(connections.byId(id), undefined);
  });

  it("for production do not become active when the active one goes, before someone chooses them", () => {
    const main = config("main", { role: "production" });
    const connections = new Connections();
    connections.replace("settings", [main, config("local")]);
    assert.equal(nameOfActive(connections), "local");
    connections.replace("settings", [main]);
    assert.equal(nameOfActive(connections), undefined);
    const sandbox = connections.add(config("Sandbox", { origin: "window" }));
    assert.equal(nameOfActive(connections), "Sandbox");
    connections.setActive(sandbox.id);
    connections.remove(sandbox.id);
    assert.equal(nameOfActive(connections), undefined);
    connections.setActive("settings/main");
    assert.equal(nameOfActive(connections), "main");
    connections.replace("settings", [{ ...main, url: "http://127.0.0.1:9" }]);
    assert.equal(nameOfActive(connections), "main", "its address was changed, it did not go");
  });

  it("that are about to go stand in for no other any more, unless there is none", () => {
    const connections = new Connections();
    connections.replace("settings", [config("old"), config("main", { role: "production" })]);
    connections.replace("settings", [config("main", { role: "production" }), config("old")], ["settings/old"]);
    assert.equal(nameOfActive(connections), "old");
    connections.replace("settings", [config("new"), config("old")], ["settings/old"]);
    assert.equal(nameOfActive(connections), "new");
    connections.setActive("settings/old");
    connections.replace("settings", [config("new"), config("old")], ["settings/old"]);
    assert.equal(nameOfActive(connections), "old", "a person chose it");
  });

  it("for production are active where there is nothing else to begin with", () => {
    const connections = new Connections();
    connections.replace("settings", [config("main", { role: "production" })]);
    assert.equal(connections.active?.name, "main");
    const { id } = connections.add(config("Sandbox", { origin: "window" }));
    connections.setActive(id);
    connections.remove(id);
    assert.equal(nameOfActive(connections), undefined, "another one was chosen since");
    const later = new Connections();
    later.setActive("window/sandbox");
    later.replace("settings", [config("main", { role: "production" })]);
    assert.equal(later.active, undefined, "another one was chosen in this workspace");
  });

  it("prefer, for a document in a folder with connections of its own, one of those", () => {
    const connections = new Connections();
    const level = { kind: "folder", folder: "file:///work/b" } as const;
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
