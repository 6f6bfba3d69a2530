import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { NodeError } from "../../client/failures/nodeError";
import { cancellable } from "../../host/cancellation";
import { runSigner, type Signed } from "./model/runSigner";
import type { SignedWhat, SignerRequest } from "./model/signerRequest";
import { chainIdOf } from "./transactionDocuments";

/** A transaction that the person's signer made, and what that was given for it. */
export interface Made extends Signed {
  request: SignerRequest;
}

/** Throws, with a button for what is to be done, where no signer can be run. */
export function requireSigner({ config, name }: Connection): void {
  if (!config.signer) {
    throw new NodeError("invalid-input", t`${name} has no signer.`, {
      remedy: t`Name the program that signs for you in the connection's settings, as “signer”.`,
      remedies: ["edit-connection"],
      connection: name,
    });
  }
  if (!vscode.workspace.isTrusted && config.origin === "settings")
    throw new NodeError("invalid-input", t`No signer is run in an untrusted workspace.`, {
      remedies: ["manage-trust"],
    });
}

/**
 * Has the connection's signer make a transaction, which is not sent. Without a nonce it is to take the next one, so what was
 * sent before is waited for until it is in the mempool.
 */
export async function sign(
  connection: Connection,
  what: SignedWhat & Pick<SignerRequest, "gasLimit" | "gasPrice"> & Partial<Pick<SignerRequest, "nonce" | "sender">>,
): Promise<Made> {
  requireSigner(connection);
  const { config, prefix, transactions } = connection;
  const { signer } = config;
  if (!signer) throw new TypeError("No signer.");
  const chainId = chainIdOf(connection);
  const request: SignerRequest = {
    ...{ version: 1, url: config.url, prefix, chainId: chainId === undefined ? null : Number(chainId), nonce: null },
    ...what,
  };
  return cancellable(t`Waiting for the signer`, async (signal) => {
    if (request.nonce === null) await transactions.arrived(signal);
    return { ...(await runSigner(signer, request, signal)), request };
  });
}
