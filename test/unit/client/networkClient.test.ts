import assert from "node:assert/strict";
import { NetworkClient } from "../../../src/client/routes/networkClient";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { startSandbox } from "../../support/startSandbox";

describe("network client", () => {
  let connection: NodeConnection;

  before(async () => {
    connection = connectTo(await sharedSandbox());
  });
  after(() => connection.dispose());

  it("§4.3 POST /on/network/peers: gives as many peers as asked for, if there are", async () => {
    const peers = await connection.network.peers(3);
    assert.equal(peers.length, 3);
    for (const peer of peers) assert.match(peer as string, /^198\.51\.100\.\d+:\d+$/);
    assert.equal((await connection.network.peers(1000)).length, 24);
  });

  it("§4.3 POST /on/network/peers: a count that is no integer is the user's mistake", async () => {
    const failure = await nodeFailure(connection.network.peers(1.5), "invalid-input");
    assert.match(failure.message, /invalid amount/i);
  });

  it("§4.3 POST /on/network/peers_location: gives places, and null for peers that no one can place", async () => {
    const places = await connection.network.peersLocation();
    assert.ok(places.includes(null));
    const placed = places.find((place) => place !== null) as { [field: string]: unknown };
    assert.equal(typeof placed["city"], "string");
  });

  it("§4.4 POST /on/blocks/gas-price: gives four prices, over all of the mempool or a part of it", async () => {
    const { min = 9n, median = 0n, average = 9n, max = 0n } = await connection.network.gasPrice();
    assert.ok(min <= median && median <= max && average <= max);
    assert.equal(typeof (await connection.network.gasPrice(1)).average, "bigint");
  });

  it("§4.4 POST /on/blocks/gas-price: all four are 1 when the mempool is empty", async () => {
    const quiet = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0", "--history", "0"] });
    const node = connectTo(quiet);
    try {
      const { odd, whole, ...prices } = await node.network.gasPrice();
      assert.deepEqual(prices, { average: 1n, max: 1n, median: 1n, min: 1n });
      assert.deepEqual([odd, whole], [[], { average: 1, max: 1, median: 1, min: 1 }]);
    } finally {
      await node.dispose();
      await quiet.stop();
    }
  });

  it("sends the count as text without a content type, and no body when there is none to send", async () => {
    const server = await FaultServer.start((_, reply) => reply.answer(200, {}, "[]"));
    const transport = new Transport({ endpoint: server.endpoint() });
    try {
      await new NetworkClient(transport).peers(7);
      await nodeFailure(new NetworkClient(transport).gasPrice(), "malformed-response");
      const [peers, price] = server.requests;
      assert.equal(peers?.body.toString(), "7");
      assert.equal(peers?.headers["content-type"], undefined);
      assert.equal(price?.headers["content-length"], "0");
    } finally {
      await transport.dispose();
      await server.stop();
    }
  });
});
