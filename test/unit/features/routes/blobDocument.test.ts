import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { NodeConnection } from "../../../../src/client/nodeConnection";
import { blobText, readBlob } from "../../../../src/features/routes/model/blobDocument";
import { limits } from "../../../../src/wire/limits";
import { RecordedNode } from "../../../support/recordedNode";

const commitment = Buffer.alloc(48, 0xab);
const proof = Buffer.alloc(48, 0xcd);
const hash = `01${createHash("sha256").update(commitment).digest("hex").slice(2)}`;
const data = Buffer.from("hello blob");
const whole = Buffer.concat([commitment, proof, data]);
const parts = { hash, commitment: commitment.toString("hex"), proof: proof.toString("hex"), note: undefined };

describe("a blob as a document", () => {
  it("tells the parts of an answer with commitment and proof before the data, by hash and by commitment", () => {
    for (const id of [{ hash }, { commitment: parts.commitment }])
      assert.deepEqual({ ...readBlob(id, whole), data: undefined }, { ...parts, data: undefined });
    assert.deepEqual(Buffer.from(readBlob({ hash }, whole).data), data);
  });

  it("takes an answer that does not begin with the blob's commitment for the data alone, whatever its length", () => {
    for (const answer of [data, Buffer.alloc(131_072, 7), whole.subarray(1), Buffer.alloc(0)]) {
      const read = readBlob({ hash }, answer);
      assert.deepEqual([read.hash, read.commitment, read.proof], [hash, undefined, undefined]);
      assert.deepEqual(Buffer.from(read.data), answer);
    }
    assert.equal(readBlob({ commitment: parts.commitment }, data).hash, hash, "its hash is made of the commitment");
  });

  it("reads hex text that came where bytes were asked for, and says so", () => {
    const read = readBlob({ hash }, Buffer.from(whole.toString("hex")));
    assert.deepEqual([Buffer.from(read.data), read.proof], [data, parts.proof]);
    assert.match(read.note ?? "", /hex text where bytes were asked for/);
    assert.match(readBlob({ hash }, Buffer.from("abcd")).note ?? "", /may be the text of the bytes/);
  });

  it("shows the size, the fields and the beginning of the data, and counts the rest", () => {
    const long = Buffer.concat([commitment, proof, Buffer.alloc(limits.listed.dumpBytes + 5, 0x24)]);
    const text = blobText(readBlob({ hash }, long), "Local");
    assert.ok(text.startsWith(`# Blob on Local\nblob: ${hash}\nversion: 1\ncommitment: ${parts.commitment}\n`));
    assert.match(text, /\nsize: 16 KiB \(16389 bytes\)\ndata: \|\n {2}00000000 {2}24 24/);
    assert.match(text, /\n {2}… 5 more bytes\n$/);
    assert.match(blobText(readBlob({ hash }, Buffer.alloc(0)), "Local"), /data: \|\n {2}no bytes\n$/);
  });

  it("reads what a deployed node sends", async () => {
    const node = await RecordedNode.start();
    const connection = new NodeConnection({ endpoint: node.endpoint });
    const id = { hash: "01d9758b85b33df552adb7dbe7467e24731d2067125135c8840795d858078c42" };
    const { commitment: shown, data: bytes } = readBlob(id, await connection.blobs.blob(id));
    assert.match(shown ?? "", /^b616cf6365e9e118/);
    assert.match(Buffer.from(bytes).toString("latin1"), /hello blob of a black-box test/);
    await connection.dispose();
    await node.stop();
  });
});
