import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { SignerConfig } from "../../client/connectionConfig";
import { NodeError } from "../../client/failures/nodeError";
import { cancellable } from "../../host/cancellation";
import type { SignDriver } from "../../client/transactions/signCall";
import { runSigner, signDriver as runDriverSigner, type Signed } from "./model/runSigner";
import type { SignedWhat, SignerRequest } from "./model/signerRequest";
import { chainIdOf } from "./transactionDocuments";

/** A transaction that the person's signer made, and what that was given for it. */
export interface Made extends Signed {
  request: SignerRequest;
}

/** The connection's signer. Throws, with a button for what is to be done, where none can be run. */
export function requireSigner({ config, name }: Connection): SignerConfig {
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
  return config.signer;
}

/**
 * Has the connection's signer make a transaction, which is not sent. Without a nonce it is to take the next one, so what was
 * sent before is waited for until it is in the mempool.
 */
export async function sign(
  connection: Connection,
  what: SignedWhat & Pick<SignerRequest, "gasLimit" | "gasPrice"> & Partial<Pick<SignerRequest, "nonce" | "sender">>,
): Promise<Made> {
  const signer = requireSigner(connection);
  const request: SignerRequest = { ...common(connection), nonce: null, ...what };
  return cancellable(waiting, async (signal) => {
    if (request.nonce === null) await connection.transactions.arrived(signal);
    return { ...(await runSigner(signer, request, signal)), request };
  });
}

/** Has the connection's signer sign a driver. */
export const signDriver: SignDriver = async (connection, driver) => {
  const signer = requireSigner(connection);
  const request = { ...common(connection), kind: "sign-driver", ...driver } as const;
  return cancellable(waiting, (signal) => runDriverSigner(signer, request, signal));
};

const waiting = t`Waiting for the signer`;

/** What is said of the node whatever is to be signed. */
function common(connection: Connection) {
  const { config, prefix } = connection;
  const chainId = chainIdOf(connection);
  return { version: 1, url: config.url, prefix, chainId: chainId === undefined ? null : Number(chainId) } as const;
}
