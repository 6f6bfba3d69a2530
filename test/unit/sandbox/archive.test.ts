import assert from "node:assert/strict";
import { buildSchema } from "graphql";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { ask, json } from "./plainNode";

const { counter, stake, transfer } = contractIds;

describe("Sandbox: GraphQL of an archive node (§4.10)", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(() => sandbox.stop());

  const data = async <T>(query: string, variables = {}): Promise<T> => {
    const body = JSON.stringify({ query, variables });
    const { text } = await ask(sandbox.url, "/graphql", { headers: json, body });
    const { data: found, errors } = JSON.parse(text) as { data: T; errors?: { message: string }[] };
    if (errors) throw new Error(errors.map(({ message }) => message).join());
    return found;
  };

  it("offers archive queries on archive nodes only", async () => {
    const plain = await startSandbox({ blockMs: 0, roles: ["plain"], args: ["--history", "0"] });
    try {
      const { text } = await ask(plain.url, "/on/graphql/query");
      const fields = Object.keys(buildSchema(text).getQueryType()?.getFields() ?? {});
      assert.ok(fields.includes("blocks") && !fields.includes("finalizedEvents"));
    } finally {
      await plain.stop();
    }
  });

  it("pages finalized events by cursor: 50 by default, at most 200, without gaps or repeats", async () => {
    const query =
      "query($limit: Int, $cursor: String) { finalizedEvents(contractId: " +
      `"${counter}", limit: $limit, cursor: $cursor) { json } }`;
    type Event = { id: number; source: string; origin: string; topic: string };
    type Page = { events: Event[]; startCursor: string | null; endCursor: string | null; hasNextPage: boolean };
    const page = async (variables: object) =>
      (await data<{ finalizedEvents: { json: Page } }>(query, variables)).finalizedEvents.json;
    const first = await page({ cursor: null });
    const second = await page({ cursor: first.endCursor });
    const capped = await page({ limit: 1000 });
    assert.deepEqual([first.events.length, second.events.length, first.hasNextPage], [50, 50, true]);
    assert.ok(capped.events.length > 120 && capped.events.length <= 200);
    assert.deepEqual([...first.events, ...second.events], capped.events.slice(0, 100));
    assert.ok(capped.events.every(({ source }) => source === counter));
    assert.equal((await page({ limit: 0 })).events.length, 1);
    const beyond = await page({ cursor: capped.endCursor });
    assert.deepEqual(beyond, { endCursor: null, events: [], hasNextPage: false, startCursor: null });
    await assert.rejects(page({ cursor: "elsewhere" }), /^Error: Invalid cursor$/);
  });

  it("answers the Moonlight history of an address and the events of a block", async () => {
    type Spent = { id: string; blockHeight: number; tx: { txType: string; json: string } };
    const query = "{ transactions(last: 100) { id blockHeight tx { txType json } } }";
    const { transactions } = await data<{ transactions: Spent[] }>(query);
    const old = transactions.filter(({ tx }) => tx.txType === "Moonlight").at(-1);
    const { sender } = JSON.parse(old?.tx.json ?? "{}") as { sender: string };
    type Found = Record<"history" | "events", { json: { origin: string }[] }>;
    const { history, events } = await data<Found>(
      `{ history: fullMoonlightHistory(address: "${sender}") { json } ` +
        `events: contractEvents(height: ${old?.blockHeight}) { json } }`,
    );
    const group = history.json.find(({ origin }) => origin === old?.id);
    assert.deepEqual(Object.keys(group ?? {}), ["block_height", "events", "origin"]);
    const [reward, ...others] = events.json as { origin: string; source: string; topic: string }[];
    assert.deepEqual([reward?.source, reward?.topic], [stake, "reward"]);
    assert.ok(
      others.some(({ origin, source, topic }) => origin === old?.id && source === transfer && topic === "moonlight"),
    );
    await assert.rejects(data("{ moonlightHistory { json } }"), /^Error: No sender or receiver provided$/);
    await assert.rejects(
      data('{ fullMoonlightHistory(address: "abc") { json } }'),
      /^Error: Invalid public key length$/,
    );
  });

  it("finds transactions by the whole text of their memo", async () => {
    type Group = { events: { data: { memo: string }; target: string; topic: string }[] };
    const find = (memo: string) =>
      data<{ transactionsByMemo: { json: Group[] } | null }>(
        "query($memo: String!) { transactionsByMemo(memo: $memo) { json } }",
        { memo },
      );
    const memo = Buffer.from("memo 6").toString("hex");
    const [group] = (await find("memo 6")).transactionsByMemo?.json ?? [];
    assert.equal(group?.events.at(-1)?.data.memo, memo);
    for (const part of ["memo", memo]) assert.equal((await find(part)).transactionsByMemo, null);
  });
});
