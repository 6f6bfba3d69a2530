import assert from "node:assert/strict";
import { GraphqlClient } from "../../../src/client/routes/graphqlClient";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { Transport } from "../../../src/client/http/transport";
import type { Json } from "../../../src/wire/json/exactJson";
import { FaultServer, type ReceivedRequest, type Reply } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

const blockByHeight = "query Block($h: Float!) { block(height: $h) { header { height hash } } }";

describe("GraphQL client", () => {
  let sandbox: Sandbox;
  let connection: NodeConnection;
  let graphql: GraphqlClient;

  before(async () => {
    sandbox = await sharedSandbox();
    connection = connectTo(sandbox);
    graphql = connection.graphql;
  });
  after(() => connection.dispose());

  it("§4.1 POST /graphql: runs the named operation with its variables", async () => {
    const query = `${blockByHeight} query Other { lastBlockPair { json } }`;
    const result = await graphql.query({ query, variables: { h: 2 }, operationName: "Block" });
    assert.deepEqual(result.errors, []);
    assert.equal((result.data as { block: { header: { height: number } } }).block.header.height, 2);
    assert.equal(result.status, 200);
    assert.equal(result.nodeVersion, "1.6.0");
    assert.equal(result.route, "POST /graphql");
    assert.ok(result.durationMs > 0);
  });

  it("§4.1 POST /graphql: gives errors with their places", async () => {
    const result = await graphql.query({ query: "{\n  nope\n}" });
    assert.equal(result.errors.length, 1);
    assert.match(result.errors[0]?.message ?? "", /nope/);
    assert.deepEqual(result.errors[0]?.locations, [{ line: 2, column: 3 }]);
  });

  it("§4.1 POST /on/graphql/query: gives the same result for the same query, variables in headers", async () => {
    const wanted = await graphql.query({ query: blockByHeight, variables: { h: 3 } });
    const legacy = await graphql.queryLegacy(blockByHeight, { h: 3 });
    assert.deepEqual(legacy.data, wanted.data);
    assert.equal(legacy.route, "POST /on/graphql/query");
    assert.equal(legacy.nodeVersion, "1.6.0");
  });

  it("§4.1 POST /on/graphql/query: gives errors in the same shape, although the status is 500", async () => {
    const result = await graphql.queryLegacy("{\n  nope\n}");
    assert.equal(result.status, 500);
    assert.match(result.errors[0]?.message ?? "", /nope/);
    assert.equal(result.data, undefined);
  });

  it("§4.1 POST /on/graphql/query: an empty body gives the schema", async () => {
    const { sdl, deprecation } = await graphql.schemaSdl();
    assert.match(sdl, /type Query/);
    assert.match(deprecation?.note ?? "", /deprecated/i);
  });

  it("§9 POST /on/graphql/query: is announced as deprecated", async () => {
    const { meta } = await graphql.queryLegacy("{ lastBlockPair { json } }");
    assert.match(meta.deprecation?.note ?? "", /deprecated/i);
  });

  for (const query of ["", " \n\t\r\n", "# todo\n", "\ufeff", "\ufeff # a\n,,,\n#b"]) {
    it(`refuses to run ${JSON.stringify(query)}, which has no operation`, async () => {
      for (const run of [graphql.query({ query }), graphql.queryLegacy(query)]) {
        assert.match((await nodeFailure(run, "invalid-input")).message, /no operation/);
      }
    });
  }

  it("pages through the history of a contract with the cursor, without repeats or gaps", async () => {
    const { contracts } = (await sandbox.control("state")) as { contracts: { Counter: string } };
    const query = `query Page($id: String!, $c: String) { finalizedEvents(contractId: $id, cursor: $c) { json } }`;
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const { data, errors } = await graphql.query({ query, variables: { id: contracts.Counter, c: cursor } });
      assert.deepEqual(errors, []);
      type Page = { events: { id: number }[]; endCursor: string | null };
      const page: Page = (data as { finalizedEvents: { json: Page } }).finalizedEvents.json;
      assert.ok(page.events.length <= 50);
      seen.push(...page.events.map((event) => event.id));
      cursor = page.endCursor;
    } while (cursor !== null);
    assert.ok(seen.length > 100);
    assert.equal(new Set(seen).size, seen.length);
  });

  it("gives the node's words when a query asks for more blocks than it allows, and not for the most it allows", async () => {
    for (const query of ["{ transactions(last: 201) { id } }", "{ blocks(last: 999) { reward } }"]) {
      const { errors } = await graphql.query({ query });
      assert.match(errors[0]?.message ?? "", /200|limit|range/i, query);
    }
    assert.deepEqual((await graphql.query({ query: "{ blocks(last: 200) { reward } }" })).errors, []);
  });

  it("turns to the legacy route on a node without /graphql, and stays there", async () => {
    const old = await startSandbox({ blockMs: 0, args: ["--legacy-graphql-only"] });
    const node = connectTo(old);
    try {
      for (const h of [1, 2]) {
        const result = await node.graphql.query({ query: blockByHeight, variables: { h } });
        assert.equal((result.data as { block: { header: { height: number } } }).block.header.height, h);
        assert.equal(result.route, "POST /on/graphql/query");
      }
      const { requests } = (await old.control("state")) as { requests: Record<string, number> };
      assert.equal(requests["/graphql"] ?? 1, 1);
    } finally {
      await node.dispose();
      await old.stop();
    }
  });
});

describe("GraphQL client, on odd nodes", () => {
  let server: FaultServer;
  let transport: Transport;
  let graphql: GraphqlClient;

  beforeEach(async () => {
    server = await FaultServer.start(() => undefined);
    transport = new Transport({ endpoint: server.endpoint("", "Rusk") });
    graphql = new GraphqlClient(transport);
  });
  afterEach(async () => {
    await transport.dispose();
    await server.stop();
  });

  const json = { "content-type": "application/json" };
  const missing: [what: string, answer: (reply: Reply) => void][] = [
    ["404", (reply) => reply.answer(404, {}, "Not found")],
    ["405", (reply) => reply.answer(405)],
    ["501", (reply) => reply.answer(501, {}, "Unsupported operation")],
    ["500 Unsupported path", (reply) => reply.answer(500, {}, "Unsupported path")],
    ["a web page", (reply) => reply.answer(200, { "content-type": "text/html" }, "<html></html>")],
  ];
  for (const [what, answer] of missing) {
    it(`takes ${what} for a missing /graphql`, async () => {
      server.handle = ({ path }, reply) => (path === "/graphql" ? answer(reply) : reply.answer(200, {}, '{"a":1}'));
      const result = await graphql.query({ query: "query($n: Int, $s: String) { a }", variables: { n: 7, s: "007" } });
      assert.deepEqual(result.data, { a: 1 });
      const legacy = server.requests.at(-1) as ReceivedRequest;
      assert.equal(legacy.headers["rusk-gqlvar-n"], "7");
      assert.equal(legacy.headers["rusk-gqlvar-s"], '"007"');
      assert.equal(legacy.body.toString(), "query($n: Int, $s: String) { a }");
    });
  }

  it("sends the form that is meant for the legacy route there, and only there", async () => {
    const request = {
      query: "query($fromBlock: Int) { a }",
      variables: { fromBlock: 7 },
      legacyForm: { query: "query($fromblock: Int) { a }", variables: { fromblock: 7 } },
    };
    server.handle = (_, reply) => reply.answer(200, json, '{"data":{"a":1}}');
    await graphql.query(request);
    assert.match(server.requests.at(-1)?.body.toString() ?? "", /"fromBlock":7/);
    server.handle = ({ path }, reply) => (path === "/graphql" ? reply.answer(404) : reply.answer(200, {}, '{"a":1}'));
    await graphql.query(request);
    const legacy = server.requests.at(-1) as ReceivedRequest;
    assert.equal(legacy.headers["rusk-gqlvar-fromblock"], "7");
    assert.equal(legacy.body.toString(), request.legacyForm.query);
  });

  const page = (status: number) => (reply: Reply) =>
    reply.answer(status, { "content-type": "text/html" }, `<html><body>${status}</body></html>`);
  const passing: [what: string, answer: (reply: Reply) => void, first: "fails" | "is answered"][] = [
    ["a gateway's 502", page(502), "fails"],
    ["a gateway's 404", page(404), "is answered"],
    ["a page in place of an answer", page(200), "is answered"],
    ["a 404 without the node's version", (reply) => reply.answer(404, {}, "no such page"), "is answered"],
  ];
  for (const [what, answer, first] of passing) {
    it(`uses /graphql again after ${what}`, async () => {
      let failures = 1;
      server.handle = ({ path }, reply) => {
        if (path !== "/graphql") reply.answer(200, { "rusk-version": "1.6.0" }, '{"ok":1}');
        else if (failures-- > 0) answer(reply);
        else reply.answer(200, { ...json, "rusk-version": "1.6.0" }, '{"data":{"ok":1}}');
      };
      const once = graphql.query({ query: "{ ok }" });
      if (first === "fails") await assert.rejects(once);
      else assert.deepEqual((await once).data, { ok: 1 });
      const query = "query($fromBlock: Int) { ok }";
      for (const variables of [{}, { fromBlock: 5 }]) {
        assert.equal((await graphql.query({ query, variables })).route, "POST /graphql");
      }
    });
  }

  it("blames the page rather than a variable that only a legacy node could not carry", async () => {
    server.handle = (_, reply) => page(404)(reply);
    const query = "query($fromBlock: Int) { ok }";
    await nodeFailure(graphql.query({ query, variables: { fromBlock: 5 } }), "not-a-node");
  });

  const own: [status: number, text: string][] = [
    [404, "Not found"],
    [405, ""],
    [501, "Unsupported operation"],
  ];
  for (const [status, words] of own) {
    it(`keeps to the legacy route after the node's own ${status}, and asks again after a while and in a new session`, async () => {
      let now = 0;
      graphql = new GraphqlClient(transport, () => now);
      const headers = { "rusk-version": "1.6.0" };
      server.handle = ({ path }, reply) =>
        path === "/graphql" ? reply.answer(status, headers, words) : reply.answer(200, headers, '{"a":1}');
      const asked = async () => {
        const before = server.requests.length;
        await graphql.query({ query: "{ a }" });
        return server.requests.slice(before).map(({ path }) => path);
      };
      const both = ["/graphql", "/on/graphql/query"];
      assert.deepEqual([await asked(), await asked()], [both, ["/on/graphql/query"]]);
      now += 60 * 60_000;
      assert.deepEqual([await asked(), await asked()], [both, ["/on/graphql/query"]]);
      graphql.askAgain();
      assert.deepEqual(await asked(), both);
    });
  }

  it("tries /graphql again when the node has another version", async () => {
    let version = "1.0.0";
    server.handle = ({ path }, reply) => {
      const headers = { ...json, "rusk-version": version };
      if (path !== "/graphql") reply.answer(200, headers, '{"a":1}');
      else if (version === "1.0.0") reply.answer(404, headers);
      else reply.answer(200, headers, '{"data":{"a":2}}');
    };
    const run = async () => (await graphql.query({ query: "{ a }" })).route;
    assert.deepEqual([await run(), await run()], ["POST /on/graphql/query", "POST /on/graphql/query"]);
    version = "1.6.0";
    assert.equal(await run(), "POST /on/graphql/query");
    assert.equal(await run(), "POST /graphql");
  });

  it("says what is at the address when both routes answer with a web page", async () => {
    server.handle = (_, reply) => reply.answer(404, { "content-type": "text/html" }, "<html></html>");
    const failure = await nodeFailure(graphql.query({ query: "{ a }" }), "not-a-node");
    assert.match(failure.message, new RegExp(`^A web page \\(status 404\\) is at ${server.url}`));
  });

  it("does not turn to the legacy route when /graphql fails in any other way", async () => {
    server.handle = (_, reply) => reply.answer(500, {}, "database error: closed");
    await nodeFailure(graphql.query({ query: "{ a }" }), "node-fault");
    assert.equal(server.requests.length, 1);
  });

  it("keeps the text of a result as the node sent it, in one form for both routes", async () => {
    const data = '{"9":1.0,"1":[1E5]}';
    server.handle = ({ path }, reply) => reply.answer(200, json, path === "/graphql" ? `{"data":${data}}` : data);
    assert.equal((await graphql.query({ query: "{ a }" })).text, `{"data":${data}}`);
    assert.equal((await graphql.queryLegacy("{ a }")).text, `{"data":${data}}`);
    server.handle = (_, reply) => reply.answer(500, json, 'GraphQL: [{"message":"no","n":1.0}]');
    assert.equal((await graphql.queryLegacy("{ a }")).text, '{"errors":[{"message":"no","n":1.0}]}');
  });

  it("reads the errors of an answer whatever its status", async () => {
    const body =
      '{"errors":["odd",{"message":"bad","path":["a",0],"locations":[{"line":1,"column":2},{}],"extensions":{"n":1}}]}';
    server.handle = (_, reply) => reply.answer(400, json, body);
    const { errors, status } = await graphql.query({ query: "{ a }" });
    assert.equal(status, 400);
    assert.deepEqual(errors, [
      { message: '"odd"', locations: [], path: [] },
      { message: "bad", locations: [{ line: 1, column: 2 }], path: ["a", 0], extensions: { n: 1 } },
    ]);
  });

  it("keeps what it does not know of a result and of its errors", async () => {
    const body =
      '{"data":{"ok":1},"errors":[{"message":"m","path":[36893488147419103232],"hint":"h"}],"extensions":{"cost":36893488147419103232}}';
    server.handle = (_, reply) => reply.answer(200, json, body);
    const { errors, text } = await graphql.query({ query: "{ ok }" });
    assert.equal(text, body);
    assert.deepEqual(errors[0]?.path, [2n ** 65n]);
  });

  it("takes an object without an envelope for the data, and nothing else", async () => {
    server.handle = (_, reply) => reply.answer(200, json, '{"block":{"height":7}}');
    const { data, text } = await graphql.query({ query: "{ block { height } }" });
    assert.deepEqual(data, { block: { height: 7 } });
    assert.equal(text, '{"data":{"block":{"height":7}}}');
    for (const body of ['[{"height":7}]', "7", "null"]) {
      server.handle = (_, reply) => reply.answer(200, json, body);
      await nodeFailure(graphql.query({ query: "{ block { height } }" }), "malformed-response");
    }
    server.handle = (_, reply) => reply.answer(500, json, '{"error":"database error: closed"}');
    await nodeFailure(graphql.query({ query: "{ block { height } }" }), "node-fault");
  });

  for (const [how, body] of [
    ["as it is", "type Query { a: Int }"],
    ["as a JSON text", '"type Query { a: Int }"'],
  ] as const) {
    it(`takes a schema sent as application/json ${how} for what it is`, async () => {
      server.handle = (_, reply) => reply.answer(200, json, body);
      assert.equal((await graphql.schemaSdl()).sdl, "type Query { a: Int }");
    });
  }

  it("keeps long integers exact both ways, sends no byte-order mark and exactly application/json", async () => {
    server.handle = (_, reply) => reply.answer(200, json, '{"data":{"v":18446744073709551615}}');
    const variables = { big: 9007199254740993n };
    const { data } = await graphql.query({ query: "\ufeffquery($big: Int) { v }", variables });
    assert.deepEqual(data, { v: 18446744073709551615n });
    const [request] = server.requests;
    assert.equal(request?.body.toString(), '{"query":"query($big: Int) { v }","variables":{"big":9007199254740993}}');
    assert.equal(request?.headers["content-type"], "application/json");
  });

  it("never reads a schema text that comes back instead of a result as one", async () => {
    server.handle = (_, reply) => reply.answer(200, {}, "type Query { a: Int }");
    const failure = await nodeFailure(graphql.query({ query: "{ a }" }), "malformed-response");
    assert.equal(failure.response, "type Query { a: Int }");
  });

  it("refuses a schema that is no text of one", async () => {
    for (const [headers, body] of [
      [json, '{"data":null}'],
      [{}, ""],
    ] as const) {
      server.handle = (_, reply) => reply.answer(200, headers, body);
      await nodeFailure(graphql.schemaSdl(), "malformed-response");
    }
  });

  const unsendable: [variables: { [name: string]: Json }, why: RegExp][] = [
    [{ fromBlock: 10 }, /\$fromBlock: its name has upper-case letters/],
    [{ t: "añadir" }, /\$t: .*not ASCII/],
    [{ t: "苗条，" }, /\$t: .*not ASCII/],
    [{ t: "a\r\nHost: evil" }, /\$t: its value holds a line break/],
    [{ "x: y\r\n": 1 }, /\$x: y\\r\\n: its name is not a GraphQL name/],
    [{ t: "x".repeat(9000) }, /\$t: its value is longer than 8192/],
  ];
  for (const [variables, why] of unsendable) {
    it(`refuses to put ${JSON.stringify(variables).slice(0, 40)} into a header`, async () => {
      const failure = await nodeFailure(graphql.queryLegacy("{ a }", variables), "invalid-input");
      assert.match(failure.message, why);
      assert.match(failure.remedy ?? "", /\/graphql/);
      assert.equal(server.requests.length, 0);
    });
  }
});
