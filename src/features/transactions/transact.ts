import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { SignCall } from "../../client/transactions/signCall";
import { onNode } from "../../client/connectionConfig";
import { runCommand } from "../../host/commands";
import { showQuickPick } from "../../host/quickPicks";
import { waitingFacts } from "../../client/transactions/transactionLookup";
import { askDeploy, askDeposit, askInteger, askTransfer, type AskInit } from "./askTransaction";
import { deployProposals, proposedLimit, proposedPrice } from "./model/proposals";
import { replacementOf } from "./model/replacement";
import type { SignedWhat, SignerRequest } from "./model/signerRequest";
import { requireSigner, sign, type Made } from "./sign";
import type { Followed } from "./transactionDocuments";
import { NodeError } from "../../client/failures/nodeError";
import { grouped } from "../../wire/integerText";

/** What a transaction is to do, as far as it is known where the command was chosen. */
export interface TransactArgument {
  contractId?: string;
  functionName?: string;
  /** The input as the contract's driver encodes it, as hex, and the JSON that it came from. */
  input?: string;
  inputJson?: string;
}

/** Gas that transfers and most calls need less than: what a trial run may use, and what is proposed where that fails. */
const usualGas = { transfer: 500_000n, call: 10_000_000n } as const;
const trialGas = { transfer: 5_000_000n, call: 100_000_000n } as const;

/**
 * Asks for a transfer or a call, and has the connection's signer make a transaction of it: once for a trial run, by which a
 * gas limit is proposed, and once with the figures that the person has confirmed. Resolves to that, which is not sent, or to
 * undefined when the person gives up, or goes on in the contract page.
 */
export async function transact(
  connection: Connection,
  argument: TransactArgument,
  askInit: AskInit,
): Promise<Made | undefined> {
  requireSigner(connection);
  const title = t`Transact${onNode(connection.config)}`;
  const { contractId: contract, functionName, input, inputJson } = argument;
  if (contract !== undefined && functionName !== undefined && input !== undefined) {
    const deposit = await askDeposit(title);
    const what = { contract, function: functionName, input, ...(inputJson !== undefined && { inputJson }), deposit };
    return deposit === undefined ? undefined : confirmed(connection, title, { kind: "call", ...what, deposit });
  }
  const kinds = [
    { label: t`Transfer…`, description: t`coins to an account`, does: "transfer" },
    { label: t`Call…`, description: t`a function of a contract`, does: "call" },
    { label: t`Deploy…`, description: t`a contract`, does: "deploy" },
  ] as const;
  const does =
    contract !== undefined ? "call" : (await showQuickPick(kinds, { title, placeHolder: t`What to sign` }))?.does;
  if (does === "deploy") return deploy(connection, askInit);
  if (does === "call") {
    // The input is asked for where all of them are, by the contract's schema; from there it comes back here.
    await runCommand("chainscope.callContract", { ...argument, connection, transacts: true });
    return undefined;
  }
  const what = does && (await askTransfer(title));
  return what && confirmed(connection, title, what);
}

/** Asks for a contract's module and what it begins with, and has a deployment made of it, at what the node asks for that. */
export async function deploy(connection: Connection, askInit: AskInit, path?: string): Promise<Made | undefined> {
  requireSigner(connection);
  const title = t`Deploy Contract${onNode(connection.config)}`;
  const asked = await askDeploy(title, path, askInit);
  if (!asked) return undefined;
  const { bytes, ...what } = asked;
  const figures = await deployProposals(await connection.node(), bytes, usualGas.call);
  const price = await askInteger(title, t`Gas price: units for one unit of gas`, figures.price, figures.leastPrice);
  const limit = price && (await askInteger(title, t`Gas limit`, figures.limit, 1n, BigInt(price)));
  return limit ? sign(connection, { ...what, gasPrice: price, gasLimit: limit }) : undefined;
}

/**
 * Asks for a higher gas price for a transaction that waits, and has the signer make the same again with it. `asked`: what it
 * was given for the first. Rejects when it waits no more.
 */
export async function replace(
  { connection, life }: Followed,
  asked: SignerRequest | undefined,
): Promise<Made | undefined> {
  requireSigner(connection);
  if (life.id === undefined)
    throw new NodeError("invalid-input", t`Its id is not known yet, so it cannot be replaced.`);
  const node = await connection.node();
  const { offered, ...what } = replacementOf(await waitingFacts(node, life.id), asked);
  const title = t`Replace Transaction${onNode(connection.config)}`;
  const tenth = offered + (offered + 9n) / 10n;
  const proposal = await proposedPrice(node, tenth, t`above ${grouped(offered)}, which the first one offers`);
  const price = await askInteger(
    ...([title, t`Gas price: units for one unit of gas`, proposal, offered + 1n] as const),
    BigInt(what.gasLimit),
  );
  return price ? sign(connection, { ...what, gasPrice: price }) : undefined;
}

/** Asks for gas price and gas limit, with what the pool and a trial run tell of them, and signs. */
async function confirmed(
  connection: Connection,
  title: string,
  what: SignedWhat & { kind: "transfer" | "call" },
): Promise<Made | undefined> {
  const node = await connection.node();
  const gasPrice = await askInteger(title, t`Gas price: units for one unit of gas`, await proposedPrice(node));
  if (!gasPrice) return undefined;
  const trial = await sign(connection, { ...what, gasPrice: "1", gasLimit: String(trialGas[what.kind]) });
  const proposal = await proposedLimit(node, trial.bytes, usualGas[what.kind]);
  const gasLimit = await askInteger(title, t`Gas limit`, proposal, 1n, BigInt(gasPrice));
  return gasLimit ? sign(connection, { ...what, gasPrice, gasLimit }) : undefined;
}

/** Has the signer make a call, with what is usual for gas limit and price unless they are given. */
export const signCall: SignCall = async (connection, call) => {
  requireSigner(connection);
  const { gasLimit = String(usualGas.call), gasPrice, ...what } = call;
  const price = gasPrice ?? String((await proposedPrice(await connection.node())).value);
  const { bytes } = await sign(connection, { ...what, kind: "call", gasLimit, gasPrice: price });
  return bytes;
};
