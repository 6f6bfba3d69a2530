import assert from "node:assert/strict";
import { buildSchema, graphqlSync } from "graphql";
import { Connection } from "../../../../src/client/connection";
import { fetchSchema } from "../../../../src/features/graphqlEditing/model/fetchSchema";
import { FaultServer, type Reply } from "../../../support/faultServer";
import { nodeFailure } from "../../../support/nodeFailure";

const headers = { "node-version": "2.0.0" };
const json = { ...headers, "content-type": "application/json" };
const schema = buildSchema("type Query { height: Int }");

describe("the schema of a node", () => {
  let server: FaultServer;
  let connection: Connection;

  beforeEach(async () => {
    server = await FaultServer.start(() => undefined);
    const config = { name: "Local", url: server.url, timeoutMs: 3000, contracts: [], origin: "window" } as const;
    connection = new Connection(config);
  });
  afterEach(async () => {
    connection.dispose();
    await server.stop();
  });

  const answered = (legacy: (reply: Reply) => void, graphql: (reply: Reply, query: string) => void) => {
    server.handle = ({ path, body }, reply) => {
      if (path === "/on/graphql/query") return legacy(reply);
      graphql(reply, (JSON.parse(body.toString()) as { query: string }).query);
    };
  };
  const introspect = (reply: Reply, query: string) =>
    reply.answer(200, json, JSON.stringify(graphqlSync({ schema, source: query })));
  const gone = (reply: Reply) => reply.answer(404, headers, "Not found");

  it("is its own text while the legacy route gives that, with what it says of the route", async () => {
    const deprecated = { ...headers, deprecation: "true", "deprecation-note": "Going." };
    answered((reply) => reply.answer(200, deprecated, "type Query { own: Int }"), introspect);
    assert.deepEqual(await fetchSchema(connection), {
      sdl: "type Query { own: Int }",
      deprecation: { note: "Going." },
    });
    assert.equal(server.requests.length, 1);
  });

  it("comes by introspection where the legacy route is gone", async () => {
    answered(gone, introspect);
    const { sdl, deprecation } = await fetchSchema(connection);
    assert.match(sdl, /type Query \{\n {2}height: Int\n\}/);
    assert.equal(deprecation, undefined);
  });

  it("is asked for by introspection for no other failure", async () => {
    answered((reply) => reply.answer(500, headers, "database error: closed"), introspect);
    await nodeFailure(fetchSchema(connection), "node-fault");
    assert.equal(server.requests.length, 1);
  });

  it("is said to be had by neither way when introspection is refused, with the node's words", async () => {
    answered(gone, (reply) => reply.answer(200, json, '{"errors":[{"message":"introspection is off"}]}'));
    const failure = await nodeFailure(fetchSchema(connection), "not-offered");
    assert.match(failure.message, /neither as text nor by introspection\. It says: introspection is off/);
    answered(gone, gone);
    await assert.rejects(fetchSchema(connection));
  });
});
