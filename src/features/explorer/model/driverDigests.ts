import { limits } from "../../../wire/limits";

/** The SHA3-256 of a contract's driver, and the owner's signature of it (§2.9), by which another driver is known. */
export interface DriverDigest {
  /** Hex. */
  sha3: string;
  signature: string | undefined;
}

/** The digests of the drivers of a node that were fetched, by the ids of their contracts. */
export class DriverDigests {
  private readonly known = new Map<string, DriverDigest>();

  /** The SHA3-256 of a contract's driver with this signature, if that one was fetched. */
  of(contractId: string, signature: string | undefined): string | undefined {
    const known = this.known.get(contractId);
    return known?.signature === signature ? known?.sha3 : undefined;
  }

  note(contractId: string, digest: DriverDigest): void {
    this.known.delete(contractId);
    this.known.set(contractId, digest);
    const [oldest = contractId] = this.known.keys();
    if (this.known.size > limits.contractsWithTopics) this.known.delete(oldest);
  }

  clear(): void {
    this.known.clear();
  }
}
