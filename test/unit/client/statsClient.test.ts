import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { startSandbox } from "../../support/startSandbox";

describe("statistics client", () => {
  let connection: NodeConnection;

  before(async () => {
    connection = connectTo(await sharedSandbox());
  });
  after(() => connection.dispose());

  it("§4.10 POST /on/stats/account_count: counts the public accounts", async () => {
    const { counts, odd } = await connection.stats.accountCount();
    assert.ok((counts["public_accounts"] ?? 0n) > 0n);
    assert.deepEqual(odd, []);
  });

  it("§4.10 POST /on/stats/tx_count: counts the final transactions by kind", async () => {
    const { public: open = 0n, shielded = 0n, total } = (await connection.stats.transactionCount()).counts;
    assert.equal(total, open + shielded);
  });

  it("says that a node without an archive does not offer them", async () => {
    const plain = await startSandbox({ blockMs: 0, roles: ["plain"] });
    const node = connectTo(plain);
    try {
      const failure = await nodeFailure(node.stats.transactionCount(), "not-offered");
      assert.match(failure.message, /does not offer this \(Unsupported operation\)/);
      assert.equal(failure.status, 501);
    } finally {
      await node.dispose();
      await plain.stop();
    }
  });
});
