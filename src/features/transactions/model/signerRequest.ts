/**
 * What a signer is given on its standard input, as one JSON object (docs/signer.md): integers as decimal text, bytes as
 * hex without `0x`, null for what the signer is to find itself. Fields that do not apply are left out.
 */
export interface SignerRequest extends SignedWhat {
  version: 1;
  url: string;
  prefix: string;
  chainId: number | null;
  nonce: string | null;
  gasLimit: string;
  gasPrice: string;
  /** The account that must sign, when it cannot be another: that of a transaction which is to be replaced. */
  sender?: string;
}

/** What a signer is given to sign a driver (§4.7) instead of a transaction. */
export interface DriverRequest extends Pick<SignerRequest, "version" | "url" | "prefix" | "chainId"> {
  kind: "sign-driver";
  contract: string;
  /** The contract's owner, as far as the node tells. */
  owner?: string;
  /** The SHA3-256 of the module. */
  digest: string;
}

/** What a transaction is to do. */
export interface SignedWhat {
  kind: "transfer" | "call" | "deploy";
  contract?: string;
  function?: string;
  input?: string;
  inputJson?: string;
  deposit?: string;
  to?: string;
  value?: string;
  memo?: string;
  /** Path of the contract's module. */
  module?: string;
  init?: string;
  owner?: string;
}
