import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { Refusal, refuse } from "../http/answer";
import type { Seeded } from "../chain/seeded";

/** What comes before the 32 bytes of an ed25519 key in PKCS #8. */
const pkcs8Start = Buffer.from("302e020100300506032b657004220420", "hex");
/** Hex digits of a signature. */
const signatureLength = 128;

/**
 * The key of the deployer of the sample contracts. Drivers are uploaded with their signature (§4.7), as with deployed
 * nodes over the SHA3-256 of the module, but by ed25519, which Node.js has.
 */
export class DriverKey {
  private readonly key: KeyObject;

  constructor(seeded: Seeded) {
    const der = Buffer.concat([pkcs8Start, seeded.bytes("driver key", 32)]);
    this.key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  }

  /** The private key for those who want to sign: PKCS #8 in base64. */
  get text(): string {
    return this.key.export({ format: "der", type: "pkcs8" }).toString("base64");
  }

  /** The signature of a module with this SHA3-256, in hex. */
  sign(digest: Uint8Array): string {
    return sign(null, digest, this.key).toString("hex");
  }

  /** Throws `Refusal` unless it is the key's signature of the module, in hex. */
  check(module: Uint8Array, signature: string): void {
    const { length } = signature;
    if (length !== signatureLength) {
      throw refuse.input(`Invalid signature: BadLength { found: ${length}, expected: ${signatureLength} }`);
    }
    if (!/^[0-9a-f]*$/i.test(signature)) throw refuse.input("Invalid signature: InvalidData");
    const fits = verify(null, digest(module), createPublicKey(this.key), Buffer.from(signature, "hex"));
    if (!fits) throw new Refusal(500, "Signature is not the contract owner's", "Verification error: ");
  }
}

/** The signature of a module in hex, by a key that the sandbox has printed. */
export function signDriver(module: Uint8Array, key: string): string {
  const der = Buffer.from(key, "base64");
  return sign(null, digest(module), createPrivateKey({ key: der, format: "der", type: "pkcs8" })).toString("hex");
}

function digest(module: Uint8Array): Buffer {
  return createHash("sha3-256").update(module).digest();
}
