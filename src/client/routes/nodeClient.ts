import { jsonAnswer, missingField, type JsonAnswer } from "../http/answerValue";
import { FieldReader, type OddField } from "../../wire/json/fields";
import type { Json } from "../../wire/json/exactJson";
import { downloadCrs, type CrsDownload } from "./crsDownload";
import type { ByteSink, Progress } from "../http/download";
import { mapInSlices } from "../../base/inSlices";
import type { Transport } from "../http/transport";

/** What a node says about itself (§2.4), with whatever fields its version has. */
export interface NodeInfo {
  [field: string]: Json;
}

/** One provisioner (§2.5), as far as it can be read. Amounts are units. */
export interface Provisioner {
  /** Public key in base58. */
  key: string | undefined;
  amount: bigint | undefined;
  eligibility: bigint | undefined;
  reward: bigint | undefined;
  /** All of it, as the node sent it. */
  whole: Json;
  /** What of it is not as it should be. */
  odd: readonly OddField[];
}

/** The node's own information (§4.2). */
export class NodeClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/node/info` (§4.2): what the node says about itself. */
  async info(signal?: AbortSignal): Promise<NodeInfo> {
    const answer = await this.read("/on/node/info", signal);
    if (typeof answer.value !== "object" || answer.value === null || Array.isArray(answer.value)) {
      throw missingField(answer, "fields");
    }
    return answer.value;
  }

  /** `POST /on/node/provisioners` (§4.2): every provisioner of the network. */
  async provisioners(signal?: AbortSignal): Promise<Provisioner[]> {
    const answer = await this.read("/on/node/provisioners", signal);
    if (!Array.isArray(answer.value)) throw missingField(answer, "list of provisioners");
    return mapInSlices(answer.value, provisioner);
  }

  /**
   * `POST /on/node/crs` (§4.2): the Common Reference String, written to the sink as it arrives, tens of megabytes.
   * Rejects with NodeError `malformed-answer` if it does not match the hash that the node announced.
   */
  async crs(sink: ByteSink, onProgress?: Progress, signal?: AbortSignal): Promise<CrsDownload> {
    return downloadCrs(this.transport, sink, onProgress, signal);
  }

  private async read(path: string, signal: AbortSignal | undefined): Promise<JsonAnswer> {
    return jsonAnswer(await this.transport.request({ method: "POST", path, idempotent: true, signal }));
  }
}

function provisioner(whole: Json): Provisioner {
  const read = new FieldReader(whole);
  return {
    key: read.text("key"),
    amount: read.integer("amount"),
    eligibility: read.integer("eligibility"),
    reward: read.integer("reward"),
    whole,
    odd: read.odd,
  };
}
