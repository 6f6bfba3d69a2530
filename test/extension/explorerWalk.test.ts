import assert from "node:assert/strict";
import { Connections } from "../../src/client/connections";
import type { ExplorerNode } from "../../src/features/explorer/model/rows/explorerNode";
import { ExplorerRefresh } from "../../src/features/explorer/explorerRefresh";
import { ExplorerTree } from "../../src/features/explorer/explorerTree";
import { PromptTreeData } from "../../src/features/explorer/promptTreeData";
import { EditorRows } from "../support/editorRows";
import { eventually } from "../support/eventually";
import { unmarked, untrue } from "../support/explorerTruth";
import { ExplorerWalk, random } from "../support/explorerWalk";
import { ShownRows } from "../support/shownRows";
import { startSandbox, type Sandbox } from "../support/startSandbox";

describe("the explorer after any number of things were done", () => {
  let nodes: Sandbox[];
  let connections: Connections;
  let tree: ExplorerTree;
  let changes: ExplorerRefresh;
  let answers: PromptTreeData;

  before(async () => {
    const args = ["--provisioners", "1200"];
    nodes = await Promise.all([1, 2].map((seed) => startSandbox({ seed, blockMs: 0, roles: ["archive"], args })));
  });
  after(() => Promise.all(nodes.map((node) => node.stop())));

  beforeEach(() => {
    connections = new Connections();
    tree = new ExplorerTree(connections, (data) => changes.follow_(data));
    changes = new ExplorerRefresh(connections, tree, () => true);
    answers = new PromptTreeData(tree);
  });
  afterEach(() => {
    answers.dispose();
    changes.dispose();
    tree.dispose();
    connections.dispose();
  });

  for (const seed of [1, 2]) {
    it(`says of every row what the node says, or that it is old (seed ${seed})`, async () => {
      const shown = new ShownRows(answers);
      const editor = new EditorRows<ExplorerNode>(answers);
      const hands = {
        async open(row: ExplorerNode) {
          shown.turned(row, true);
          await editor.expand(row);
          void changes.opened(row);
        },
        async close(row: ExplorerNode) {
          shown.turned(row, false);
          editor.collapse(row);
          answers.closed(row);
          changes.followOpen();
        },
      };
      const walk = new ExplorerWalk(nodes, { connections, tree, changes, shown, hands }, random(seed));
      const isTrue = () =>
        eventually(
          "rows as the nodes have them",
          async () => [...(await untrue(connections, tree, shown)), ...misjudged()],
          (wrong) => wrong.length === 0,
        );
      const misjudged = () =>
        [...shown.all()]
          .filter((row) => shown.opens(row) && shown.isOpen(row) !== editor.isOpen(row))
          .map((row) => `${tree.idOf(row)} is ${editor.isOpen(row) ? "open" : "closed"}`);
      walk.connect();
      await walk.calm();
      for (let step = 0; step < 60; step++) await walk.step();
      await walk.calm();
      await walk.refreshAll();
      await isTrue();
      await walk.openSome(20);
      await isTrue();
      await walk.advance();
      await isTrue();
      const lost = await walk.kill(0);
      await eventually(
        "marks of what is old",
        () => unmarked(lost, tree, shown),
        (rows) => rows.length === 0,
      );
      await walk.calm();
      assert.deepEqual(editor.refused, []);
    });
  }
});
