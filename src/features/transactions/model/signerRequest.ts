/**
 * What a signer is given on its standard input, as one JSON object (docs/signer.md): integers as decimal text, bytes as
 * hex without `0x`, null for what the signer is to find itself. Fields that do not apply are left out.
 */
export interface SignerRequest {
  version: 1;
  kind: "transfer" | "call";
  url: string;
  prefix: string;
  chainId: number | null;
  nonce: string | null;
  gasLimit: string;
  gasPrice: string;
  contract?: string;
  function?: string;
  input?: string;
  inputJson?: string;
  deposit?: string;
  to?: string;
  value?: string;
  memo?: string;
}
