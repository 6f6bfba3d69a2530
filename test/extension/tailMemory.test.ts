import assert from "node:assert/strict";
import * as vscode from "vscode";
import { TailMemory } from "../../src/features/eventTail/tailMemory";
import { eventually } from "../support/eventually";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { tailedSandbox, type TailedSandbox } from "../support/tailedSandbox";

const target = { component: "blocks", topic: "accepted" };

describe("the memory of tails", () => {
  let sandbox: Sandbox;
  let window: TailedSandbox;
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    window = tailedSandbox(sandbox);
  });
  after(async () => {
    await window.dispose();
    await sandbox.stop();
  });

  it("keeps what is known of new tails, and of those that may be resumed, while the question is not answered", async () => {
    const stored = memento({
      tails: [{ connectionId: "settings/Earlier", target }],
      tailedBlocks: { "settings/Earlier": { height: "18446744073709551615", at: 1 } },
    });
    const earlier = { ...window.connection, id: "settings/Earlier", name: "Earlier" };
    const connections = { byId: (id: string) => (id === earlier.id ? earlier : window.connection) };
    const memory = new TailMemory(window.tails, connections, stored, (error) => assert.fail(String(error)));
    const answered = memory.restore();
    await window.tails.start(window.connection, target);
    await window.shows(/subscribed to/);
    await sandbox.control("block");
    const seen = await eventually(
      "the block",
      () => window.tails.lastSeen("settings/Local"),
      (found) => found !== undefined,
    );
    memory.dispose();
    assert.deepEqual(stored.get("tails"), [
      { connectionId: "settings/Earlier", target },
      { connectionId: "settings/Local", target },
    ]);
    const blocks = stored.get<Record<string, { height: string; at: number }>>("tailedBlocks");
    assert.deepEqual(blocks?.["settings/Earlier"], { height: "18446744073709551615", at: 1 });
    assert.equal(blocks["settings/Local"]?.height, String(seen?.height));
    await vscode.commands.executeCommand("notifications.clearAll");
    await answered;
    // A message that was closed is no answer.
    assert.deepEqual(stored.get<unknown[]>("tails")?.length, 2);
    assert.equal(memory.waiting, 1);
    await memory.resume();
    assert.equal(memory.waiting, 0);
    assert.ok(window.tails.all.some(({ connection }) => connection.name === "Earlier"));
    await assert.rejects(memory.resume(), /no earlier tails/);
    // The window may still be busy with all the settings that were tried before.
  }).timeout(90_000);
});

/** A place of VS Code's kind that keeps values, for one test. */
function memento(values: Record<string, unknown>): vscode.Memento {
  const kept = new Map(Object.entries(values));
  return {
    keys: () => [...kept.keys()],
    get: <T>(key: string, otherwise?: T) => (kept.get(key) as T | undefined) ?? (otherwise as T),
    update: (key: string, value: unknown) => {
      kept.set(key, value);
      return Promise.resolve();
    },
  };
}
