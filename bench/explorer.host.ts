import { Connections } from "../src/client/connections";
import type { ExplorerNode, Section } from "../src/features/explorer/explorerNode";
import { ExplorerTree } from "../src/features/explorer/explorerTree";
import { startSandbox } from "../test/support/startSandbox";
import { medians, report } from "./measure";

const limitMs = 100;

/** Opening large sections of the explorer, beside the request that they need, in the extension host. */
export async function bench(): Promise<void> {
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

/** What a new block costs while 5 000 rows are in sight. */
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
  console.log(`  a new block: ${block.toFixed(2)} ms, rows drawn anew per block: ${(fired / 21).toFixed(1)} of 5 030`);
}
