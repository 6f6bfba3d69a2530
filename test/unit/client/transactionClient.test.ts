import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { Transport } from "../../../src/client/http/transport";
import { TransactionClient } from "../../../src/client/routes/transactionClient";
import { FaultServer, type Reply } from "../../support/faultServer";
import { eventually } from "../../support/eventually";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo } from "../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

describe("transaction client", () => {
  let sandbox: Sandbox;
  let connection: NodeConnection;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--txs-per-block", "0"] });
    connection = connectTo(sandbox);
  });
  after(async () => {
    await connection.dispose();
    await sandbox.stop();
  });

  const transaction = async (fields: object = {}) => (await sandbox.control("transaction", fields)) as Signed;

  it("§4.5 POST /on/transactions/preverify: accepts a valid transaction, as bytes or as hex, without sending it on", async () => {
    const { hex, hash } = await transaction();
    const bytes = Buffer.from(hex.replace(/^0x/, ""), "hex");
    assert.equal((await connection.transactions.preverify({ bytes })).status, 202);
    assert.equal((await connection.transactions.preverify({ hex })).status, 202);
    assert.ok(!(await mempool(connection)).includes(hash));
  });

  it("§4.5 POST /on/transactions/preverify: tells undecodable bytes from a transaction that is against the rules", async () => {
    const bad = await nodeFailure(connection.transactions.preverify({ hex: "deadbeef" }), "invalid-input");
    assert.equal(bad.status, 400);
    const { hex, hash } = await transaction({ nonce: 1 });
    const refused = await nodeFailure(connection.transactions.preverify({ hex }), "refused");
    assert.match(refused.message, new RegExp(`^Tx ${hash.slice(0, 8)}…${hash.slice(-4)} not accepted: `));
  });

  it("§4.5 POST /on/transactions/propagate: hands the transaction to the node, which has it in its mempool", async () => {
    const { hex, hash } = await transaction();
    await connection.transactions.propagate({ hex });
    await eventually(
      "the transaction",
      () => mempool(connection),
      (hashes) => hashes.includes(hash),
    );
  });

  it("§7 Propagate 202: means accepted for routing, without any data", async () => {
    const { hex } = await transaction();
    const meta = await connection.transactions.propagate({ hex });
    assert.equal(meta.status, 202);
    assert.equal(meta.route, "POST /on/transactions/propagate");
  });

  it("§4.5 POST /on/transactions/simulate: says what the transaction would cost, and why it would fail", async () => {
    await sandbox.control("clear-mempool");
    const { hex } = await transaction();
    const good = await connection.transactions.simulate({ hex });
    assert.ok((good.gasSpent ?? 0n) > 0n);
    assert.equal(good.error, undefined);
    const { contracts } = (await sandbox.control("state")) as { contracts: { Counter: string } };
    const failing = await transaction({ call: { contract: contracts.Counter, fn: "fail", json: null } });
    const bad = await connection.transactions.simulate({ hex: failing.hex });
    assert.match(bad.error ?? "", /Panic/);
  });

  it("refuses hex that is none before anything is sent", async () => {
    const failure = await nodeFailure(connection.transactions.propagate({ hex: "0xabc" }), "invalid-input");
    assert.match(failure.message, /Cannot read the hex: Odd number/);
  });
});

describe("transaction client, on odd nodes", () => {
  let server: FaultServer;
  let transport: Transport;
  let transactions: TransactionClient;

  before(async () => {
    server = await FaultServer.start((_, reply) => reply.answer(200));
    transport = new Transport({ endpoint: server.endpoint(), timeoutMs: 200 });
    transactions = new TransactionClient(transport);
  });
  after(async () => {
    await transport.dispose();
    await server.stop();
  });

  for (const status of [200, 202]) {
    it(`takes an empty ${status} of simulate for success`, async () => {
      server.handle = (_, reply) => reply.answer(status);
      const { gasSpent, error, value } = await transactions.simulate({ hex: "01" });
      assert.deepEqual({ gasSpent, error, value }, { gasSpent: undefined, error: undefined, value: undefined });
    });
  }

  const silences: [what: string, act: (reply: Reply) => void, reason: "closed-without-answer" | "timeout"][] = [
    ["is closed in good order", (reply) => reply.close(), "closed-without-answer"],
    ["is reset", (reply) => reply.reset(), "closed-without-answer"],
    ["stays silent", () => undefined, "timeout"],
  ];
  for (const [what, act, reason] of silences) {
    it(`never sends a transaction twice when the connection ${what}, and says that the outcome is unknown`, async () => {
      server.handle = (_, reply) => reply.answer(202);
      await transactions.propagate({ hex: "02" });
      const before = server.requests.length;
      server.handle = (_, reply) => act(reply);
      const failure = await nodeFailure(transactions.propagate({ hex: "03" }), reason);
      assert.equal(server.requests.length, before + 1);
      assert.equal(failure.outcomeUnknown, true);
      assert.match(failure.remedy ?? "", /by its id/);
    });
  }

  it("says nothing of an unknown outcome when the node was never reached", async () => {
    const closed = await FaultServer.start(() => undefined);
    const { url } = closed;
    await closed.stop();
    const node = connectTo({ url });
    const failure = await nodeFailure(node.transactions.propagate({ hex: "04" }), "unreachable");
    assert.equal(failure.outcomeUnknown, undefined);
    await node.dispose();
  });
});

interface Signed {
  hash: string;
  hex: string;
}

async function mempool(connection: NodeConnection): Promise<string[]> {
  const { data } = await connection.graphql.query({ query: "{ mempoolTxs { id } }" });
  return (data as { mempoolTxs: { id: string }[] }).mempoolTxs.map(({ id }) => id);
}
