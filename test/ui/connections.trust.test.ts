import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { FaultServer } from "../support/faultServer";
import { Workbench } from "../support/workbench";

const root = resolve(__dirname, "../..");

describe("connections in a workspace that nobody trusts", function () {
  this.timeout(180_000);
  this.bail(true);
  let folder: string;
  let theirs: FaultServer;
  let mine: FaultServer;
  let vscode: Workbench;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-ui-"));
    const info = '{"version":"1.6.0","chain_id":7}';
    const answer: Parameters<typeof FaultServer.start>[0] = (_request, reply) =>
      reply.answer(200, { "content-type": "application/json", "node-version": "1.6.0" }, info);
    [theirs, mine] = await Promise.all([FaultServer.start(answer), FaultServer.start(answer)]);
    await mkdir(join(folder, ".vscode"));
    const settings = { "chainscope.connections": [{ name: "Theirs", url: theirs.url, insecureTls: true }] };
    await writeFile(join(folder, ".vscode", "settings.json"), JSON.stringify(settings));
    vscode = await Workbench.open({
      ...{ host: "oldest", name: "connections-trust", folder, extensionDevelopmentPath: root },
      settings: {
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.banner": "never",
        "chainscope.connections": [{ name: "Mine", url: mine.url }],
      },
    });
    await vscode.useTheme("dark");
    await vscode.sideBar.open("Chainscope");
  });
  after(async () => {
    await vscode?.close();
    await Promise.all([theirs?.stop(), mine?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  const tree = () => vscode.sideBar.tree("Connections");

  it("ignores the workspace's own, contacts nothing, and says why", async () => {
    await tree().until("the connection of the user", (rows) =>
      rows.some(({ label, description }) => label === "Mine" && /not trusted/.test(description)),
    );
    const rows = await tree().rows();
    assert.ok(!rows.some(({ label }) => label === "Theirs"));
    await tree().row("Mine", /Manage Workspace Trust/);
    await vscode.screenshot("connections-untrusted-dark");
    assert.deepEqual([theirs.connections, mine.connections], [0, 0]);
  });

  it("says once, when the workspace is trusted, which connections it brings", async () => {
    await tree().click("Mine", /Manage Workspace Trust/);
    await vscode.page
      .locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ })
      .first()
      .click();
    await vscode.notifications.until("This workspace brings the connection Theirs.");
    await tree().row("Theirs");
    await vscode.screenshot("connections-trusted-dark");
  });
});
