import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as vscode from "vscode";
import { Connections } from "../src/client/connections";
import { Listeners } from "../src/base/listeners";
import type { ExplorerNode } from "../src/features/explorer/model/rows/explorerNode";
import { ExplorerView } from "../src/features/explorer/explorerView";
import { QueryFields } from "../src/graphql/schema/queryFields";
import { viewIds } from "../src/host/contributionIds";
import { eventually } from "../test/support/eventually";
import { unmarked, untrue } from "../test/support/explorerTruth";
import { ExplorerWalk, random, type Hands } from "../test/support/explorerWalk";
import { ShownRows } from "../test/support/shownRows";
import { startSandbox } from "../test/support/startSandbox";

const minutes = Number(process.env.CHAINSCOPE_SOAK_MINUTES);
const seed = Number(process.env.CHAINSCOPE_SOAK_SEED);
const roundsToRest = 2;
/** Where the rows are written that the window draws. */
const drawnRows = process.env.CHAINSCOPE_SOAK_ROWS ?? "";

/** Someone works with the real view, while its nodes come and go, and then looks whether it tells the truth. */
export async function bench(): Promise<void> {
  console.log(`soak of the tree for ${minutes} min, seed ${seed}`);
  const nodes = await Promise.all(
    [1, 2].map((at) => startSandbox({ seed: at, blockMs: 0, roles: ["archive"], args: ["--provisioners", "2600"] })),
  );
  // Errors that are kept hold what the functions of their traces belong to, such as the transport that failed.
  Error.stackTraceLimit = 0;
  const listeners = countListeners();
  const connections = new Connections();
  const explorer = new ExplorerView(connections, new QueryFields());
  const { tree, changes, view } = explorer;
  const shown = new ShownRows(explorer.answers);
  view.onDidExpandElement(({ element }) => shown.turned(element, true));
  view.onDidCollapseElement(({ element }) => shown.turned(element, false));
  const walk = new ExplorerWalk(
    nodes,
    { connections, tree, changes, shown, hands: handsOn(explorer, shown) },
    random(seed),
  );
  walk.connect();
  await vscode.commands.executeCommand(`${viewIds.explorer}.focus`);
  const problems: string[] = [];
  const check = async (work: Promise<unknown>) => {
    await work.catch((error: unknown) => problems.push((error as Error).message));
  };
  let rows = 0;
  const look = async (when: string) => {
    await check(
      eventually(
        `the rows to be what the nodes say ${when}, after ${walk.steps} steps`,
        async () => [...(await untrue(connections, tree, shown)), ...misdrawn(shown)],
        (wrong) => wrong.length === 0,
        20_000,
      ),
    );
    rows += [...shown.all()].length;
  };

  /** What is left when everything is closed, now and then; what is made once has been made the first time. */
  const rests: { heap: number; listeners: number }[] = [];
  const rest = async () => {
    await walk.calm();
    await walk.closeAll();
    const fewest = Math.min(...rests.map((each) => each.listeners));
    // What has just been closed ends in its own time, and is collected then.
    for (let time = 0; time < 3 || (time < 20 && listeners() > fewest); time++) {
      await new Promise((done) => setTimeout(done, 700));
      usedHeap();
    }
    rests.push({ heap: usedHeap(), listeners: listeners() });
  };
  await walk.calm();
  const deadline = Date.now() + minutes * 60_000;
  let rounds = 0;
  while (Date.now() < deadline) {
    for (let step = 0; step < 80 && Date.now() < deadline; step++) await walk.step();
    await walk.calm();
    await walk.refreshAll();
    await look("once refreshed");
    await walk.openSome(20);
    await look("once opened");
    await walk.advance();
    await look("when blocks came");
    if (rounds++ % roundsToRest === 0) await rest();
    const lost = await walk.kill(rounds % nodes.length);
    await check(
      eventually(
        `marks of what is old, after ${walk.steps} steps`,
        () => unmarked(lost, tree, shown),
        (rows) => rows.length === 0,
        5000,
      ),
    );
  }
  await walk.calm();
  await look("in the end, when nothing was refreshed");
  await rest();

  for (const [name, times] of Object.entries(walk.done)) console.log(`  ${name}: ${times}`);
  console.log(`${walk.steps} steps, ${rows} rows compared in ${rounds} rounds`);
  const [heaps, listening] = [rests.map(({ heap }) => heap), rests.map((each) => each.listeners)];
  console.log(`at rest: heap ${heaps.join(", ")} MB, listeners ${listening.join(", ")}`);
  // For each row that it is given the editor keeps something until the view ends (ExtHostTreeView.createTreeNode): that is
  // no part of what the connections and their rows hold, all of which are still there.
  explorer.view.dispose();
  // What is made once has been made by the second time, of which the editor's part is small.
  const start = Math.max(...heaps.slice(0, 2));
  const most = start * 1.1 + 2;
  let left = usedHeap();
  for (let time = 0; time < 20 && left > most; time++) {
    await new Promise((done) => setTimeout(done, 700));
    left = usedHeap();
  }
  console.log(`without the view: heap ${left} MB`);
  if (left > most) problems.push(`the heap grew from ${start} to ${left} MB`);
  if (listening.at(-1)! > listening[0]!) problems.push("listeners became more");
  explorer.dispose();
  connections.dispose();
  await Promise.all(nodes.map((node) => node.stop()));
  for (const problem of problems) console.error(`FAILED: ${problem}`);
  if (problems.length > 0) throw new Error(`The tree did not keep what it promises; repeat with --seed ${seed}`);
  console.log("every row said what its node says, or that it was old");
}

/** What the window draws otherwise than it was told; it draws no more rows than are in sight. */
function misdrawn(shown: ShownRows): string[] {
  const { count, rows } = JSON.parse(readFileSync(drawnRows, "utf8")) as {
    count: number;
    rows: { at: number; isOpen: boolean; label: string; description: string }[];
  };
  const text = (label: string, description: string, isOpen: boolean) =>
    `“${label}: ${description}”${isOpen ? ", open" : ""}`;
  const told = [...shown.all()].map((row) => {
    const { label, description } = shown.item(row);
    return text(label, description, shown.isOpen(row));
  });
  const differing = rows.flatMap(({ at, label, description, isOpen }) => {
    const drawn = text(label, description, isOpen);
    return drawn === told[at] ? [] : [`the window draws ${drawn}, not ${told[at]}`];
  });
  return [
    ...(count === told.length ? [] : [`the window has ${count} rows, not ${told.length}`]),
    ...differing.slice(0, 1),
  ];
}

/** Opens and closes rows of the view as a person does. */
function handsOn({ view, tree }: ExplorerView, shown: ShownRows): Hands {
  const isThere = (row: ExplorerNode) => [...shown.all()].includes(row);
  const turned = (row: ExplorerNode, isOpen: boolean) =>
    eventually(
      `${tree.idOf(row)} to be ${isOpen ? "open" : "closed"}`,
      () => shown.isOpen(row) === isOpen || !isThere(row),
      Boolean,
      3000,
      // A window that has just forgotten all rows tells no one which it closed.
    ).catch(() => shown.turned(row, false));
  const reveal = async (row: ExplorerNode, options: { focus?: boolean; expand?: boolean }) => {
    try {
      await view.reveal(row, { select: false, ...options });
    } catch {
      // It has gone meanwhile.
    }
  };
  return {
    async open(row) {
      await reveal(row, { expand: true });
      await turned(row, true);
    },
    async close(row) {
      await reveal(row, { focus: true });
      await vscode.commands.executeCommand("list.collapse");
      await turned(row, false);
    },
  };
}

/** Counts the listeners that are added from now on, of whatever has not been collected with them. */
function countListeners(): () => number {
  const told: WeakRef<Listeners<unknown>>[] = [];
  const counts = new WeakMap<Listeners<unknown>, number>();
  const change = (listeners: Listeners<unknown>, by: number) => {
    if (!counts.has(listeners)) told.push(new WeakRef(listeners));
    counts.set(listeners, (counts.get(listeners) ?? 0) + by);
  };
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the object it was called on
  const add = Listeners.prototype.add;
  Listeners.prototype.add = function (listener) {
    const added = add.call(this, listener);
    change(this, 1);
    let isAdded = true;
    return {
      dispose: () => {
        if (isAdded) change(this, -1);
        isAdded = false;
        return added.dispose();
      },
    };
  };
  const countOf = (listeners: Listeners<unknown> | undefined) => (listeners && counts.get(listeners)) ?? 0;
  return () => told.reduce((sum, each) => sum + countOf(each.deref()), 0);
}

/** Megabytes in use once nothing is left to collect. */
function usedHeap(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}
