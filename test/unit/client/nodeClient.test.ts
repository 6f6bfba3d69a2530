import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { NodeClient } from "../../../src/client/routes/nodeClient";
import { NodeConnection } from "../../../src/client/nodeConnection";
import { oddWords } from "../../../src/wire/json/fields";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { RecordedNode } from "../../support/recordedNode";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";

describe("node client", () => {
  let connection: NodeConnection;
  let node: NodeClient;

  before(async () => {
    connection = connectTo(await sharedSandbox());
    node = connection.node;
  });
  after(() => connection.dispose());

  it("§4.2 POST /on/node/info: gives every field of the node, long integers exact", async () => {
    const info = await node.info();
    assert.equal(info["chain_id"], 250);
    assert.equal(info["version"], "1.6.0");
    assert.ok(Array.isArray(info["bootstrapping_nodes"]));
    assert.match(info["kadcast_address"] as string, /^[\d.]+:\d+$/);
    const { features } = info["vm_config"] as { features: { FILLER_FEATURE: bigint } };
    assert.equal(features.FILLER_FEATURE, 18446744073709551615n);
  });

  it("§9 version and version_build: are in the node info", async () => {
    const info = await node.info();
    assert.equal(info["version"], connection.transport.version);
    assert.equal(typeof info["version_build"], "string");
  });

  it("§4.2 POST /on/node/provisioners: gives amounts to the last digit, and the fields that are not named", async () => {
    const provisioners = await node.provisioners();
    assert.equal(provisioners[0]?.amount, 9007199254740993n);
    assert.equal(provisioners[0]?.reward, 9007199254740995n);
    assert.equal(provisioners[1]?.amount, 9223372036854775808n);
    assert.equal(typeof provisioners[0]?.eligibility, "bigint");
    assert.match(provisioners[0]?.key ?? "", /^[1-9A-HJ-NP-Za-km-z]+$/);
    assert.ok("owner" in (provisioners[0]?.whole as object));
    assert.ok(provisioners.every(({ odd }) => odd.length === 0));
  });

  it("§4.2 POST /on/node/crs: arrives as raw bytes with progress, its hash checked", async () => {
    const chunks: Uint8Array[] = [];
    const progress: [number, number | undefined][] = [];
    const crs = await node.crs({ write: (chunk) => void chunks.push(chunk) }, (...step) => progress.push(step));
    const whole = Buffer.concat(chunks);
    assert.equal(whole.length, 65536);
    const sha256 = createHash("sha256").update(whole).digest("hex");
    assert.deepEqual(crs, { bytes: 65536, sha256, checked: true, announced: sha256 });
    assert.equal(progress.at(-1)?.[0], 65536);
    assert.ok(progress.every(([, total]) => total === undefined || total === 65536));
  });

  it("waits for a slow sink, and stops reading when the sink fails", async () => {
    const full = new Error("disk full");
    await assert.rejects(node.crs({ write: () => Promise.reject(full) }), full);
    let writing = 0;
    const sink = {
      async write() {
        assert.equal(++writing, 1);
        await new Promise(setImmediate);
        writing--;
      },
    };
    assert.equal((await node.crs(sink)).bytes, 65536);
  });
});

describe("node client, on odd nodes", () => {
  let server: FaultServer;
  let transport: Transport;
  let answer: { headers: Record<string, string>; body: string };

  before(async () => {
    server = await FaultServer.start((_request, reply) => reply.answer(200, answer.headers, answer.body));
    transport = new Transport({ endpoint: server.endpoint() });
  });
  after(async () => {
    await transport.dispose();
    await server.stop();
  });

  it("refuses an answer with an integer of very many digits, and says how many", async () => {
    answer = { headers: { "content-type": "application/json" }, body: `{"chain_id":${"7".repeat(100_000)}}` };
    const failure = await nodeFailure(new NodeClient(transport).info(), "malformed-response");
    assert.match(failure.message, /^The answer cannot be read: An integer of 100000 digits;/);
    assert.ok(failure.response?.startsWith('{"chain_id":777'));
  });

  it("asks for the Common Reference String as bytes, and refuses one that does not match its hash", async () => {
    answer = { headers: { "crs-hash": "ab".repeat(32) }, body: "not it" };
    const failure = await nodeFailure(new NodeClient(transport).crs({ write: () => undefined }), "malformed-response");
    assert.match(failure.message, /6 bytes .* the node announced abab/);
    assert.match(failure.remedy ?? "", /Delete the file/);
    assert.equal(server.requests.at(-1)?.headers.accept, "application/octet-stream");
  });

  it("says that a deployed node has no Common Reference String, as one without the file answers", async () => {
    const node = await RecordedNode.start();
    const connection = new NodeConnection({ endpoint: node.endpoint });
    const failure = await nodeFailure(connection.node.crs({ write: () => undefined }), "node-fault");
    assert.match(failure.message, /^The node has no Common Reference String: its file is missing there/);
    await connection.dispose();
    await node.stop();
  });

  it("accepts a Common Reference String without a hash, and says that it is unchecked", async () => {
    answer = { headers: {}, body: "bytes" };
    assert.equal((await new NodeClient(transport).crs({ write: () => undefined })).checked, false);
  });

  it("tells the announced hash of a Common Reference String that is none to compare with", async () => {
    answer = { headers: { "crs-hash": " keccak:0xAB12 " }, body: "bytes" };
    const { checked, announced, bytes } = await new NodeClient(transport).crs({ write: () => undefined });
    assert.deepEqual([checked, announced, bytes], [false, "keccak:0xAB12", 5]);
  });

  it("reads of each provisioner what can be read, and tells of the rest what came", async () => {
    const list = `[{"key":"k","amount":"5","eligibility":1,"reward":2,"x":9007199254740993},
      {"amount":1.5,"eligibility":0,"reward":null,"key":"odd"}, 7, {"eligibility":0,"amount":3}]`;
    answer = { headers: { "content-type": "application/json" }, body: list };
    const [whole, odd, number, without] = await new NodeClient(transport).provisioners();
    assert.deepEqual([whole?.amount, whole?.odd, whole?.whole], [5n, [], { ...(whole?.whole as object), amount: "5" }]);
    assert.deepEqual([odd?.key, odd?.amount, odd?.eligibility, odd?.reward], ["odd", undefined, 0n, undefined]);
    assert.deepEqual(odd?.odd.map(oddWords), [
      "amount is 1.5, not a whole number",
      "reward is null, not a whole number",
    ]);
    assert.deepEqual([number?.whole, number?.odd.map(oddWords)], [7, ["it is 7, not an object"]]);
    assert.deepEqual([without?.amount, without?.odd.map(oddWords)], [3n, ["key is missing", "reward is missing"]]);
  });

  const malformed: [body: string, problem: RegExp][] = [
    ["{}", /no list of provisioners/],
    ["VM error\u001b[2J", /is not JSON: VM error\\x1b\[2J/],
    ["", /is not JSON: it is empty/],
  ];
  for (const [body, problem] of malformed) {
    it(`names what is wrong with provisioners ${JSON.stringify(body)}`, async () => {
      answer = { headers: { "content-type": "application/json" }, body };
      const failure = await nodeFailure(new NodeClient(transport).provisioners(), "malformed-response");
      assert.match(failure.message, problem);
      assert.equal(failure.response, body);
    });
  }
});
