import { type Answer, type Ask, jsonAnswer, refuse } from "../http/answer";
import { bytesAnswer, saysJson } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";
import { versionedHash } from "../chain/blobs";

/**
 * `/on/blobs:<commitment>/commitment` and `/on/blobs:<hash>/hash` (§4.9): commitment, proof and data in one, or a JSON
 * sidecar. A lookup by commitment is one by the hash made of it, whatever its length.
 */
export function blobRoute(ask: Ask, node: SandboxNode): Answer {
  const { like } = node.options;
  const { topic, entity } = ask;
  if (entity === undefined) throw refuse.unrouted(like, `no route blobs/${topic}`);
  if (!/^([0-9a-f]{2})+$/i.test(entity)) throw refuse.input(`${topic} not hex`);
  const hash = topic === "hash" ? entity.toLowerCase() : versionedHash(Buffer.from(entity, "hex"));
  const blob = node.blobs.find((each) => each.hash === hash);
  if (!blob) throw refuse.notFound(`Blob with versioned hash ${hash} not found`);
  const { commitment, proof, bytes } = blob;
  if (saysJson(ask)) return jsonAnswer({ commitment, data: bytes.toString("hex"), proof });
  const whole = Buffer.concat([Buffer.from(commitment + proof, "hex"), bytes]);
  return like["default response of blobs"] === "raw" ? { status: 200, body: whole } : bytesAnswer(ask, like, whole);
}
