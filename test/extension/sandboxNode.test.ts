import assert from "node:assert/strict";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import * as vscode from "vscode";
import type { ConnectionConfig } from "../../src/client/connectionConfig";
import { Connections } from "../../src/client/connections";
import { contractName } from "../../src/contract/schema/knownContracts";
import { SandboxConnection } from "../../src/features/sandboxNode/sandboxConnection";
import { contractIds } from "../../src/sandbox/contracts/contractIds";
import { eventually } from "../support/eventually";

describe("the sandbox node as the extension's own", () => {
  after(async () => {
    await vscode.commands.executeCommand("chainscope.stopSandbox");
    await vscode.workspace
      .getConfiguration("chainscope")
      .update("sandbox.like", undefined, vscode.ConfigurationTarget.Global);
  });

  it("completes fields of a GraphQL document once it runs, with nothing configured", async () => {
    await vscode.commands.executeCommand("chainscope.startSandbox");
    const text = "{ block(height: -1) {  } }";
    const document = await vscode.workspace.openTextDocument({ language: "graphql", content: text });
    await vscode.window.showTextDocument(document);
    const labels = await eventually(
      "fields of Block",
      () => fieldsAt(document, text.indexOf("{  }") + 2),
      (shown) => shown.includes("header"),
    );
    assert.deepEqual(
      ["header", "status", "transactions"].filter((field) => !labels.includes(field)),
      [],
    );
  });

  it("starts once however often it is asked to", async () => {
    await vscode.commands.executeCommand("chainscope.stopSandbox");
    const start = () => vscode.commands.executeCommand("chainscope.startSandbox");
    await Promise.all([start(), start()]);
    assert.equal(await childrenRunning("sandbox.js"), 1);
  });

  /** What a story's document tells in the end; where nodes like 1.4 do otherwise, also theirs. */
  const stories: Record<string, readonly [told: RegExp, byDeployed?: RegExp]> = {
    gap: [
      /held back by the node until nonce \d+ comes\n[^]*in the mempool, nonce [^]*block #\d+ is accepted/,
      /not taken: nonce \d+ is missing: send that one first\n[^]*in the mempool, nonce [^]*block #\d+ is accepted/,
    ],
    failure: [/failed in #\d+: the contract panicked: .*, all of its gas, 200 000, fee 0\.0002 coins/],
    replacement: [/^state: replaced$[^]*replaced by [0-9a-f]{8}…[0-9a-f]{4}, at gas price 4/m],
    drop: [
      /^state: dropped$[^]*dropped: the nonces before it did not come in time/m,
      /^state: not taken$[^]*not taken: nonce \d+ is missing: send that one first/m,
    ],
    vanish: [/^state: vanished$[^]*vanished: in no mempool and no block for \d+ blocks/m],
    revert: [/block #\d+ was reverted: it waits again\n.*executed in #\d+/],
  };
  for (const like of ["document", "1.4"] as const)
    for (const [story, [told, byDeployed = told]] of Object.entries(stories))
      it(`has a transaction's story played at once, and shows it: ${story}, on a node like ${like}`, async () => {
        const settings = vscode.workspace.getConfiguration("chainscope");
        if (settings.get("sandbox.like") !== like) {
          await vscode.commands.executeCommand("chainscope.stopSandbox");
          await settings.update("sandbox.like", like, vscode.ConfigurationTarget.Global);
          await vscode.commands.executeCommand("chainscope.startSandbox");
        }
        // Another sandbox may have the same transaction, and so the same document.
        const touched = new Set<vscode.TextDocument>();
        const listening = [
          vscode.workspace.onDidOpenTextDocument((document) => touched.add(document)),
          vscode.workspace.onDidChangeTextDocument(({ document }) => touched.add(document)),
        ];
        try {
          await vscode.commands.executeCommand("chainscope.playStory", undefined, story);
          const texts = () =>
            [...touched]
              .filter(({ uri }) => / sent [0-9a-f]{8}\.yaml$/.test(uri.path))
              .map((document) => document.getText());
          const wanted = like === "1.4" ? byDeployed : told;
          await eventually("the story", texts, (all) => all.some((text) => wanted.test(text)));
        } finally {
          for (const each of listening) each.dispose();
        }
      });

  it("ends its process when it is stopped", async () => {
    await vscode.commands.executeCommand("chainscope.stopSandbox");
    await eventually(
      "the process to end",
      () => childrenRunning("sandbox.js"),
      (count) => count === 0,
    );
  });
});

describe("the connection of the sandbox node", () => {
  const url = "http://127.0.0.1:9";
  const written = (name: string, role?: "production"): ConnectionConfig => {
    return { name, url, timeoutMs: 1000, contracts: [], origin: "settings", ...(role && { role }) };
  };
  let connections: Connections;
  let sandbox: SandboxConnection;
  let runs: boolean;

  beforeEach(() => {
    runs = false;
    connections = new Connections();
    sandbox = new SandboxConnection(connections, process.env["CHAINSCOPE_SANDBOX"] as string, {
      running: (isRunning) => (runs = isRunning),
      ended: (code) => assert.fail(`it ended by itself with ${code}`),
    });
  });
  afterEach(async () => {
    sandbox.stop();
    sandbox.dispose();
    connections.dispose();
    await eventually(
      "the process to end",
      () => childrenRunning("sandbox.js"),
      (count) => count === 0,
    );
  });

  it("takes a free name and leaves one of the settings with its name as it is", async () => {
    connections.replace("settings", [written("Sandbox"), written("Main", "production")]);
    const [configured, main] = connections.all;
    await sandbox.start();
    assert.deepEqual(
      connections.all.map(({ name }) => name),
      ["Sandbox", "Main", "Sandbox 2"],
    );
    assert.equal(connections.active?.id, sandbox.id);
    sandbox.stop();
    assert.deepEqual(connections.all, [configured, main]);
    assert.equal(connections.active, configured);
  });

  it("names the sample contracts, and leaves those that every node has the name that they have anywhere", async () => {
    await sandbox.start();
    const { contracts } = connections.byId(sandbox.id)!.config;
    assert.ok(contracts.some(({ id, name }) => id === contractIds.counter && name === "Counter"));
    const shown = [contractIds.transfer, contractIds.stake].map((id) => contractName(id, contracts));
    assert.deepEqual(shown, ["Transfer contract", "Stake contract"]);
  });

  it("is like the nodes that the setting names, and like those of the interface unless it names others", async () => {
    const settings = () => vscode.workspace.getConfiguration("chainscope");
    const started = async () => {
      await sandbox.start();
      const connection = connections.byId(sandbox.id);
      const { status, config } = connection ?? assert.fail("there is no connection");
      sandbox.stop();
      return [status.state === "up" && status.info.version, config.contracts.some(({ name }) => name === "Savings")];
    };
    await settings().update("sandbox.like", "1.4", vscode.ConfigurationTarget.Global);
    assert.deepEqual(await started(), ["1.4.5-alpha.1", true]);
    await settings().update("sandbox.like", "2.0", vscode.ConfigurationTarget.Global);
    assert.deepEqual(await started(), ["1.6.0", false]);
    await settings().update("sandbox.like", undefined, vscode.ConfigurationTarget.Global);
    assert.deepEqual(await started(), ["1.6.0", false]);
  });

  it("leaves no node for production active when it stops", async () => {
    connections.replace("settings", [written("Main", "production")]);
    await sandbox.start();
    sandbox.stop();
    assert.equal(connections.active, undefined);
  });

  it("runs a node that answers this window, refuses web pages and has no controls", async () => {
    await sandbox.start();
    const node = connections.byId(sandbox.id)!;
    assert.equal(node.status.state, "up");
    const asked: [path: string, headers: Record<string, string>, status: number][] = [
      ["/on/node/info", {}, 200],
      ["/on/node/info", { Origin: "https://page.example" }, 403],
      ["/on/node/info", { Host: "page.example" }, 403],
      ["/sandbox/answer", {}, 500],
      ["/sandbox/state", { "Sandbox-Token": "" }, 500],
    ];
    for (const [path, headers, status] of asked) {
      const sent = request(new URL(path, node.config.url), { method: "POST", headers });
      sent.end();
      const [response] = (await once(sent, "response")) as [IncomingMessage];
      response.resume();
      assert.equal(response.statusCode, status, `${path} ${JSON.stringify(headers)}`);
    }
  });

  it("stops its process when its row is removed, and can be started again", async () => {
    await sandbox.start();
    connections.remove(sandbox.id);
    assert.equal(runs, false);
    await eventually(
      "the process to end",
      () => childrenRunning("sandbox.js"),
      (count) => count === 0,
    );
    await sandbox.start();
    assert.equal(connections.byId(sandbox.id)?.status.state, "up");
  });
});

async function fieldsAt(document: vscode.TextDocument, offset: number): Promise<string[]> {
  const list = await vscode.commands.executeCommand<vscode.CompletionList>(
    "vscode.executeCompletionItemProvider",
    document.uri,
    document.positionAt(offset),
  );
  return list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
}

/** How many child processes of this extension host run the given file. */
async function childrenRunning(file: string): Promise<number> {
  const { readdir, readFile } = await import("node:fs/promises");
  const own = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    own.map(async (pid) => {
      try {
        const [command, stat] = await Promise.all([
          readFile(`/proc/${pid}/cmdline`, "utf8"),
          readFile(`/proc/${pid}/stat`, "utf8"),
        ]);
        const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
        return parent === process.pid && command.includes(file);
      } catch {
        return false; // it ended meanwhile
      }
    }),
  );
  return found.filter(Boolean).length;
}
