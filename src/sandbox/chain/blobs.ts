import { createHash } from "node:crypto";
import type { Seeded } from "./seeded";

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

export function versionedHash(commitment: Uint8Array): string {
  return `01${createHash("sha256").update(commitment).digest("hex").slice(2)}`;
}
