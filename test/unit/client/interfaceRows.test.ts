import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { NodeConnection } from "../../../src/client/nodeConnection";
import { transferContractId } from "../../../src/wire/ids";
import { FaultServer } from "../../support/faultServer";

const id = "0a".repeat(32);
const key =
  "mfNxfDkccxUHca5JgwaGKHS876dqZAGQ2BqKCtSQ2rn721DehwAYkmPhK825LFLZbv1keYEuebvkeDwGDALn6ZxQM8KfwPhxo6DynhSDDSKKPPcwGLkdZbuTKooE9xXfnvw";
const bytes = new Uint8Array([1]);
const body = { bytes };
const sink = { write: () => undefined };
const blob = "0b".repeat(32);
const commitment = "0c".repeat(48);

/** Every route of the node interface: what calls it, and the path of the one request that this sends. */
const routes: [row: string, call: (node: NodeConnection) => Promise<unknown>, path?: string][] = [
  ["§4.1 POST /graphql", ({ graphql }) => graphql.query({ query: "{ a }" })],
  ["§4.1 POST /on/graphql/query", ({ graphql }) => graphql.queryLegacy("{ a }")],
  ["§4.2 POST /on/node/info", ({ node }) => node.info()],
  ["§4.2 POST /on/node/provisioners", ({ node }) => node.provisioners()],
  ["§4.2 POST /on/node/crs", ({ node }) => node.crs(sink)],
  ["§4.3 POST /on/network/peers", ({ network }) => network.peers(1)],
  ["§4.3 POST /on/network/peers_location", ({ network }) => network.peersLocation()],
  ["§4.4 POST /on/blocks/gas-price", ({ network }) => network.gasPrice()],
  ["§4.5 POST /on/transactions/preverify", ({ transactions }) => transactions.preverify(body)],
  ["§4.5 POST /on/transactions/propagate", ({ transactions }) => transactions.propagate(body)],
  ["§4.5 POST /on/transactions/simulate", ({ transactions }) => transactions.simulate(body)],
  [
    "§4.6 POST /on/contracts:<contract_id>/<method>",
    ({ contracts }) => contracts.call(id, "count", { json: "1" }),
    `/on/contracts:${id}/count`,
  ],
  [
    "§4.6 POST /on/contracts:{transfer_contract_id}/account",
    ({ contracts }) => contracts.account(key),
    `/on/contracts:${transferContractId}/account`,
  ],
  [
    "§4.6 POST /on/contracts:{transfer_contract_id}/contract_balance",
    ({ contracts }) => contracts.contractBalance(id),
    `/on/contracts:${transferContractId}/contract_balance`,
  ],
  [
    "§4.7 POST /on/contract:<contract_id>/metadata",
    ({ contracts }) => contracts.metadata(id),
    `/on/contract:${id}/metadata`,
  ],
  [
    "§4.7 POST /on/contract:<contract_id>/download_driver",
    ({ contracts }) => contracts.downloadDriver(id, sink),
    `/on/contract:${id}/download_driver`,
  ],
  ["§4.8 get_schema", ({ drivers }) => drivers.schema(id), `/on/driver:${id}/get_schema`],
  ["§4.8 get_version", ({ drivers }) => drivers.version(id), `/on/driver:${id}/get_version`],
  [
    "§4.8 encode_input_fn:<fn_name>",
    ({ drivers }) => drivers.encodeInput(id, "f", "1"),
    `/on/driver:${id}/encode_input_fn:f`,
  ],
  [
    "§4.8 decode_input_fn:<fn_name>",
    ({ drivers }) => drivers.decodeInput(id, "f", bytes),
    `/on/driver:${id}/decode_input_fn:f`,
  ],
  [
    "§4.8 decode_output_fn:<fn_name>",
    ({ drivers }) => drivers.decodeOutput(id, "f", bytes),
    `/on/driver:${id}/decode_output_fn:f`,
  ],
  [
    "§4.8 decode_event:<event_name>",
    ({ drivers }) => drivers.decodeEvent(id, "e", bytes),
    `/on/driver:${id}/decode_event:e`,
  ],
  [
    "§4.9 POST /on/blobs:<commitment>/commitment",
    ({ blobs }) => blobs.blob({ commitment }),
    `/on/blobs:${commitment}/commitment`,
  ],
  ["§4.9 POST /on/blobs:<hash>/hash", ({ blobs }) => blobs.blob({ hash: blob }), `/on/blobs:${blob}/hash`],
  ["§4.10 POST /on/stats/account_count", ({ stats }) => stats.accountCount()],
  ["§4.10 POST /on/stats/tx_count", ({ stats }) => stats.transactionCount()],
  ["§4.11 POST /on/prover/prove", ({ prover }) => prover.prove(body)],
  [
    "§4.12 POST /on/<component>[:<entity>]/<topic>",
    ({ dispatch }) => dispatch.dispatch({ component: "odd", entity: "one", topic: "thing" }),
    "/on/odd:one/thing",
  ],
  [
    "§9 POST /on/account:<account_bls_pk>/status",
    ({ deprecated }) => deprecated.accountStatus(key),
    `/on/account:${key}/status`,
  ],
  [
    "§9 POST /on/contract:<contract_id>/status",
    ({ deprecated }) => deprecated.contractStatus(id),
    `/on/contract:${id}/status`,
  ],
  [
    "§9 POST /on/contract_owner:<contract_id>/<topic>",
    ({ deprecated }) => deprecated.contractOwner(id),
    `/on/contract_owner:${id}/owner`,
  ],
];

/** What is more than one request, by the titles of the tests that are for it. */
const others = [
  "§4.7 POST /on/contract:<contract_id>/upload_driver",
  "§4.12 GET (WebSocket upgrade) /on",
  "§4.12 GET /on/<component>[:<entity>]/<topic>",
  "§4.12 DELETE /on/<component>[:<entity>]/<topic>",
  "§7 Subscribe 200",
  "§7 Subscribe 400",
  "§7 Subscribe 404",
  "§7 Subscribe 424",
  "§7 Unsubscribe 200",
  "§7 Unsubscribe 400",
  "§7 Unsubscribe 404",
  "§7 Unsubscribe 424",
  "§7 Dispatch 200",
  "§7 Dispatch 202",
  "§7 Dispatch 400",
  "§7 Dispatch 404",
  "§7 Dispatch 422",
  "§7 Dispatch 424",
  "§7 Propagate 202",
  "§9 Node-Version of every response",
  "§9 Node-Version requirement",
  "§9 Node-Version-Strict",
  "§9 incompatible version",
  "§9 version and version_build",
  "§9 deprecation headers",
  "§9 POST /on/graphql/query",
];

describe("the rows of the node interface", () => {
  const titles = readdirSync(__dirname)
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => [...readFileSync(join(__dirname, name), "utf8").matchAll(/\bit\(\s*["`](§[^"`]*)/g)])
    .map(([, title = ""]) => title);
  let server: FaultServer;
  let node: NodeConnection;

  before(async () => {
    server = await FaultServer.start((_request, reply) => reply.answer(500, {}, "not today"));
    node = new NodeConnection({ endpoint: parseEndpoint(server.url), timeoutMs: 5000 });
  });
  after(async () => {
    await node.dispose();
    await server.stop();
  });

  for (const [row, call, path = row.split(" ").at(-1)] of routes) {
    it(`has a call that sends ${row}`, async () => {
      server.requests.length = 0;
      // What becomes of the answer is for the tests of that client.
      await call(node).catch(() => undefined);
      const [sent, ...more] = server.requests.map((request) => `${request.method} ${request.path}`);
      assert.equal(sent, `POST ${path}`);
      assert.deepEqual(more, []);
    });
  }

  for (const row of [...routes.map(([title]) => title), ...others]) {
    it(`has a test for ${row}`, () => {
      assert.ok(
        titles.some((title) => title === row || title.startsWith(`${row}: `)),
        `No test in ${__dirname} has a title that begins with “${row}: ”`,
      );
    });
  }
});
