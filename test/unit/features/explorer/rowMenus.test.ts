import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Connection } from "../../../../src/client/connection";
import { NodeError } from "../../../../src/client/failures/nodeError";
import { ConnectionData } from "../../../../src/features/explorer/model/connectionData";
import { childrenOf } from "../../../../src/features/explorer/model/explorerChildren";
import type { ExplorerNode } from "../../../../src/features/explorer/model/rows/explorerNode";
import { rowContext } from "../../../../src/features/explorer/model/rows/rowContext";
import { rowKey, rowValue } from "../../../../src/features/explorer/model/rows/rowCopy";
import { rowRequest } from "../../../../src/features/explorer/model/rows/rowRequest";
import { hasBuiltInDriver } from "../../../../src/wire/ids";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { rowView } from "../../../../src/features/explorer/model/rows/drawRow";
import { eventually } from "../../../support/eventually";
import { startSandbox } from "../../../support/startSandbox";
import { holds } from "../../../support/whenClause";
import { sharedSandbox } from "../../../support/sharedSandbox";

const manifest = JSON.parse(readFileSync(resolve(__dirname, "../../../../package.json"), "utf8")) as {
  contributes: {
    commands: { command: string; enablement?: string }[];
    menus: Record<string, { command: string; when?: string }[]>;
  };
};

/** The commands in the menu of a row that `when` clauses know by this. */
function offeredFor(context: string): string[] {
  const entries = manifest.contributes.menus["view/item/context"] ?? [];
  const own = entries.filter(({ when = "" }) => {
    const [, text, pattern] = /viewItem (?:== ([\w.]+)|=~ \/(.+)\/)$/.exec(when) ?? [];
    assert.ok(text ?? pattern, `not understood: ${when}`);
    return pattern === undefined ? text === context : new RegExp(pattern).test(context);
  });
  return [...new Set(own.map(({ command }) => command.replace("chainscope.", "")))];
}

function isEnabled(id: string, context: string): boolean {
  const { enablement = "true" } = manifest.contributes.commands.find(({ command }) => command === `chainscope.${id}`)!;
  return holds(enablement, { viewItem: context });
}

const originOf = ({ connection }: ExplorerNode) => connection.config.origin;
const isTrouble = ({ connection: { status } }: ExplorerNode) =>
  status.state === "failed" || (status.state === "up" && status.failing.length > 0);

/** What a row must have for a command to work on it. */
const works: Record<string, (row: ExplorerNode) => boolean> = {
  ...Object.fromEntries(
    ["copyValue", "copyAddress", "copyName", "copyHeight"].map((name) => [name, (row) => rowValue(row) !== ""]),
  ),
  ...Object.fromEntries(["copyId", "copyHash", "copyKey"].map((name) => [name, (row) => rowKey(row) !== undefined])),
  copyStake: (row) => row.kind === "provisioner" && rowValue(row) === String(row.provisioner.amount),
  copyCurl: (row) => rowRequest(row, 50) !== undefined,
  tailRow: (row) => "target" in row,
  stopTailRow: (row) => row.kind === "subscription" && row.subscription.purpose === "tail",
  callContract: (row) => "contractId" in row,
  openContractPanel: (row) => "contractId" in row,
  copyLink: (row) => "contractId" in row,
  encodeInput: (row) => row.kind === "function",
  nameContract: (row) => "contractId" in row,
  downloadDriver: (row) => row.kind === "contract" && !hasBuiltInDriver(row.contractId),
  insertQuery: (row) => row.kind === "query",
  showMore: (row) => row.kind === "more",
  useConnection: (row) => row.kind === "connection",
  openConnection: ({ connection }) => connection.status.state === "idle",
  disconnect: (row) => originOf(row) === "settings" && row.connection.status.state !== "idle",
  retry: isTrouble,
  playStory: ({ connection }) => connection.config.origin === "window" && connection.status.state === "up",
  stopSandbox: (row) => originOf(row) === "window",
  testConnection: (row) => row.kind === "connection",
  ...Object.fromEntries(
    ["editConnection", "removeConnection", "duplicateConnection", "setSecretHeader"].map((name) => [
      name,
      (row) => originOf(row) === "settings",
    ]),
  ),
  ...Object.fromEntries(
    ["sortProvisioners", "filterProvisioners", "copyProvisionersJson", "copyProvisionersCsv"].map((name) => [
      name,
      (row) => row.kind === "section" && row.section === "provisioners",
    ]),
  ),
  ...Object.fromEntries(
    ["openSchema", "reloadSchema"].map((name) => [name, (row) => row.kind === "section" && row.section === "schema"]),
  ),
  ...Object.fromEntries(
    ["downloadCrs", "prove"].map((name) => [name, (row) => row.kind === "section" && row.section === "node"]),
  ),
  ...Object.fromEntries(
    ["accountHistory", "transactionsByMemo"].map((name) => [
      name,
      (row) => row.kind === "section" && row.section === "statistics",
    ]),
  ),
  transact: (row) => row.kind === "contract" || (row.kind === "section" && row.section === "transactions"),
  deployContract: (row) => row.kind === "section" && ["contracts", "transactions"].includes(row.section),
  preverifyTransaction: (row) => row.kind === "followed" && row.life.canBeSent,
  simulateTransaction: (row) => row.kind === "followed" && row.life.canBeSent,
  replaceTransaction: (row) => row.kind === "followed" && row.life.standing === "waiting",
  uploadDriver: (row) => row.kind === "contract",
  finalizedEvents: (row) => row.kind === "contract",
  tellDriverDigest: (row) => row.kind === "digest",
  priceTransactions: (row) => row.kind === "field" && row.name === "gas price",
  askPeers: (row) => row.kind === "group" && row.group === "peers",
  checkTransaction: (row) =>
    "transaction" in row || (row.kind === "section" && ["mempool", "transactions"].includes(row.section)),
  ...Object.fromEntries(
    ["openFollowed", "lookForTransaction", "stopFollowing", "copyTransactionCurl", "saveTransaction"].map((name) => [
      name,
      (row) => row.kind === "followed",
    ]),
  ),
  sendTransaction: (row) => row.kind === "followed" && row.life.canBeSent,
  openTransactionBlock: (row) => row.kind === "followed" && row.life.outcome !== undefined,
  copyTransactionId: (row) => row.kind === "followed" && row.life.id !== undefined,
  openJson: (row) => rowValue(row) !== "",
  openDetails: (row) => row.kind === "block" || row.kind === "transaction",
  refreshRow: (row) => !isTrouble(row) && row.connection.status.state === "up",
};

/** Kinds whose rows say something that someone could want to have elsewhere. */
const copied = ["connection", "field", "capability", "block", "transaction", "peer", "provisioner", "contract"];
copied.push("function", "event", "subscription", "query", "problem", "remedy");

describe("the menu of a row", () => {
  const connections: Connection[] = [];
  afterEach(() => connections.splice(0).forEach((each) => each.dispose()));

  const explorerOf = (origin: "settings" | "window", url: string) => {
    const contracts = [{ id: contractIds.counter, name: "Counter" }];
    const connection = new Connection({ name: "Local", url, timeoutMs: 5000, contracts, origin });
    connections.push(connection);
    const field = { name: "block", signature: "(height: Int): Block" };
    const data = new ConnectionData(connection, undefined, { of: () => Promise.resolve([field]) });
    const walk = async (row: ExplorerNode, depth: number): Promise<ExplorerNode[]> => {
      if (depth === 0) return [row];
      const below = await childrenOf(row, data);
      // Of many alike the first ones tell what there is to tell.
      const some = below.filter(({ kind }, at) => below.slice(0, at).filter((each) => each.kind === kind).length < 8);
      return [row, ...(await Promise.all(some.map((each) => walk(each, depth - 1)))).flat()];
    };
    const check = (rows: readonly ExplorerNode[]) => {
      for (const row of rows) {
        const offered = offeredFor(rowContext(row, data, false));
        for (const command of offered) {
          const isAble = works[command] ?? assert.fail(`nothing is said of ${command}`);
          assert.ok(isAble(row), `${command} on ${rowContext(row, data, false)}`);
        }
        const copies = offered.some((command) => command.startsWith("copy"));
        if (copied.includes(row.kind)) assert.ok(copies, `nothing to copy on ${row.kind}`);
      }
      return rows;
    };
    return {
      connection,
      data,
      walk: (depth: number) => walk({ kind: "connection", connection }, depth).then(check),
      check,
    };
  };

  it("holds only what works on it, for every row of a node, and something to copy where there is something", async () => {
    const { url } = await sharedSandbox();
    for (const origin of ["settings", "window"] as const) {
      const { connection, check, walk } = explorerOf(origin, url);
      check([{ kind: "connection", connection }]);
      const kinds = new Set((await walk(4)).map(({ kind }) => kind));
      for (const kind of [
        "block",
        "transaction",
        "provisioner",
        "function",
        "event",
        "query",
        "field",
        "more",
      ] as const)
        assert.ok(kinds.has(kind), `no ${kind} was met`);
    }
  });

  it("greys what a node has nothing for, and the row says why; nothing of a node that has it", async () => {
    const plain = await startSandbox({ blockMs: 0, roles: ["plain"] });
    try {
      for (const [url, isGrey] of [
        [plain.url, true],
        [(await sharedSandbox()).url, false],
      ] as const) {
        const { connection, data, walk } = explorerOf("settings", url);
        const section = { kind: "section", connection, section: "statistics" } as const;
        const rows = [...(await walk(3)), section];
        await eventually(
          "what the node offers",
          () => (connection.status.state === "up" ? connection.status.capabilities.prover.offered : "unknown"),
          (offered) => offered !== "unknown",
        );
        const told = rows.flatMap((row) => {
          const { context = "", tooltip = "" } = rowView(row, data, false);
          const commands = offeredFor(context).filter((id) =>
            ["prove", "accountHistory", "finalizedEvents"].includes(id),
          );
          const hover = typeof tooltip === "string" ? tooltip : tooltip();
          return commands.map((id) => [id, isEnabled(id, context), /Prove…:|need an archive|no archive/.test(hover)]);
        });
        assert.deepEqual([...new Set(told.map(([id]) => id))].sort(), ["accountHistory", "finalizedEvents", "prove"]);
        for (const [id, enabled, says] of told) assert.deepEqual([id, enabled, says], [id, !isGrey, isGrey]);
      }
    } finally {
      await plain.stop();
    }
  });

  it("offers to try again only where something failed", async () => {
    const { url } = await sharedSandbox();
    const fine = explorerOf("settings", url);
    await fine.walk(1);
    const menu = () => offeredFor(rowContext({ kind: "connection", connection: fine.connection }, fine.data, true));
    assert.ok(menu().includes("refreshRow") && !menu().includes("retry"), menu().join());
    fine.connection.noteFailure("provisioners", new NodeError("refused", "out of order"));
    assert.ok(menu().includes("retry"), menu().join());
    assert.ok(!menu().includes("useConnection"), "it is the active one");
    const gone = explorerOf("settings", "http://127.0.0.1:1");
    const rows = await gone.walk(2);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ["connection", "problem", "remedy", "retry"],
    );
  });
});
