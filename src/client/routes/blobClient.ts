import { t } from "../../base/translate";
import { checkCommitment, checkHash } from "../../wire/ids";
import { bytesAnswer, jsonAnswer, type JsonResponse } from "../http/responseValue";
import { NodeError } from "../failures/nodeError";
import { acceptBytes, idValue, jsonContent, requestPath } from "../http/requestParts";
import type { Transport } from "../http/transport";

/** How a blob is looked up: by its hash, 64 hex digits, or by its commitment, 96. */
export type BlobId = { hash: string } | { commitment: string };

/** Blobs (§4.9). Ids are trimmed, stripped of `0x` and checked before anything is sent. */
export class BlobClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/blobs:<hash>/hash` or `/on/blobs:<commitment>/commitment` (§4.9): the blob's bytes. */
  async blob(id: BlobId, signal?: AbortSignal): Promise<Uint8Array> {
    return bytesAnswer(await this.read(id, acceptBytes, signal), acceptBytes);
  }

  /** The same with a JSON answer (§4.9): `commitment`, `proof` and the blob itself as hex, and whatever else the node adds. */
  async sidecar(id: BlobId, signal?: AbortSignal): Promise<JsonResponse> {
    return jsonAnswer(await this.read(id, jsonContent, signal));
  }

  private async read(id: BlobId, headers: Record<string, string>, signal: AbortSignal | undefined) {
    const [entity, topic] =
      "hash" in id ? [idValue(checkHash(id.hash)), "hash"] : [idValue(checkCommitment(id.commitment)), "commitment"];
    const path = requestPath({ component: "blobs", entity, topic });
    try {
      return await this.transport.request({ method: "POST", path, headers, idempotent: true, signal });
    } catch (thrown) {
      throw thrown instanceof NodeError && thrown.reason === "not-found" ? notHere(thrown, topic) : thrown;
    }
  }
}

function notHere(error: NodeError, topic: string): NodeError {
  return error.reworded(t`No blob with this ${topic} was found on this node (it may be pruned). ${error.message}`);
}
