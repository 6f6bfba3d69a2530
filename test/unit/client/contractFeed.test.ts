import assert from "node:assert/strict";
import { ContractClient } from "../../../src/client/routes/contractClient";
import type { FeedChunk } from "../../../src/client/routes/contractFeed";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import type { NodeError } from "../../../src/client/failures/nodeError";
import { Transport } from "../../../src/client/http/transport";
import { failedOutcome } from "../../../src/features/contractPanel/model/runCall";
import { stakeContractId, transferContractId } from "../../../src/wire/ids";
import { recordedPrefix, RecordedNode } from "../../support/recordedNode";
import { connectTo } from "../../support/sharedSandbox";
import { limits } from "../../../src/wire/limits";
import { FaultServer } from "../../support/faultServer";

const contract = "ab".repeat(32);
const json = { "content-type": "application/json" };

describe("streamed contract output", () => {
  let server: FaultServer;
  let transport: Transport;

  before(async () => {
    server = await FaultServer.start(() => undefined);
    transport = new Transport({ endpoint: server.endpoint(), timeoutMs: 3000 });
  });
  after(async () => {
    await transport.dispose();
    await server.stop();
  });

  /** Serves the chunks of a body, with or without an end, and reads them as a feed. */
  async function feedOf(chunks: (string | Uint8Array)[], headers: Record<string, string> = json, end = true) {
    server.handle = async (_, reply) => {
      for (const chunk of chunks) await reply.chunk(chunk, headers);
      if (end) await reply.chunk(undefined, headers);
      else reply.close();
    };
    return readFeed(new ContractClient(transport).feed(contract, "entries", { json: "null" }));
  }

  it("comes out item by item however the characters are cut", async () => {
    const text = '[{"name":"云主机","n":9007199254740993}, {"name":"🦀","n":0}]';
    for (const size of [1, 2, 3, 1000]) {
      const { chunks, failure } = await feedOf(cut(Buffer.from(text), size));
      assert.equal(failure, undefined);
      assert.deepEqual(
        chunks.map((chunk) => chunk.kind === "json" && chunk.value),
        [
          { name: "云主机", n: 9007199254740993n },
          { name: "🦀", n: 0 },
        ],
      );
    }
  });

  const early: [what: string, chunks: string[], end: boolean][] = [
    ["after a comma", ['[{"owner":"aa","value":"9007199254740993"},', '{"owner":"bb"},'], true],
    ["within an item", ["[1,2", ',{"a":'], true],
    ["when the connection breaks", ["[1,", "2,"], false],
    ["at an item that is no JSON", ["[1,2,oops,4]"], true],
  ];
  for (const [what, texts, end] of early) {
    it(`gives the items before an end ${what}, and says that the node stopped`, async () => {
      const { chunks, failure } = await feedOf(texts, json, end);
      assert.equal(chunks.length, 2);
      assert.equal(failure?.reason, "malformed-response");
      assert.match(failure?.message ?? "", /The node stopped after 2 items/);
    });
  }

  it("tells an empty list from an empty answer", async () => {
    assert.deepEqual(await feedOf(["[ ]"]), { chunks: [], failure: undefined });
    assert.match((await feedOf([""])).failure?.message ?? "", /stopped after 0 items/);
  });

  it("gives a value that is no list as the one output", async () => {
    for (const [chunks, value] of [
      [["  ", '{"a":', "[1]}"], { a: [1] }],
      [["18446744073709551615"], 18446744073709551615n],
      [["", '"[', '1]"'], "[1]"],
    ] as const) {
      const { chunks: found, failure } = await feedOf([...chunks]);
      assert.equal(failure, undefined);
      assert.deepEqual(
        found.map((chunk) => chunk.kind === "json" && chunk.value),
        [value],
      );
    }
  });

  for (const [what, beginning, filling] of [
    ["blanks before the list", "", " "],
    ["a value that is no list", '{"a":"', "x"],
    ["an item of the list", '[1,"', "x"],
    ["blanks in the list", "[", " "],
  ] as const) {
    it(`ends where ${what} would never end`, async () => {
      const chunk = filling.repeat(1024 * 1024);
      const most = limits.streamedItemCharacters / chunk.length;
      const { failure } = await feedOf([beginning, ...Array<string>(most + 2).fill(chunk)]);
      assert.equal(failure?.reason, "too-large");
      assert.match(failure.message, /^Item \d of .* is longer than \d+ characters/);
    });
  }

  it("ends at a place without an item, with the items before it", async () => {
    const { chunks, failure } = await feedOf(["[1,", ",2]"]);
    assert.equal(chunks.length, 1);
    assert.equal(failure?.reason, "malformed-response");
    assert.match(failure.message, /after 1 item, .*\(a place in the list is empty\)/);
  });

  it("joins hex without a content type into bytes, wherever it is cut, and cuts it into no items", async () => {
    const hex = "0700000000000000ffffffffffffff1fcafef00d";
    for (const size of [1, 3, 7]) {
      const { chunks, failure } = await feedOf(cut(Buffer.from(hex), size), {});
      assert.equal(failure, undefined);
      const bytes = chunks.map((chunk) => (chunk.kind === "bytes" ? Buffer.from(chunk.bytes) : Buffer.alloc(0)));
      assert.equal(Buffer.concat(bytes).toString("hex"), hex);
    }
    assert.match((await feedOf(["abc"], {})).failure?.message ?? "", /half a byte/);
    assert.match((await feedOf(["no hex!!"], {})).failure?.message ?? "", /neither JSON nor hex/);
  });

  it("asks once for the feed that is missing, under the network's own header, and not again", async () => {
    const other = new Transport({ endpoint: server.endpoint("", "Rusk") });
    const before = server.requests.length;
    server.handle = (_, reply) => reply.answer(500, {}, "VM error: Missing feed");
    const { failure } = await readFeed(new ContractClient(other).feed(contract, "entries", { json: "null" }));
    assert.equal(failure?.reason, "missing-feed");
    assert.match(failure?.message ?? "", /Missing feed/);
    const asked = server.requests.slice(before).map(({ headers }) => headers["rusk-feeder"]);
    assert.deepEqual(asked, [undefined, "true"]);
    await other.dispose();
  });

  it("is recommended when a plain call misses the feed", async () => {
    server.handle = (_, reply) => reply.answer(500, {}, "VM error: Missing feed");
    await assert.rejects(new ContractClient(transport).call(contract, "entries", { json: "null" }), {
      remedy: /as a stream/,
    });
  });
});

describe("streamed contract output of a node of version 1.4.5", () => {
  let recorded: RecordedNode;
  let node: NodeConnection;
  before(async () => {
    recorded = await RecordedNode.start();
    node = connectTo(recorded, {}, recordedPrefix);
  });
  after(async () => {
    await node.dispose();
    await recorded.stop();
  });

  it("that no driver decodes is a bracket and no more: the node stopped after no item, and bytes are advised", async () => {
    const feed = node.contracts.feed(transferContractId, "leaves_from_height", { json: "0" });
    const { chunks, failure } = await readFeed(feed);
    assert.deepEqual(chunks, []);
    assert.equal(failure?.message, "The node stopped after 0 items, in the middle of its answer.");
    assert.match(failure?.remedy ?? "", /no driver decodes: as bytes/);
    assert.equal(failedOutcome(failure).wantsBytes, true);
    const raw = await readFeed(node.contracts.feed(transferContractId, "leaves_from_height", { hex: "00".repeat(8) }));
    assert.equal(raw.failure, undefined);
    assert.ok(raw.chunks.every(({ kind }) => kind === "bytes") && raw.chunks.length > 0);
  });

  it("comes item by item where the driver decodes it", async () => {
    const balances = node.contracts.feed(transferContractId, "sync_contract_balances", { json: '["0","10"]' });
    const { chunks, failure } = await readFeed(balances);
    assert.equal(failure, undefined);
    assert.deepEqual(
      chunks.map((chunk) => chunk.kind === "json" && chunk.value),
      [[stakeContractId, "100000000000000"]],
    );
  });
});

async function readFeed(feed: AsyncIterable<FeedChunk>) {
  const chunks: FeedChunk[] = [];
  try {
    for await (const chunk of feed) chunks.push(chunk);
  } catch (failure) {
    return { chunks, failure: failure as NodeError };
  }
  return { chunks, failure: undefined };
}

function cut(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
}
