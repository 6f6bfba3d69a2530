import { createHash } from "node:crypto";
import type { Answer, Ask } from "../answer";
import { jsonAnswer, refuse } from "../answer";
import { saysJson } from "../payload";
import type { SandboxNode } from "../sandboxNode";
import type { Seeded } from "../seeded";

export interface Blob {
  /** 48 bytes as hex. */
  commitment: string;
  /** 32 bytes as hex: version byte 01, then the SHA-256 of the commitment from its second byte on. */
  hash: string;
  proof: string;
  bytes: Buffer;
}

/** The blobs that a node of this seed keeps: 131 072 bytes, 64 bytes and none. */
export function blobs(seeded: Seeded): Blob[] {
  return [131_072, 64, 0].map((size, at) => {
    const commitment = seeded.bytes(`blob/${at}/commitment`, 48);
    const digest = createHash("sha256").update(commitment).digest("hex");
    return {
      commitment: commitment.toString("hex"),
      hash: `01${digest.slice(2)}`,
      proof: seeded.bytes(`blob/${at}/proof`, 48).toString("hex"),
      bytes: seeded.bytes(`blob/${at}`, size),
    };
  });
}

/** `/on/blobs:<commitment>/commitment` and `/on/blobs:<hash>/hash` (§4.9): raw bytes, or a JSON sidecar. */
export function blobRoute(ask: Ask, node: SandboxNode): Answer {
  const by = ask.topic;
  if (by !== "commitment" && by !== "hash") throw refuse.notFound(`no route blobs/${by}`);
  const digits = by === "hash" ? 64 : 96;
  const key = ask.entity ?? "";
  if (key.length !== digits || !/^[0-9a-f]+$/i.test(key)) throw refuse.input(`Invalid blob ${by}`);
  const blob = node.blobs.find((each) => each[by] === key.toLowerCase());
  if (!blob) throw refuse.notFound(`Blob with ${by} ${key} not found`);
  if (!saysJson(ask)) return { status: 200, headers: { "content-type": "application/octet-stream" }, body: blob.bytes };
  const { commitment, proof, bytes } = blob;
  return jsonAnswer({ commitment, proof, blob: bytes.toString("hex") });
}
