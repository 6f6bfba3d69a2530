import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import type { ExplorerNode } from "../../../../src/features/explorer/model/rows/explorerNode";
import { revealRow } from "../../../../src/features/explorer/model/revealRow";
import type { Clock } from "../../../../src/base/clock";

const config = {
  name: "Local",
  url: "http://127.0.0.1:1",
  timeoutMs: 1000,
  contracts: [],
  origin: "settings",
} as const;
const row: ExplorerNode = { kind: "connection", connection: new Connection(config) };
/** A clock on which no time passes. */
const hurried: Clock = {
  now: () => 0,
  after: (_delay, run) => {
    queueMicrotask(run);
    return { dispose: () => undefined };
  },
};

/** What the editor says of a row while it asks for all of them again, so many times; then it shows the row. */
function refusing(times: number) {
  const shown: ExplorerNode[] = [];
  let left = times;
  const reveal = async (each: ExplorerNode) => {
    await Promise.resolve();
    if (left-- > 0) throw new Error("Cannot resolve tree item for element 1/Local");
    shown.push(each);
  };
  return { shown, reveal, tried: () => times - left };
}

describe("bringing a row in sight", () => {
  it("is tried again while the editor asks for all rows again", async () => {
    const editor = refusing(2);
    await revealRow(() => Promise.resolve(row), editor.reveal, hurried);
    assert.deepEqual(editor.shown, [row]);
  });

  it("ends without a complaint when the editor goes on refusing it, or the row is gone meanwhile", async () => {
    const never = refusing(1000);
    await revealRow(() => Promise.resolve(row), never.reveal, hurried);
    assert.deepEqual([never.shown, never.tried() > 1, never.tried() < 10], [[], true, true]);
    const later = refusing(1);
    let asked = 0;
    await revealRow(() => Promise.resolve(asked++ === 0 ? row : undefined), later.reveal, hurried);
    assert.deepEqual([later.shown, later.tried()], [[], 1]);
  });
});
