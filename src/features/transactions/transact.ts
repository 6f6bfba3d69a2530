import * as vscode from "vscode";
import type { Connection } from "../../client/connection";
import { onNode } from "../../client/connectionConfig";
import { NodeError } from "../../client/failures/nodeError";
import { checkJson } from "../../client/http/requestParts";
import { contractNamed } from "../../contract/schema/knownContracts";
import { showInputBox } from "../../host/inputBoxes";
import { withProgress } from "../../host/messages";
import { showQuickPick } from "../../host/quickPicks";
import { words } from "../../host/words";
import { coinsToUnits } from "../../wire/coins";
import { bytesToHex } from "../../wire/hex";
import { checkAccountKey } from "../../wire/ids";
import { integerFrom } from "../../wire/integerText";
import { runSigner } from "./model/runSigner";
import type { SignerRequest } from "./model/signerRequest";
import { chainIdOf } from "./transactionDocuments";

/** Gas that a transfer, and most calls, need less than; the check of what was signed says how much it is. */
const usualGas = { transfer: "500000", call: "10000000" } as const;

/**
 * Asks for a transfer or a call, and has the connection's signer make a transaction of it. Resolves to its bytes, which
 * are not sent, or to undefined when the person gives up.
 */
export async function transact(connection: Connection): Promise<Uint8Array | undefined> {
  const { signer } = connection.config;
  if (!signer) {
    throw new NodeError("invalid-input", `${connection.name} has no signer.`, {
      remedy: "Name the program that signs for you in the connection's settings, as “signer”.",
      remedies: ["edit-connection"],
      connection: connection.name,
    });
  }
  if (!vscode.workspace.isTrusted && connection.config.origin === "settings")
    throw new NodeError("invalid-input", "No signer is run in an untrusted workspace.", { remedies: ["manage-trust"] });
  const title = `Transact${onNode(connection.config)}`;
  const kinds = [
    { label: "Transfer…", description: "coins to an account", does: "transfer" as const },
    { label: "Call…", description: "a function of a contract", does: "call" as const },
  ];
  const picked = await showQuickPick(kinds, { title, placeHolder: "What to sign" });
  if (!picked) return undefined;
  const what = picked.does === "transfer" ? await askTransfer(title) : await askCall(title, connection);
  const gasLimit = what && (await askInteger(title, "Gas limit: what it may use at most", usualGas[picked.does]));
  const gasPrice =
    gasLimit && (await askInteger(title, "Gas price: units for one unit of gas", await usualPrice(connection)));
  if (!gasPrice) return undefined;
  const chainId = chainIdOf(connection);
  const request: SignerRequest = {
    ...{ version: 1, kind: picked.does, url: connection.config.url, prefix: connection.prefix },
    ...{ chainId: chainId === undefined ? null : Number(chainId), nonce: null, gasLimit, gasPrice },
    ...what,
  };
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: "Waiting for the signer",
    cancellable: true,
  };
  return withProgress(progress, async (_, token) => {
    const abort = new AbortController();
    const listening = token.onCancellationRequested(() => abort.abort());
    try {
      const { bytes } = await runSigner(signer, request, abort.signal);
      return bytes;
    } finally {
      listening.dispose();
    }
  });
}

type What = Pick<SignerRequest, "contract" | "function" | "input" | "inputJson" | "deposit" | "to" | "value" | "memo">;

async function askTransfer(title: string): Promise<What | undefined> {
  const to = await ask(title, "Receiver: the account's public key", "", (text) => {
    const checked = checkAccountKey(text);
    return checked.ok ? undefined : checked.problem;
  });
  const coins = to && (await ask(title, "Amount in coins", "", amountProblem));
  if (!to || !coins) return undefined;
  const memo = await ask(title, "Memo; leave it empty for none", "", () => undefined);
  if (memo === undefined) return undefined;
  return {
    to: to.trim(),
    value: unitsOf(coins),
    ...(memo !== "" && { memo: bytesToHex(new TextEncoder().encode(memo)) }),
  };
}

async function askCall(title: string, connection: Connection): Promise<What | undefined> {
  const { contracts } = connection.config;
  const named = await ask(title, "Contract: its name or id", "", (text) => {
    const checked = contractNamed(text, contracts);
    return checked.ok ? undefined : checked.problem;
  });
  const contract = named && contractNamed(named, contracts);
  if (!contract || !contract.ok) return undefined;
  const fn = await ask(title, "Function", "", (text) => (text.trim() === "" ? "Name a function." : undefined));
  const inputJson = fn && (await ask(title, words`Input of ${fn} as JSON`, "null", jsonProblem));
  if (!fn || !inputJson) return undefined;
  const coins = await ask(title, "Deposit in coins", "0", amountProblem);
  if (!coins) return undefined;
  const { drivers } = await connection.node();
  const input = bytesToHex(await drivers.encodeInput(contract.value, fn.trim(), inputJson));
  return { contract: contract.value, function: fn.trim(), input, inputJson, deposit: unitsOf(coins) };
}

function ask(
  title: string,
  prompt: Parameters<typeof showInputBox>[0]["prompt"] & {},
  value: string,
  problem: (text: string) => string | undefined,
): Thenable<string | undefined> {
  return showInputBox({ title, prompt, value, ignoreFocusOut: true, validateInput: problem });
}

function askInteger(title: string, prompt: string, value: string): Thenable<string | undefined> {
  return ask(title, prompt, value, (text) =>
    (integerFrom(text) ?? 0n) > 0n ? undefined : "Write a whole number above 0.",
  );
}

/** The middle of the prices that wait; where none do, or the node does not say, the lowest. */
async function usualPrice(connection: Connection): Promise<string> {
  const prices = await (await connection.node()).network.gasPrice().catch(() => undefined);
  return String(prices?.median || 1n);
}

function amountProblem(text: string): string | undefined {
  const read = coinsToUnits(text);
  return read.ok ? undefined : read.problem;
}

function unitsOf(coins: string): string {
  const read = coinsToUnits(coins);
  return read.ok ? String(read.value) : "0";
}

function jsonProblem(text: string): string | undefined {
  try {
    checkJson(text);
    return undefined;
  } catch (error) {
    return NodeError.from(error).message;
  }
}
