import assert from "node:assert/strict";
import { BlobClient, type BlobId } from "../../../src/client/routes/blobClient";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import type { Sandbox } from "../../support/startSandbox";

describe("blob client", () => {
  let sandbox: Sandbox;
  let connection: NodeConnection;
  let blobs: { commitment: string; hash: string; bytes: number }[];

  before(async () => {
    sandbox = await sharedSandbox();
    connection = connectTo(sandbox);
    ({ blobs } = (await sandbox.control("state")) as { blobs: typeof blobs });
  });
  after(() => connection.dispose());

  it("§4.9 POST /on/blobs:<commitment>/commitment: gives the blob's bytes, or its sidecar as JSON", async () => {
    for (const { commitment, bytes } of blobs) {
      const whole = await connection.blobs.blob({ commitment: ` 0x${commitment.toUpperCase()}\n` });
      assert.equal(whole.length, 48 + 48 + bytes);
      const { value } = await connection.blobs.sidecar({ commitment });
      assert.equal((value as { commitment: string }).commitment.replace(/^0x/, ""), commitment);
    }
  });

  it("§4.9 POST /on/blobs:<hash>/hash: gives the bytes that the sidecar holds in parts", async () => {
    for (const { hash } of blobs) {
      const bytes = await connection.blobs.blob({ hash: `0x${hash}` });
      const { value } = await connection.blobs.sidecar({ hash });
      const { commitment, proof, data } = value as Record<"commitment" | "proof" | "data", string>;
      assert.equal(commitment + proof + data, Buffer.from(bytes).toString("hex"));
    }
  });

  it("says that a blob which is not there may be pruned", async () => {
    const failure = await nodeFailure(connection.blobs.blob({ hash: "00".repeat(32) }), "not-found");
    assert.match(failure.message, /^No blob with this hash was found on this node \(it may be pruned\)/);
    assert.equal(failure.status, 404);
  });

  const refused: [id: BlobId, hint: RegExp][] = [
    [{ hash: "ab".repeat(31) }, /has 64 hex digits, this has 62/],
    [{ hash: "ab".repeat(48) }, /96 digits make a blob commitment/],
    [{ commitment: "ab".repeat(32) }, /64 digits make a hash/],
    [{ commitment: "" }, /empty/],
  ];
  for (const [id, hint] of refused) {
    it(`refuses ${JSON.stringify(id).slice(0, 40)}… without asking the node`, async () => {
      const before = await requestCount(sandbox);
      const failure = await nodeFailure(new BlobClient(connection.transport).blob(id), "invalid-input");
      assert.match(failure.message, hint);
      assert.equal(await requestCount(sandbox), before);
    });
  }
});

async function requestCount(sandbox: Sandbox): Promise<number> {
  const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
  return Object.entries(requests).reduce((sum, [path, count]) => sum + (path.includes("/on/") ? count : 0), 0);
}
