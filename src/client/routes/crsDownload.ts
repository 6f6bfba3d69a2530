import { createHash } from "node:crypto";
import { download, type ByteSink, type Progress } from "../http/download";
import { NodeError } from "../failures/nodeError";
import type { Transport } from "../http/transport";

/** A finished download of the Common Reference String. */
export interface CrsDownload {
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
export async function downloadCrs(
  transport: Transport,
  sink: ByteSink,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<CrsDownload> {
  const hash = createHash("sha256");
  const hashing: ByteSink = {
    write: (piece) => {
      hash.update(piece);
      return sink.write(piece);
    },
  };
  const { bytes, meta } = await download(transport, path, hashing, onProgress, signal);
  const sha256 = hash.digest("hex");
  const announced = meta.headers["crs-hash"]?.trim() || undefined;
  const comparable = sha256In(announced);
  if (comparable !== undefined && comparable !== sha256) {
    throw new NodeError(
      "malformed-answer",
      `The ${bytes} bytes of the Common Reference String have hash ${sha256}, the node announced ${comparable}.`,
      { route: `POST ${path}`, remedy: "Delete the file and download it again." },
    );
  }
  return { bytes, sha256, checked: comparable !== undefined, announced };
}

function sha256In(announced = ""): string | undefined {
  const hex = announced.replace(/^0x/i, "").toLowerCase();
  return /^[0-9a-f]{64}$/.test(hex) ? hex : undefined;
}
