import { createHash } from "node:crypto";
import type { Answer, Ask } from "../http/answer";
import { jsonAnswer, refuse } from "../http/answer";
import { bytesAnswer, saysJson } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";
import type { Seeded } from "../chain/seeded";

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
    return {
      commitment: commitment.toString("hex"),
      hash: versionedHash(commitment),
      proof: seeded.bytes(`blob/${at}/proof`, 48).toString("hex"),
      bytes: seeded.bytes(`blob/${at}`, size),
    };
  });
}

/**
 * `/on/blobs:<commitment>/commitment` and `/on/blobs:<hash>/hash` (§4.9): commitment, proof and data in one, or a JSON
 * sidecar. A lookup by commitment is one by the hash made of it, whatever its length.
 */
export function blobRoute(ask: Ask, node: SandboxNode): Answer {
  const { like } = node.options;
  const { topic, entity } = ask;
  if (entity === undefined || (topic !== "commitment" && topic !== "hash")) {
    throw refuse.unrouted(like, `no route blobs/${topic}`);
  }
  if (!/^([0-9a-f]{2})+$/i.test(entity)) throw refuse.input(`${topic} not hex`);
  const hash = topic === "hash" ? entity.toLowerCase() : versionedHash(Buffer.from(entity, "hex"));
  const blob = node.blobs.find((each) => each.hash === hash);
  if (!blob) throw refuse.notFound(`Blob with versioned hash ${hash} not found`);
  const { commitment, proof, bytes } = blob;
  if (saysJson(ask)) return jsonAnswer({ commitment, data: bytes.toString("hex"), proof });
  const whole = Buffer.concat([Buffer.from(commitment + proof, "hex"), bytes]);
  return like["default response of blobs"] === "raw" ? { status: 200, body: whole } : bytesAnswer(ask, like, whole);
}

function versionedHash(commitment: Uint8Array): string {
  return `01${createHash("sha256").update(commitment).digest("hex").slice(2)}`;
}
