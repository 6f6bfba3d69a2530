import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { LiveQuery } from "../../../../src/features/graphqlEditing/model/liveQuery";
import { eventually } from "../../../support/eventually";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

const tip = "{ block(height: -1) { header { height } } }";

describe("a live operation", () => {
  let sandbox: Sandbox;
  let connection: Connection;
  let first: bigint;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
  });
  after(() => sandbox.stop());
  beforeEach(async () => {
    await sandbox.control("reset");
    first = BigInt(((await sandbox.control("state")) as State).height);
    connection = new Connection({
      name: "Local",
      url: sandbox.url,
      timeoutMs: 5000,
      contracts: [],
      origin: "window",
    });
  });
  afterEach(() => connection.dispose());

  /** Starts one, with what it shows and says, and how many of its runs were under way at once at most. */
  async function live(run?: () => Promise<string | undefined>) {
    const seen = { shown: [] as string[], ended: [] as string[], underWay: 0, most: 0 };
    const ask = async () => {
      const node = await connection.node();
      return JSON.stringify((await node.graphql.query({ query: tip })).data);
    };
    const query = new LiveQuery<string>({
      connection,
      async run() {
        seen.most = Math.max(seen.most, ++seen.underWay);
        return (run ?? ask)().finally(() => seen.underWay--);
      },
      updated: (outcome) => Promise.resolve(void seen.shown.push(outcome)),
      changed: () => undefined,
      ended: (reason) => void seen.ended.push(reason),
    });
    await query.start();
    await untilShown(seen, 1);
    await eventually(
      "the subscription",
      async () => Object.keys(((await sandbox.control("state")) as { subscribes: object }).subscribes),
      (targets) => targets.includes("blocks/accepted"),
    );
    return { query, seen };
  }
  const untilShown = ({ shown }: { shown: string[] }, count: number) =>
    eventually(
      `${count} updates`,
      () => shown.length,
      (length) => length >= count,
    );

  it("runs at once and again on each block", async () => {
    const { query, seen } = await live();
    for (const count of [2, 3]) {
      await sandbox.control("block");
      await untilShown(seen, count);
    }
    assert.equal(new Set(seen.shown).size, 3);
    assert.equal(query.height, first + 2n);
    query.dispose();
  });

  it("makes one run of the blocks that arrive while one is under way, and never two at once", async () => {
    let release = () => undefined as void;
    let runs = 0;
    const { query, seen } = await live(async () => {
      if (++runs === 2) await new Promise<void>((resolve) => (release = resolve));
      return `run ${runs}`;
    });
    await sandbox.control("block", { count: 5 });
    await eventually(
      "all five blocks",
      () => query.height,
      (height) => height === first + 5n,
    );
    release();
    await untilShown(seen, 3);
    assert.deepEqual([runs, seen.most], [3, 1]);
    query.dispose();
  });

  it("tells that a run failed, and is well again with the next block", async () => {
    const { query, seen } = await live();
    await sandbox.control("answer", { path: "/graphql", status: 500, text: "VM error: out of order", count: 99 });
    await sandbox.control("block");
    await eventually(
      "the failure",
      () => query.problem?.message,
      (message) => message?.includes("out of order") === true,
    );
    await sandbox.control("reset");
    await sandbox.control("block");
    await untilShown(seen, 2);
    assert.equal(query.problem, undefined);
    query.dispose();
  });

  it("fails with the node that is gone, and is well again when that is back, without waiting for a block", async () => {
    const { query, seen } = await live();
    await sandbox.stop();
    await eventually(
      "the failure",
      () => query.problem,
      (problem) => problem !== undefined,
    );
    await sandbox.restart();
    await untilShown(seen, 2);
    assert.equal(query.problem, undefined);
    query.dispose();
  }).timeout(60_000);

  it("goes on after the event session was lost", async () => {
    const { query, seen } = await live();
    const lost = ((await sandbox.control("state")) as { sessions: { id: string }[] }).sessions[0]!.id;
    await sandbox.control("close", { code: 1012 });
    await eventually(
      "another session with the subscription",
      async () => ((await sandbox.control("state")) as State).sessions,
      (sessions) => sessions.some(({ id, subscriptions }) => id !== lost && subscriptions.includes("blocks/accepted")),
    );
    await sandbox.control("block");
    await untilShown(seen, 2);
    query.dispose();
  });

  it("ends when its operation is gone, and with its connection", async () => {
    let text: string | undefined = "first";
    const { seen } = await live(() => Promise.resolve(text));
    text = undefined;
    await sandbox.control("block");
    await eventually(
      "the end",
      () => seen.ended,
      (ended) => ended.length === 1,
    );
    assert.match(seen.ended[0]!, /not in the document any more/);
    const other = await live(() => Promise.resolve("more"));
    connection.dispose();
    await eventually(
      "the end of the connection",
      () => other.seen.ended,
      (ended) => ended.length === 1,
    );
  });

  it("is silent once it is disposed", async () => {
    const { query, seen } = await live();
    query.dispose();
    await sandbox.control("block");
    const node = await connection.node();
    await node.graphql.query({ query: tip });
    assert.deepEqual([seen.shown.length, seen.ended], [1, []]);
  });
});

interface State {
  height: number;
  sessions: { id: string; subscriptions: string[] }[];
}
