import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import * as vscode from "vscode";
import { extensionId } from "../../src/host/contributionIds";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe("activation", () => {
  const extension = vscode.extensions.getExtension(extensionId);
  const settings = () => vscode.workspace.getConfiguration("chainscope");
  let sandbox: Sandbox;
  let unused: string[] = [];

  before(async () => {
    sandbox = await startSandbox();
    await extension?.activate();
    unused = loadedOfOurs();
    await settings().update("connections", [{ name: "Idle", url: sandbox.url }], vscode.ConfigurationTarget.Global);
    await eventually(
      "all of it to be loaded",
      () => loadedOfOurs(),
      (now) => bytesOf(now) > 10 * bytesOf(unused),
    );
  });
  after(async () => {
    await settings().update("connections", undefined, vscode.ConfigurationTarget.Global);
    await sandbox.stop();
  });

  it("loads next to nothing in a window that never used it, and all of it with the first setting", () => {
    assert.ok(
      unused.some((path) => basename(path) === "activation.js"),
      unused.join(),
    );
    assert.ok(bytesOf(unused) < 60_000, `${bytesOf(unused)} bytes of ${unused.join()}`);
  });

  it("loads neither the HTTP, the WebSocket nor the GraphQL libraries", () => {
    const loaded = Object.keys(require.cache).map((path) => basename(path));
    assert.ok(loaded.includes("activation.js"), "the list of loaded modules must be the extension host's");
    assert.deepEqual(
      loaded.filter((name) =>
        ["undici.js", "ws.js", "graphql.js", "prettier.js", "re2js.js", "semver.js", "sandbox.js"].includes(name),
      ),
      [],
    );
  });

  it("says nothing to the node that the settings name", async () => {
    const { connections, requests } = (await sandbox.control("state")) as {
      connections: number;
      requests: Record<string, number>;
    };
    const others = Object.keys(requests).filter((path) => !path.startsWith("/sandbox/"));
    assert.deepEqual(others, []);
    assert.equal(connections, 1, "the only connection must be this test's question");
  });

  it("registers every command that the manifest contributes", async () => {
    const registered = new Set(await vscode.commands.getCommands(true));
    const { contributes } = extension?.packageJSON as Manifest;
    const missing = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });
});

/** Files of the extension that this host has loaded. */
function loadedOfOurs(): string[] {
  const loaded = Object.keys(require.cache);
  const own = loaded.find((path) => basename(path) === "activation.js");
  return own === undefined ? [] : loaded.filter((path) => dirname(path) === dirname(own));
}

function bytesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + statSync(path).size, 0);
}
