import assert from "node:assert/strict";
import { NodeConnection } from "../../../../src/client/nodeConnection";
import { archiveText, nextPage, type ArchivePages } from "../../../../src/features/routes/model/archivePages";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { limits } from "../../../../src/wire/limits";
import type { Json } from "../../../../src/wire/json/exactJson";
import { FaultServer } from "../../../support/faultServer";
import { nodeFailure } from "../../../support/nodeFailure";
import { RecordedNode } from "../../../support/recordedNode";
import { connectTo } from "../../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

const events = { of: "contract", contractId: contractIds.stake } as const;

describe("the archive of a node", () => {
  let sandbox: Sandbox;
  let node: NodeConnection;
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, roles: ["archive"] });
    await sandbox.control("block", { count: 70 });
    node = connectTo(sandbox);
  });
  after(async () => {
    await node.dispose();
    await sandbox.stop();
  });

  it("gives the final events of a contract page by page, each once and decoded, until there are no more", async () => {
    const first = await nextPage(node, events);
    assert.equal(first.items.length, 50);
    assert.equal(typeof first.next, "string");
    let pages: ArchivePages = first;
    for (let page = 0; pages.next !== undefined && page < 20; page++) pages = await nextPage(node, events, pages);
    assert.equal(pages.next, undefined);
    const ids = pages.items.map((each) => (each as { id: number }).id);
    assert.ok(ids.length > 50 && new Set(ids).size === ids.length);
    const { text, links } = archiveText(events, first, "Local");
    assert.match(text, /\nfound: 50 events, and more\nevents:\n {2}- block: \d+\n {4}block_hash: [0-9a-f]{64}\n/);
    assert.match(text, /\n {4}decoded:/);
    assert.deepEqual([...new Set(links.map(({ to }) => to))].sort(), ["block", "contract", "transaction"]);
  });

  it("gives the history of an account in pages by number", async () => {
    const block = `{ transactions(last: 100) { tx { json } } }`;
    const { text } = await node.graphql.query({ query: block });
    const key = /sender\\?":\s?\\?"([1-9A-HJ-NP-Za-km-z]{90,})/.exec(text)?.[1] ?? assert.fail(text.slice(0, 500));
    for (const side of ["all", "sender"] as const) {
      const question = { of: "account", key, side } as const;
      const pages = await nextPage(node, question);
      assert.ok(pages.items.length > 0);
      const shown = archiveText(question, pages, "Local");
      assert.match(shown.text, /events:\n {6}- topic: \w+\n/);
      assert.ok(shown.links.some((link) => link.to === "account" && link.text === key));
      assert.equal(pages.next, pages.items.length === 50 ? 2 : undefined);
    }
  });

  it("finds nothing where there is nothing", async () => {
    const question = { of: "memo", memo: "no one wrote this" } as const;
    const pages = await nextPage(node, question);
    assert.match(archiveText(question, pages, "Local").text, /found: 0 transactions\ntransactions: \[\]\n$/);
  });

  it("of a deployed node is read as it sends it, with amounts in coins and memos as text", async () => {
    const recorded = await RecordedNode.start();
    const connection = new NodeConnection({ endpoint: recorded.endpoint });
    const question = { of: "memo", memo: "hello real memo" } as const;
    const { text } = archiveText(question, await nextPage(connection, question), "Old");
    assert.match(text, /- block: 253\n {4}transaction: 41acd0fa[0-9a-f]+\n {4}events:\n {6}- topic: moonlight\n/);
    assert.match(text, /memo: hello real memo\n/);
    assert.match(text, /value: [^\n]*905/);
    await connection.dispose();
    await recorded.stop();
  });
});

describe("an archive that answers otherwise", () => {
  let server: FaultServer;
  let connection: NodeConnection;
  let json: Json;
  let asked: string[];
  before(async () => {
    server = await FaultServer.start((request, reply) => {
      asked.push(request.path);
      const data = { finalizedEvents: json, transactionsByMemo: json, moonlightHistory: json };
      reply.answer(200, { "content-type": "application/json" }, JSON.stringify({ data }));
    });
    connection = connectTo({ url: server.url });
  });
  beforeEach(() => (asked = []));
  after(async () => {
    await connection.dispose();
    await server.stop();
  });

  it("is not asked without end by a cursor that leads nowhere, which is said", async () => {
    json = { json: { events: [{ id: 1 }], hasNextPage: true, endCursor: "x" } };
    const first = await nextPage(connection, events);
    assert.equal(first.next, "x");
    const second = await nextPage(connection, events, first);
    assert.deepEqual([second.next, second.items.length], [undefined, 2]);
    assert.match(archiveText(events, second, "Local").text, /and the node says that there is more, and not where/);
  });

  it("has no more shown than is shown of any list, and the rest is counted", async () => {
    json = { json: Array.from({ length: limits.listed.rows + 3 }, (_, at) => ({ origin: String(at) })) };
    const question = { of: "memo", memo: "a" } as const;
    const pages = await nextPage(connection, question);
    assert.equal(pages.items.length, limits.listed.rows);
    assert.match(archiveText(question, pages, "Local").text, /and 3 more are not shown/);
  });

  it("is not asked for the decoding of each of thousands of events that it sends for a page", async () => {
    json = { json: { events: Array.from({ length: 500 }, () => ({ topic: "a", data: "00" })), hasNextPage: false } };
    const { items } = await nextPage(connection, events);
    assert.equal(items.length, 500);
    assert.equal(asked.length, 51);
  });

  for (const odd of ["words", 5, [null, "a", 5, [1], { events: "b" }, { events: [null, {}] }], { json: "[{}]" }, null])
    it(`is shown as it is: ${JSON.stringify(odd).slice(0, 60)}`, async () => {
      json = odd;
      const question = { of: "memo", memo: "\u202e" } as const;
      const { text } = archiveText(question, await nextPage(connection, question), "Local");
      assert.match(text, /\nfound: \d transactions?\n/);
      assert.doesNotMatch(text, /\u202e/);
    });

  it("refuses in its own words", async () => {
    const refusing = await FaultServer.start((_, reply) => {
      const errors = [{ message: "Invalid cursor" }];
      reply.answer(200, { "content-type": "application/json" }, JSON.stringify({ data: null, errors }));
    });
    const other = connectTo({ url: refusing.url });
    assert.match((await nodeFailure(nextPage(other, events), "refused")).message, /^Invalid cursor/);
    await other.dispose();
    await refusing.stop();
  });
});
