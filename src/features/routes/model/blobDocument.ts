import { createHash } from "node:crypto";
import type { BlobId } from "../../../client/routes/blobClient";
import { hexDump } from "../../../wire/hexDumpText";
import { bytesToHex, hexToBytes } from "../../../wire/hex";
import { plainYaml } from "../../../wire/plainYaml";
import { exactSizeText } from "../../../wire/sizeText";

/** A blob (§4.9) as far as a node's answer tells: some send the commitment and its proof before the data, others the data alone. */
export interface Blob {
  /** Version byte 01, then the SHA-256 of the commitment from its second byte on; as hex. */
  hash: string;
  /** 48 bytes as hex. */
  commitment: string | undefined;
  /** 48 bytes as hex. */
  proof: string | undefined;
  data: Uint8Array;
  /** What to know of the answer, in words. */
  note: string | undefined;
}

const partBytes = 48;

/** The parts of an answer to a lookup by `id`: what stands in front is the commitment exactly when the blob is named by it. */
export function readBlob(id: BlobId, response: Uint8Array): Blob {
  const own = partsOf(id, response);
  if (own) return own;
  const hex = asHex(response);
  const decoded = hex && partsOf(id, hex);
  if (decoded) return { ...decoded, note: "The node answered with hex text where bytes were asked for." };
  const commitment = "commitment" in id ? id.commitment : undefined;
  const hash = "hash" in id ? id.hash : versionedHash(hexToBytes(id.commitment));
  const note = hex ? "All of these bytes are hex digits: they may be the text of the bytes." : undefined;
  return { hash, commitment, proof: undefined, data: response, note };
}

/** The blob as a document: what names and proves it, and the beginning of its data. */
export function blobText({ hash, commitment, proof, data, note }: Blob, place: string): string {
  const fields = plainYaml({
    blob: hash,
    version: Number.parseInt(hash.slice(0, 2), 16),
    commitment: commitment ?? "not in the answer",
    proof: proof ?? "not in the answer",
    size: exactSizeText(data.length),
    note,
  });
  const dump = hexDump(data).map((line) => `  ${line}\n`);
  return `# Blob on ${place}\n${fields}data: |\n${dump.length > 0 ? dump.join("") : "  no bytes\n"}`;
}

function partsOf(id: BlobId, bytes: Uint8Array): Blob | undefined {
  if (bytes.length < 2 * partBytes) return undefined;
  const commitment = bytes.subarray(0, partBytes);
  const hash = versionedHash(commitment);
  const isOwn = "hash" in id ? id.hash === hash : id.commitment === bytesToHex(commitment);
  if (!isOwn) return undefined;
  const proof = bytesToHex(bytes.subarray(partBytes, 2 * partBytes));
  return { hash, commitment: bytesToHex(commitment), proof, data: bytes.subarray(2 * partBytes), note: undefined };
}

function versionedHash(commitment: Uint8Array): string {
  return `01${createHash("sha256").update(commitment).digest("hex").slice(2)}`;
}

function asHex(response: Uint8Array): Uint8Array | undefined {
  if (response.length === 0) return undefined;
  try {
    return hexToBytes(new TextDecoder().decode(response));
  } catch {
    return undefined;
  }
}
