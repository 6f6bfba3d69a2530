import { Connection } from "../../src/client/connection";
import type { Connections } from "../../src/client/connections";
import { ConnectionData } from "../../src/features/explorer/model/connectionData";
import { childrenOf } from "../../src/features/explorer/model/explorerChildren";
import type { ExplorerNode } from "../../src/features/explorer/model/rows/explorerNode";
import type { ExplorerTree } from "../../src/features/explorer/explorerTree";
import { isPager } from "../../src/features/explorer/model/rows/rowPage";
import { blocksPerPage } from "../../src/features/explorer/model/recentBlocks";
import { rowView } from "../../src/features/explorer/model/rows/drawRow";
import { eventually } from "./eventually";
import type { ShownRows } from "./shownRows";

/** What rows hold that a client which has just come cannot know. */
const ofTheirOwn = (row: ExplorerNode) =>
  (row.kind === "section" && row.section === "subscriptions") || (row.kind === "group" && row.group === "seen");

/** Compares what is shown with what the nodes answer to clients that ask for the first time. Empty when it is the same. */
export async function untrue(connections: Connections, tree: ExplorerTree, shown: ShownRows): Promise<string[]> {
  const wrong: string[] = shown.twins().map((id) => `two rows have the id ${id}`);
  const roots = shown.below();
  if (roots.map(({ connection }) => connection.id).join() !== connections.all.map(({ id }) => id).join()) {
    wrong.push(`shown are ${roots.map(({ connection }) => connection.name).join()}`);
  }
  for (const row of roots) {
    if (!shown.isOpen(row)) continue;
    const fresh = await askedAgain(row.connection, tree, tree.dataOf(row.connection));
    try {
      const isActive = connections.active === row.connection;
      wrong.push(
        ...(await differences(row, { kind: "connection", connection: fresh.connection }, fresh, shown, isActive)),
      );
    } finally {
      fresh.connection.dispose();
    }
  }
  return wrong;
}

/** Rows of a node that does not answer which do not say that they are old. */
export function unmarked(connection: Connection, tree: ExplorerTree, shown: ShownRows): string[] {
  const root = shown.below().find((row) => row.connection === connection);
  if (!root) return [];
  const data = tree.dataOf(connection);
  const known = (name: string) => data.known(name)?.value !== undefined;
  const loaded = {
    node: data.info !== undefined,
    chain: known("blocks"),
    mempool: known("mempool"),
    provisioners: known("provisioners"),
  };
  const text = (row: ExplorerNode) => shown.item(row).description;
  return [
    ...(text(root).includes("failed") ? [] : [`${connection.name}: ${text(root)}`]),
    ...(shown.isOpen(root) ? shown.below(root) : []).flatMap((row) => {
      if (row.kind !== "section" || !loaded[row.section as keyof typeof loaded]) return [];
      return text(row).includes("stale, as of") ? [] : [`${connection.name}, ${row.section}: ${text(row)}`];
    }),
  ];
}

interface Asked {
  tree: ExplorerTree;
  connection: Connection;
  data: ConnectionData;
}

/** A client of its own, which is to show as much as another. */
async function askedAgain({ config }: Connection, tree: ExplorerTree, like: ConnectionData): Promise<Asked> {
  const connection = new Connection(config);
  const data = new ConnectionData(connection);
  data.provisionerView = like.provisionerView;
  data.peerCount = like.peerCount;
  data.pricedTransactions = like.pricedTransactions;
  while (data.blocks.size < like.blocks.size) data.blocks.showMore();
  await connection.connect();
  await eventually(
    `${config.name} to be looked at`,
    () => connection.status,
    (status) =>
      status.state === "up" && status.events.kind === "open" && status.capabilities.archive.offered !== "unknown",
  );
  return { tree, connection, data };
}

async function differences(
  row: ExplorerNode,
  fresh: ExplorerNode,
  asked: Asked,
  shown: ShownRows,
  isActive: boolean,
): Promise<string[]> {
  const isOpen = shown.isOpen(row);
  const isCompared = isOpen && !ofTheirOwn(row);
  const expected = isCompared ? asManyBlocks(await childrenOf(fresh, asked.data), shown.below(row)) : [];
  const item = shown.item(row);
  // What is below it has been asked for by now, which it may sum up.
  const { label, description = "", icon } = rowView(fresh, asked.data, isActive);
  const isWhole = isOpen || !shown.opens(row);
  const text = isWhole ? `${item.label}: ${item.description}` : item.label;
  const wanted = isWhole ? `${label}: ${description}` : label;
  const kept = isOpen && !asked.tree.isOpen(row) ? ", open, though the tree takes it for closed," : "";
  const would = rowView(row, asked.tree.dataOf(row.connection), isActive);
  const due =
    (would.description ?? "") === (item.description ?? "") || ofTheirOwn(row)
      ? ""
      : `, due to say “${would.description}”,`;
  const name = `${row.connection.name}: ${row.kind} “${item.label}”${kept}${due}`;
  const wrong = [
    ...(ofTheirOwn(row) || text === wanted ? [] : [`${name} says “${text}”, not “${wanted}”`]),
    ...(icon === item.icon ? [] : [`${name} has the icon ${item.icon}, not ${icon}`]),
  ];
  if (!isCompared) return wrong;
  const rows = shown.below(row);
  const count = (pattern: RegExp) =>
    Number(rows.flatMap((each) => (isPager(each) ? (pattern.exec(shown.item(each).label)?.[1] ?? []) : []))[0] ?? 0);
  const listed = rows.filter((each) => !isPager(each));
  const [above, left] = [count(/, (\d+) are above/), count(/, (\d+) are left/)];
  if (above + listed.length + left !== expected.length) {
    const labels = new Set(expected.map((each) => rowView(each, asked.data, false).label));
    const others = listed.map((each) => shown.item(each).label).filter((each) => !labels.has(each));
    const few = `${listed.length - others.length} as they should be, and ${others.slice(0, 5).join()}`;
    return [...wrong, `${name} has ${above} + ${listed.length} + ${left} rows, not ${expected.length}: ${few}`];
  }
  for (const [at, each] of listed.entries()) {
    wrong.push(...(await differences(each, expected[above + at]!, asked, shown, isActive)));
  }
  return wrong;
}

/** Rows of as many blocks as others, since a list may be longer than its pages; there are never fewer than one page. */
function asManyBlocks(rows: readonly ExplorerNode[], as: readonly ExplorerNode[]): ExplorerNode[] {
  const count = Math.max(blocksPerPage, as.filter(({ kind }) => kind === "block").length);
  const blocks = rows.filter((row) => row.kind === "block");
  const lowest = blocks[count - 1];
  if (!lowest || lowest === blocks.at(-1)) return [...rows];
  const { connection } = lowest;
  const text = `Older blocks, from #${lowest.block.height - 1n} down`;
  return [...rows.slice(0, rows.indexOf(lowest) + 1), { kind: "more", connection, at: "blocks", part: "blocks", text }];
}
