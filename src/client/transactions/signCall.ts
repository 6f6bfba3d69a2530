import type { Connection } from "../connection";

/** A call to be made a transaction: integers as decimal text, bytes as hex; gas limit and price as usual unless given. */
export interface CallToSign {
  contract: string;
  function: string;
  input: string;
  inputJson?: string;
  deposit: string;
  gasLimit?: string;
  gasPrice?: string;
}

/** A driver to be signed: the SHA3-256 of its module, and the contract's owner as far as the node tells. */
export interface DriverToSign {
  contract: string;
  owner?: string;
  digest: string;
}

/** Has a person's own signer sign a driver (§4.7). Resolves to the signature in hex; rejects like `SignCall`. */
export type SignDriver = (connection: Connection, driver: DriverToSign) => Promise<string>;

/**
 * Has a person's own signer make a transaction of a call. Resolves to its bytes, which are not sent; rejects with a
 * NodeError that says what is missing where the connection has no signer.
 */
export type SignCall = (connection: Connection, call: CallToSign) => Promise<Uint8Array>;
