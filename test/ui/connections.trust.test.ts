import assert from "node:assert/strict";
import { FaultServer } from "../support/faultServer";
import { inWindow } from "../support/inWindow";
import type { Workbench } from "../support/workbench";

describe("connections in a workspace that no one trusts", function () {
  this.timeout(180_000);
  this.bail(true);
  let theirs: FaultServer;
  let mine: FaultServer;
  let vscode: Workbench;

  before(async () => {
    const info = '{"version":"1.6.0","chain_id":7}';
    const answer: Parameters<typeof FaultServer.start>[0] = (_request, reply) =>
      reply.answer(200, { "content-type": "application/json", "node-version": "1.6.0" }, info);
    [theirs, mine] = await Promise.all([FaultServer.start(answer), FaultServer.start(answer)]);
  });
  after(() => Promise.all([theirs.stop(), mine.stop()]));
  inWindow(
    {
      name: "connections-trust",
      files: () => ({
        ".vscode/settings.json": {
          "chainscope.connections": [{ name: "Theirs", url: theirs.url, insecureTls: true }],
        },
      }),
      settings: () => ({
        "security.workspace.trust.enabled": true,
        "security.workspace.trust.startupPrompt": "never",
        "security.workspace.trust.banner": "never",
        "chainscope.connections": [{ name: "Mine", url: mine.url }],
      }),
    },
    (opened) => ({ vscode } = opened),
  );

  before(() => vscode.sideBar.open("Chainscope"));

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
    const trust = vscode.page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first();
    const isOpen = () => trust.isVisible();
    await tree().clickUntil("the page of trust", isOpen, "Mine", /Manage Workspace Trust/);
    await trust.click();
    await vscode.notifications.until("This workspace brings the connection Theirs.");
    await tree().row("Theirs");
    await vscode.screenshot("connections-trusted-dark");
  });
});
