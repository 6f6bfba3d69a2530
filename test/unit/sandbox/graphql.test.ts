import assert from "node:assert/strict";
import { buildSchema } from "graphql";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { ask, json } from "./plainNode";

interface Block {
  header: { height: number };
}

describe("Sandbox: GraphQL (§4.1, §2.10)", () => {
  let sandbox: Sandbox;
  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(() => sandbox.stop());

  const legacy = (query: string, headers = {}) => ask(sandbox.url, "/on/graphql/query", { body: query, headers });
  const post = (request: unknown) => ask(sandbox.url, "/graphql", { headers: json, body: JSON.stringify(request) });
  const data = async <T>(query: string, variables = {}): Promise<T> => {
    const { text } = await post({ query, variables });
    const { data: found, errors } = JSON.parse(text) as { data: T; errors?: { message: string }[] };
    if (errors) throw new Error(errors.map(({ message }) => message).join());
    return found;
  };

  it("answers the schema as SDL text to an empty or blank legacy query", async () => {
    for (const query of ["", " \n\n"]) {
      const { status, text, headers } = await legacy(query);
      assert.deepEqual([status, headers.get("content-type")], [200, null]);
      const fields = Object.keys(buildSchema(text).getQueryType()?.getFields() ?? {});
      for (const field of ["block", "mempoolTxs", "finalizedEvents", "moonlightHistory"])
        assert.ok(fields.includes(field));
    }
  });

  it("answers the bare data on the legacy route and an envelope on /graphql", async () => {
    const query = "{ block(height: 5) { header { height } } }";
    assert.equal((await legacy(query)).text, '{"block":{"header":{"height":5}}}');
    assert.equal((await post({ query })).text, '{"data":{"block":{"header":{"height":5}}}}');
  });

  it("answers the newest block for height -1", async () => {
    const { height } = (await sandbox.control("state")) as { height: number };
    const { block } = await data<{ block: Block }>("{ block(height: -1) { header { height } } }");
    assert.equal(block.header.height, height);
  });

  it("answers a mistake as 500 with a JSON array on the legacy route, as errors on /graphql", async () => {
    const { status, text } = await legacy("{ nope }");
    assert.equal(status, 500);
    const [error] = JSON.parse(text) as { message: string; locations: object[] }[];
    assert.deepEqual(error?.locations, [{ line: 1, column: 3 }]);
    const envelope = await post({ query: "{ nope }" });
    assert.equal(envelope.status, 200);
    assert.deepEqual((JSON.parse(envelope.text) as { errors: object[] }).errors, [error]);
  });

  it("takes legacy variables from headers, as JSON first and as text only when that fails", async () => {
    const tx = "query($hash: String!) { tx(hash: $hash) { id } }";
    const { transactions } = await data<{ transactions: { id: string }[] }>("{ transactions(last: 1) { id } }");
    const id = transactions[0]?.id;
    assert.equal((await legacy(tx, { "node-gqlvar-hash": JSON.stringify(id) })).text, `{"tx":{"id":"${id}"}}`);
    const digits = "1".repeat(64);
    assert.equal((await legacy(tx, { "node-gqlvar-hash": digits })).status, 500);
    const quoted = await legacy(tx, { "node-gqlvar-hash": `"${digits}"` });
    assert.equal(quoted.text, '{"tx":null}');
  });

  it("never binds a legacy variable whose name has capitals", async () => {
    const query = "query($blockHeight: Float) { block(height: $blockHeight) { reward } }";
    assert.equal((await legacy(query, { "node-gqlvar-blockHeight": "5" })).status, 500);
  });

  it("takes an array of requests and a GET with ?query=", async () => {
    const query = "{ block(height: 1) { header { height } } }";
    const one = '{"data":{"block":{"header":{"height":1}}}}';
    assert.equal((await post([{ query }, { query }])).text, `[${one},${one}]`);
    assert.equal((await ask(sandbox.url, `/graphql?query=${encodeURIComponent(query)}`, { method: "GET" })).text, one);
  });

  it("runs the named operation", async () => {
    const query = "query A { block(height: 1) { reward } } query B { block(height: 2) { header { height } } }";
    const { text } = await post({ query, operationName: "B" });
    assert.equal(text, '{"data":{"block":{"header":{"height":2}}}}');
  });

  it("refuses a request that is no GraphQL request, in the shape of an answer", async () => {
    for (const body of ["{", "{ block { reward } }", "5", '{"query":"{ x }","variables":[1]}']) {
      const { status, text, headers } = await ask(sandbox.url, "/graphql", { headers: json, body });
      assert.deepEqual([status, headers.get("content-type")], [400, "application/json"]);
      assert.match(text, /^\{"data":null,"errors":\[\{"message":"Invalid request: /);
    }
    const put = await ask(sandbox.url, "/graphql", { method: "PUT" });
    assert.deepEqual([put.status, put.headers.get("allow")], [405, "GET, POST"]);
  });

  it("takes a missing query and an empty batch for an empty query, and any content type", async () => {
    for (const asked of [{}, [], { query: "" }]) {
      const { status, text } = await post(asked);
      assert.equal(status, 200);
      assert.match(text, /^\{"data":null,"errors":\[\{"message":"Syntax Error/);
    }
    const { text } = await ask(sandbox.url, "/graphql/", { body: '{"query":"{ __typename }"}' });
    assert.equal(text, '{"data":{"__typename":"Query"}}');
  });

  it("answers no data at all when one field has failed", async () => {
    const query = '{ fine: block(height: 1) { reward } wrong: tx(hash: "zz") { id } }';
    const { text } = await post({ query });
    const message = "Invalid character 'z' at position 0";
    assert.equal(
      text,
      `{"data":null,"errors":[{"message":"${message}","locations":[{"line":1,"column":37}],"path":["wrong"]}]}`,
    );
  });

  const limits: [field: string, text: RegExp][] = [
    ["transactions(last: 201) { id }", /^count too large \(max 200\)$/],
    ["blocks(last: 1000) { reward }", /^count too large \(max 200\)$/],
    ["blocks(last: 0) { reward }", /^count must be positive$/],
    ["blocks(range: [0, 200]) { reward }", /^range too large \(max 200 blocks\)$/],
    ["blocks { reward }", /^$/],
    ["blocks(last: 1, range: [0, 1]) { reward }", /^$/],
    ["block { reward }", /^Specify heigth or hash$/],
    ["blocks(last: 100) { reward } transactions(last: 101) { id }", /^Query limit exceeded: \d+ of at most 200$/],
    [
      Array.from({ length: 201 }, (_, height) => `b${height}: block(height: ${height}) { reward }`).join(" "),
      /^Query limit exceeded: \d+ of at most 200$/,
    ],
  ];
  for (const [field, message] of limits) {
    it(`refuses ${field.slice(0, 60)} in a node's words`, async () => {
      await assert.rejects(data(`{ ${field} }`), { message });
    });
  }

  it("answers the last blocks newest first, each with its status and a number", async () => {
    type Blocks = { blocks: (Block & { status: object })[] };
    const { blocks } = await data<Blocks>("{ blocks(last: 5) { header { height } status } }");
    assert.deepEqual(
      blocks.map(({ header, status }) => [header.height, Object.keys(status).join()]),
      [
        [239, "Attested"],
        [238, "Confirmed"],
        [237, "Confirmed"],
        [236, "Final"],
        [235, "Final"],
      ],
    );
    const { block } = await data<{ block: { header: object; status: object } }>(
      "{ block(height: 0) { header { timestamp generatorBlsPubkey } status } }",
    );
    assert.deepEqual(block, { header: { timestamp: 0, generatorBlsPubkey: "1".repeat(96) }, status: { Final: 0 } });
  });

  it("answers as many blocks as the limit, each by a name of its own, in every request", async () => {
    const query = Array.from({ length: 200 }, (_, height) => `b${height}: block(height: ${height}) { reward }`).join(
      " ",
    );
    for (let request = 0; request < 2; request++) {
      const blocks = await data<Record<string, object | null>>(`{ ${query} }`);
      assert.equal(Object.values(blocks).filter((block) => block !== null).length, 200);
    }
  });

  for (const type of ["Int", "Int!", "Float", "Float!"]) {
    it(`takes a block's height as a variable of type ${type}`, async () => {
      const query = `query Block($h: ${type}) { block(height: $h) { header { height } } }`;
      assert.equal((await data<{ block: Block }>(query, { h: 3 })).block.header.height, 3);
      assert.equal((await data<{ block: Block }>(query, { h: -1 })).block.header.height, 239);
    });
  }

  it("rounds a height with a fraction down, and refuses one that is no number", async () => {
    const { block } = await data<{ block: Block }>("{ block(height: 4.9) { header { height } } }");
    assert.equal(block.header.height, 4);
    await assert.rejects(data('{ block(height: "4") { reward } }'), /Int cannot represent/);
    const huge = await post({ query: "query($h: Int) { block(height: $h) { reward } }", variables: { h: 2 ** 60 } });
    assert.match(huge.text, /"block":null|cannot represent/);
  });

  it("publishes the height as the interface has it, or as deployed nodes do", async () => {
    assert.match((await legacy("")).text, /\bblock\(height: Int, hash: String\): Block/);
    const deployed = await startSandbox({ blockMs: 0, args: ["--history", "2", "--like", "1.4"] });
    try {
      const { text } = await ask(deployed.url, "/on/graphql/query");
      assert.match(text, /\bblock\(height: Float, hash: String\): Block/);
      const body = JSON.stringify({
        query: "query($h: Int) { block(height: $h) { header { height } } }",
        variables: { h: 1 },
      });
      assert.equal(
        (await ask(deployed.url, "/graphql", { headers: json, body })).text,
        '{"data":{"block":{"header":{"height":1}}}}',
      );
    } finally {
      await deployed.stop();
    }
  });

  it("answers a range with both ends", async () => {
    const { blocks } = await data<{ blocks: Block[] }>("{ blocks(range: [0, 199]) { header { height } } }");
    const heights = blocks.map(({ header }) => header.height);
    assert.deepEqual([heights.length, heights[0], heights.at(-1)], [200, 0, 199]);
  });

  it("takes and answers whole numbers beyond 32 and 53 bits", async () => {
    const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
    const variables = '{"from":5000000000,"to":18446744073709551615}';
    const sender = `sender: "${accounts[1]}"`;
    const query = `query($from: Int, $to: Int) { moonlightHistory(${sender}, fromBlock: $from, toBlock: $to) { json } }`;
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    assert.equal(
      (await ask(sandbox.url, "/graphql", { headers: json, body })).text,
      '{"data":{"moonlightHistory":null}}',
    );
    await data(`{ moonlightHistory(${sender}, fromBlock: 0, toBlock: 18446744073709551615) { json } }`);
    await sandbox.control("transaction", { gasPrice: 1, value: 1, propagate: true });
  });

  it("lists the mempool in descending gas-price order", async () => {
    const { mempoolTxs } = await data<{ mempoolTxs: { gasPrice: number }[] }>(
      "{ mempoolTxs { id txType gasPrice gasLimit } }",
    );
    const prices = mempoolTxs.map(({ gasPrice }) => gasPrice);
    assert.ok(prices.length > 1);
    assert.deepEqual(
      prices,
      [...prices].sort((a, b) => b - a),
    );
  });

  it("answers a changed schema after the control says so", async () => {
    await sandbox.control("schema", { sdl: "type Query { other: Int }" });
    assert.equal((await legacy("")).text, "type Query { other: Int }");
    assert.equal((await post({ query: "{ block(height: 1) { reward } }" })).text.includes("errors"), true);
    await sandbox.control("reset");
    assert.notEqual((await legacy("")).text, "type Query { other: Int }");
  });

  it("with --legacy-graphql-only has no /graphql", async () => {
    const older = await startSandbox({ blockMs: 0, args: ["--history", "0", "--legacy-graphql-only"] });
    try {
      assert.equal((await ask(older.url, "/graphql", { headers: json, body: '{"query":"{x}"}' })).status, 500);
      assert.equal((await ask(older.url, "/on/graphql/query")).status, 200);
    } finally {
      await older.stop();
    }
  });
});
