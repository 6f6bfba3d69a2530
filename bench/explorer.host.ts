import { Connections } from "../src/client/connections";
import type { ExplorerNode, Section } from "../src/features/explorer/model/rows/explorerNode";
import { ExplorerTree } from "../src/features/explorer/explorerTree";
import { isPager } from "../src/features/explorer/model/rows/rowPage";
import { LoopWatch, processorMs } from "../test/support/loopWatch";
import { startSandbox } from "../test/support/startSandbox";
import { median, medians, report } from "./measure";

const limitMs = 100;
/** What a list of 20 000 may take: until its first rows are there once its bytes are, and of the loop for each page. */
const firstRowsMs = 300;
const heldMs = 50;

/** Opening large sections of the explorer, beside the request that they need, in the extension host. */
export async function bench(): Promise<void> {
  await benchSections();
  await benchPages();
}

async function benchSections(): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0, args: ["--provisioners", "5000"] });
  const contracts = Array.from({ length: 300 }, (_, index) => {
    return { id: index.toString(16).padStart(64, "f"), name: `Contract ${index}` };
  });
  const connections = new Connections();
  const connection = connections.add({ name: "Big", url: sandbox.url, timeoutMs: 30_000, contracts, origin: "window" });
  const tree = new ExplorerTree(connections);
  try {
    const [root] = await tree.getChildren();
    const sections = await tree.getChildren(root);
    const sectionRow = (name: Section) =>
      sections.find((row) => row.kind === "section" && row.section === name) as ExplorerNode;
    const open = async (row: ExplorerNode) =>
      (await tree.getChildren(row)).map((each) => tree.getTreeItem(each)).length;
    const node = await connection.node();
    const provisioners = sectionRow("provisioners");
    const times = await medians(
      {
        request: () => node.node.provisioners(),
        expand: () => {
          tree.dataOf(connection).provisioners.invalidate();
          return open(provisioners);
        },
        contracts: () => open(sectionRow("contracts")),
      },
      { rounds: 7, calls: 1 },
    );
    report("explorer, 5 000 provisioners: expanding relative to the request alone", times.expand / times.request);
    const beyond = times.expand - times.request;
    report(`  ${beyond.toFixed(1)} ms beyond the request, relative to ${limitMs} ms`, beyond / limitMs, "≤ 1×");
    report(
      `  300 contracts: ${times.contracts.toFixed(1)} ms, relative to ${limitMs} ms`,
      times.contracts / limitMs,
      "≤ 1×",
    );
    await benchBlock(tree, sectionRow("chain"), provisioners);
  } finally {
    tree.dispose();
    connections.dispose();
    await sandbox.stop();
  }
}

/** What a new block costs while a page of rows is in sight. */
async function benchBlock(tree: ExplorerTree, chain: ExplorerNode, provisioners: ExplorerNode): Promise<void> {
  const draw = async (row: ExplorerNode) => (await tree.getChildren(row)).map((each) => tree.getTreeItem(each));
  tree.getTreeItem(chain);
  await draw(chain);
  await draw(provisioners);
  const data = tree.dataOf(chain.connection);
  let fired = 0;
  const listening = tree.onDidChangeTreeData((rows) => (fired += rows ? rows.length : 1));
  let height = data.blocks.all[0]?.height ?? 0n;
  const { block } = await medians(
    {
      block: async () => {
        const hash = (++height).toString(16).padStart(64, "0");
        data.apply({ kind: "accepted", block: { height, hash, timestamp: undefined, transactions: [] } });
        await tree.update(chain);
      },
    },
    { rounds: 20, calls: 1 },
  );
  listening.dispose();
  console.log(`  a new block: ${block.toFixed(2)} ms, rows redrawn per block: ${(fired / 21).toFixed(1)} of 530`);
}

/** Paging through 20 000 rows: each page is asked for and drawn as the editor does it. */
async function benchPages(): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0, args: ["--provisioners", "20000"] });
  const connections = new Connections();
  const connection = connections.add({
    name: "Big",
    url: sandbox.url,
    timeoutMs: 30_000,
    contracts: [],
    origin: "window",
  });
  const tree = new ExplorerTree(connections);
  const watch = new LoopWatch();
  const turn = () => new Promise((done) => setTimeout(done, 5));
  const draw = async (row: ExplorerNode) => {
    tree.getTreeItem(row);
    const rows = await tree.getChildren(row);
    for (const each of rows) tree.getTreeItem(each);
    return rows;
  };
  try {
    const [root] = await tree.getChildren();
    const list = (await draw(root!)).find((row) => row.kind === "section" && row.section === "provisioners")!;
    const { transport } = await connection.node();
    const worked = async (work: () => Promise<unknown>) => {
      const [before, at] = [processorMs(), performance.now()];
      await work();
      return { processor: processorMs() - before, clock: performance.now() - at };
    };
    const rounds = [];
    for (let round = 0; round < 7; round++) {
      tree.dataOf(connection).provisioners.invalidate();
      const answer = await worked(() => transport.request({ method: "POST", path: "/on/node/provisioners" }));
      const rows = await worked(() => draw(list));
      rounds.push({ processor: rows.processor - answer.processor, clock: rows.clock - answer.clock });
    }
    const processor = median(rounds.map((round) => round.processor));
    const clock = median(rounds.map((round) => round.clock));
    report(
      `  20 000 provisioners: first rows ${processor.toFixed(0)} ms of work after the answer (${clock.toFixed(0)} on the clock), relative to ${firstRowsMs} ms`,
      processor / firstRowsMs,
      "≤ 1×",
    );
    for (const way of ["down", "up"] as const) {
      const held: number[] = [];
      let rows = await draw(list);
      const pager = () => [way === "down" ? rows.at(-1) : rows[0]].find((row) => row && isPager(row));
      for (let row = pager(); row; row = pager()) {
        await turn();
        watch.take();
        await tree.showMore(row);
        await turn();
        rows = await draw(list);
        await turn();
        held.push(watch.take());
      }
      const longest = Math.max(...held);
      report(
        `  ${held.length} pages ${way}: the loop held for ${median(held).toFixed(1)} ms each, ${longest.toFixed(1)} ms at most, relative to ${heldMs} ms`,
        longest / heldMs,
        "≤ 1×",
      );
    }
  } finally {
    watch.stop();
    tree.dispose();
    connections.dispose();
    await sandbox.stop();
  }
}
