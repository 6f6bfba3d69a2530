import { t } from "../../base/translate";
import { askJson, listIn, objectIn } from "../http/responseValue";
import { FieldReader, type LenientlyRead } from "../../wire/json/fields";
import type { Json } from "../../wire/json/exactJson";
import { type ByteSink, type Progress, download } from "../http/download";
import { mapInSlices } from "../../base/inSlices";
import type { Transport } from "../http/transport";
import { createHash } from "node:crypto";
import { NodeError } from "../failures/nodeError";

/** What a node says about itself (§2.4), with whatever fields its version has. */
export interface NodeInfo {
  [field: string]: Json;
}

/** One provisioner (§2.5), as far as it can be read. Amounts are units. */
export interface Provisioner extends LenientlyRead {
  /** Public key in base58. */
  key: string | undefined;
  amount: bigint | undefined;
  eligibility: bigint | undefined;
  reward: bigint | undefined;
}

/** The node's own information (§4.2). */
export class NodeClient {
  constructor(private readonly transport: Transport) {}

  /** `POST /on/node/info` (§4.2): what the node says about itself. */
  async info(signal?: AbortSignal): Promise<NodeInfo> {
    return objectIn(await askJson(this.transport, "/on/node/info", signal), "fields");
  }

  /** `POST /on/node/provisioners` (§4.2): every provisioner of the network. */
  async provisioners(signal?: AbortSignal): Promise<Provisioner[]> {
    const response = await askJson(this.transport, "/on/node/provisioners", signal);
    return mapInSlices(listIn(response, t`list of provisioners`), provisioner);
  }

  /**
   * `POST /on/node/crs` (§4.2): the Common Reference String, written to the sink as it arrives, tens of megabytes.
   * Rejects with NodeError `malformed-response` if it does not match the hash that the node announced.
   */
  async crs(sink: ByteSink, onProgress?: Progress, signal?: AbortSignal): Promise<CrsDownload> {
    return downloadCrs(this.transport, sink, onProgress, signal);
  }
}

function provisioner(whole: Json): Provisioner {
  const read = new FieldReader(whole);
  return {
    key: read.text("key"),
    amount: read.integer("amount"),
    eligibility: read.integer("eligibility"),
    reward: read.integer("reward"),
    ...read.rest,
  };
}

/** A finished download of the Common Reference String. */
interface CrsDownload {
  bytes: number;
  /** SHA-256 of what arrived, in hex. */
  sha256: string;
  /** Whether the node announced a SHA-256 to compare with; when it did, it matched. */
  checked: boolean;
  /** What it announced in `crs-hash`, also when that is a hash of another kind, which cannot be compared. */
  announced: string | undefined;
}

const path = "/on/node/crs";

/** Downloads the Common Reference String (§4.2) and compares it with the answer's `crs-hash`, if there is one. */
async function downloadCrs(
  transport: Transport,
  sink: ByteSink,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<CrsDownload> {
  const hash = createHash("sha256");
  const hashing: ByteSink = {
    write: (chunk) => {
      hash.update(chunk);
      return sink.write(chunk);
    },
  };
  const { bytes, meta } = await download(transport, path, hashing, onProgress, signal);
  const sha256 = hash.digest("hex");
  const announced = meta.headers["crs-hash"]?.trim() || undefined;
  const comparable = sha256In(announced);
  if (comparable !== undefined && comparable !== sha256) {
    throw new NodeError(
      "malformed-response",
      t`The ${bytes} bytes of the Common Reference String have hash ${sha256}, the node announced ${comparable}.`,
      { route: `POST ${path}`, remedy: t`Delete the file and download it again.` },
    );
  }
  return { bytes, sha256, checked: comparable !== undefined, announced };
}

function sha256In(announced = ""): string | undefined {
  const hex = announced.replace(/^0x/i, "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(hex) ? hex : undefined;
}
