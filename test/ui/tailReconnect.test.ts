import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { inWindow } from "../support/inWindow";
import type { Sandbox } from "../support/startSandbox";
import type { Workbench } from "../support/workbench";

describe("a tail whose node is restarted", function () {
  this.timeout(180_000);
  let sandbox: Sandbox;
  let vscode: Workbench;

  inWindow(
    {
      name: "tail-reconnect",
      sandbox: { blockMs: 0 },
      settings: ({ sandbox: { url } }) => ({
        "chainscope.connections": [{ name: "Local", url }],
        "chainscope.events.maxPayloadCharacters": 80,
      }),
      size: { width: 1600, height: 800 },
    },
    (opened) => ({ vscode, sandbox } = opened),
  );

  it("says that the session was lost, that another is open and subscribed again, and goes on", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.pick("blocks/accepted");
    await vscode.output.untilChannel("Chainscope Events");
    const first = await sessionIn(/subscribed to blocks\/accepted in session ([0-9a-f]{8})/);
    await sandbox.control("block");
    await vscode.output.untilText("the first block", (text) => blocks(text) === 1);

    await sandbox.stop();
    await vscode.output.untilText("the loss of the session", (text) => /event session lost/.test(text));
    await sandbox.restart();

    const second = await sessionIn(/event session open again.* session ([0-9a-f]{8})/);
    assert.notEqual(second, first);
    assert.equal(await sessionIn(/subscribed again to blocks\/accepted in session ([0-9a-f]{8})/), second);
    const [session] = await sessionsOf(sandbox);
    assert.equal(session?.id, second);
    assert.ok(session.subscriptions.includes("blocks/accepted"), session.subscriptions.join());

    await sandbox.control("block");
    await vscode.output.untilText("a block of the restarted node", (text) => blocks(text) === 2);
    await vscode.screenshot("tail-reconnect-dark");
  });

  it("asks after the window was reloaded, resumes later what is chosen, and says what was missed", async () => {
    await vscode.runCommand("Chainscope: Tail Events…");
    await vscode.quickInput.pick("blocks/statechange");
    await sessionIn(/subscribed to blocks\/statechange in session ([0-9a-f]{8})/);
    await vscode.untilStored("the tails to be written down", (text) =>
      ["accepted", "statechange"].every((topic) => text.includes(`"topic":"${topic}"`)),
    );
    const asked = await infoRequests();
    await vscode.reloadByCommand();
    const question = "blocks/accepted and blocks/statechange were tailed here before, on Local.";
    assert.deepEqual((await vscode.notifications.until(question)).buttons, ["Resume", "Not Now"]);
    await vscode.screenshot("tail-resume-dark");
    await eventually(
      "the session of the window before to be closed, and no other to be open",
      () => sessionsOf(sandbox),
      (sessions) => sessions.length === 0,
    );
    assert.equal(await infoRequests(), asked, "nothing may be sent before someone asks");
    await sandbox.control("block", { count: 3 });
    await vscode.notifications.press(question, "Not Now");
    const command = "Chainscope: Resume Earlier Tails…";
    await vscode.runCommand(command);
    await vscode.quickInput.shows("Resume Earlier Tails");
    const offered = (await vscode.quickInput.items()).map(({ label, description }) => [label, description]);
    assert.deepEqual(offered, [
      ["blocks/accepted", "Local"],
      ["blocks/statechange", "Local"],
    ]);
    await vscode.screenshot("tail-resume-later-dark");
    await vscode.quickInput.pickSeveral("blocks/statechange");
    await vscode.statusBar.until("events/s");
    await eventually(
      "the node to have the subscription",
      () => sessionsOf(sandbox),
      ([session]) => session?.subscriptions.includes("blocks/accepted") === true,
    );
    await vscode.output.open("Chainscope Events");
    await sessionIn(/subscribed to blocks\/accepted in session ([0-9a-f]{8})/);
    await vscode.output.untilText("what was missed", (text) =>
      /gap of .*: events of blocks \d+–\d+ may be missing/.test(text),
    );
    await sandbox.control("block");
    await vscode.output.untilText("a block after the reload", (text) => blocks(text) === 1);
    // The one that was left out.
    await vscode.runCommand(command);
    await sessionIn(/subscribed to blocks\/statechange in session ([0-9a-f]{8})/);
  });

  async function infoRequests(): Promise<number | undefined> {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests["/on/node/info"];
  }

  /** The session id in the first line that matches. */
  async function sessionIn(line: RegExp): Promise<string> {
    const text = await vscode.output.untilText(String(line), (shown) => line.test(shown), 60_000);
    return line.exec(text)?.[1] ?? "";
  }
});

/** What the node itself says: the ids of its sessions, shortened as in the lines, and their subscriptions. */
async function sessionsOf(sandbox: Sandbox): Promise<{ id: string; subscriptions: string[] }[]> {
  const state = (await sandbox.control("state")) as { sessions: { id: string; subscriptions: string[] }[] };
  return state.sessions.map(({ id, subscriptions }) => ({ id: id.slice(0, 8), subscriptions }));
}

/** How many blocks the lines tell of. */
function blocks(text: string): number {
  return text.match(/^\d\d:\d\d:\d\d\.\d{3} {2}Local {2}block #\d+ {2}accepted/gm)?.length ?? 0;
}
