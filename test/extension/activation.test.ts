import assert from "node:assert/strict";
import { basename } from "node:path";
import * as vscode from "vscode";
import { extensionId } from "../../src/host/contributionIds";
import { startSandbox, type Sandbox } from "../support/startSandbox";

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe("activation", () => {
  const extension = vscode.extensions.getExtension(extensionId);
  const settings = () => vscode.workspace.getConfiguration("chainscope");
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await startSandbox();
    await settings().update("connections", [{ name: "Idle", url: sandbox.url }], vscode.ConfigurationTarget.Global);
    await extension?.activate();
  });
  after(async () => {
    await settings().update("connections", undefined, vscode.ConfigurationTarget.Global);
    await sandbox.stop();
  });

  it("loads neither the HTTP, the WebSocket nor the GraphQL libraries", () => {
    const loaded = Object.keys(require.cache).map((path) => basename(path));
    assert.ok(loaded.includes("extension.js"), "the list of loaded modules must be the extension host's");
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
