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

/**
 * Has a person's own signer make a transaction of a call. Resolves to its bytes, which are not sent; rejects with a
 * NodeError that says what is missing where the connection has no signer.
 */
export type SignCall = (connection: Connection, call: CallToSign) => Promise<Uint8Array>;
