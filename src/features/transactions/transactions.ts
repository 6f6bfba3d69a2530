import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { NodeError } from "../../client/failures/nodeError";
import { requestCode } from "../../client/http/requestCode";
import { askRules, tryRun } from "../../client/transactions/checkTransaction";
import type { TransactionLife } from "../../client/transactions/transactionLife";
import { Disposables } from "../../base/disposables";
import { DriverProcess } from "../../driver/driverProcess";
import { commands, runCommand, type ReportError } from "../../host/commands";
import { setStatusBarMessage } from "../../host/messages";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { inWorkspace, saveWhereAsked } from "../../host/saveFile";
import { bytesToHex } from "../../wire/hex";
import { onNode } from "../../client/connectionConfig";
import type { AskInit } from "./askTransaction";
import { chooseTransaction } from "./chooseTransaction";
import { sendTransaction } from "./sendTransaction";
import { SignedTogether } from "./model/signedTogether";
import type { SignerRequest } from "./model/signerRequest";
import type { Made } from "./sign";
import { deploy, replace, transact, type TransactArgument } from "./transact";
import { TransactionDocuments, type Followed, type FollowedArgument } from "./transactionDocuments";
import { registerTransactionFiles } from "./transactionFiles";
import { registerTransactionTests } from "./transactionTestController";
import { TransactionMemory } from "./transactionMemory";
import { meantConnection } from "../../client/meantConnection";

export { signDriver } from "./sign";
export { signCall } from "./transact";

interface TransactionsNeeds {
  /** The file that the drivers' process runs. */
  driverProcess: string;
  /** Asks what a contract begins with, by the module of its driver. */
  askInit: (drivers: DriverProcess, title: string) => ReturnType<AskInit>;
  connections: Connections;
  documents: ReadOnlyDocuments;
  /** Remembers what is followed in this workspace. */
  memory: vscode.Memento;
  report: ReportError;
}

/** Checking, sending and following transactions (§4.5, §6.2). No key is ever needed: they come signed. */
export function registerTransactions({
  connections,
  documents,
  memory,
  report,
  ...needs
}: TransactionsNeeds): vscode.Disposable {
  const owned = new Disposables();
  const drivers = owned.add(new DriverProcess(needs.driverProcess));
  const askInit: AskInit = (title) => needs.askInit(drivers, title);
  const shown = owned.add(new TransactionDocuments(documents));
  owned.add(registerTransactionFiles(connections));
  owned.add(registerTransactionTests(connections, report));
  const remembered = owned.add(new TransactionMemory(memory, report));
  const known = new WeakSet<Connection>();
  /** What the signer was given for a transaction, as long as this window knows it. */
  const requests = new WeakMap<TransactionLife, SignerRequest>();
  const together = new WeakMap<Connection, SignedTogether>();
  const meet = () => {
    for (const connection of connections.all) {
      if (known.has(connection)) continue;
      known.add(connection);
      shown.watch(connection);
      remembered.keep(connection);
    }
  };
  owned.add(connections.onChange(({ kind }) => kind === "set" && meet()));
  meet();

  const meant = (argument: unknown) => meantConnection(connections, { connection: rowOf(argument)?.connection });
  const check = async (argument: unknown) => {
    const connection = meant(argument);
    const { transactions } = connection;
    const hash = rowOf(argument)?.transaction?.hash;
    if (hash !== undefined) return shown.open({ connection, life: transactions.follow(hash) });
    await examine(connection, await chooseTransaction(t`Check Transaction${onNode(connection.config)}`, argument));
  };
  const signedOn = (connection: Connection) => {
    const signed = together.get(connection) ?? new SignedTogether();
    together.set(connection, signed);
    return signed;
  };
  const send = async (followed: Followed) => {
    await shown.open(followed);
    await sendTransaction(followed, signedOn(followed.connection).sentMeanwhile(followed.life));
  };
  const examine = async (connection: Connection, bytes: Uint8Array | undefined, asked?: SignerRequest) => {
    if (!bytes) return;
    const { transactions } = connection;
    const life = transactions.open(bytes);
    if (asked) {
      requests.set(life, asked);
      if (asked.nonce === null) signedOn(connection).add(life);
      life.learn({ gasLimit: BigInt(asked.gasLimit), gasPrice: BigInt(asked.gasPrice) });
    }
    await transactions.check(life);
    await shown.open({ connection, life });
  };
  const made = async (connection: Connection, making: Promise<Made | undefined>) => {
    const { bytes, request } = (await making) ?? {};
    await examine(connection, bytes, request);
  };
  const on = (run: (followed: Followed) => unknown) => (argument?: unknown) => run(followedOf(connections, argument));

  const transactOn = (argument: unknown) => {
    const connection = meant(argument);
    return made(connection, transact(connection, transactArgument(argument), askInit));
  };
  const deployOn = (argument: unknown, path: unknown) => {
    const connection = meant(argument);
    return made(connection, deploy(connection, askInit, typeof path === "string" ? path : undefined));
  };
  const ask = (what: typeof askRules) =>
    on(async (followed) => {
      await followed.connection.transactions.ask(followed.life, what);
      await shown.open(followed);
    });
  const registered = commands(report, {
    "chainscope.checkTransaction": check,
    "chainscope.transact": transactOn,
    "chainscope.deployContract": deployOn,
    "chainscope.replaceTransaction": on((followed) =>
      made(followed.connection, replace(followed, requests.get(followed.life))),
    ),
    "chainscope.preverifyTransaction": ask(askRules),
    "chainscope.simulateTransaction": ask(tryRun),
    "chainscope.openFollowed": on((followed) => shown.open(followed)),
    "chainscope.sendTransaction": on(send),
    "chainscope.lookForTransaction": on(({ connection, life }) => connection.transactions.lookFor(life)),
    "chainscope.stopFollowing": on(({ connection, life }) => connection.transactions.stop(life)),
    "chainscope.openTransactionBlock": on(openBlock),
    "chainscope.copyTransactionId": on(({ life: { id = "" } }) => vscode.env.clipboard.writeText(id)),
    "chainscope.copyTransactionCurl": on(copyCurl),
    "chainscope.saveTransaction": on(save),
  });
  owned.add(registered);
  return owned;
}

/** What of a row of the Connections view matters here. */
interface Row {
  connection?: Connection;
  life?: TransactionLife;
  transaction?: { hash: string };
}

function rowOf(argument: unknown): Row | undefined {
  return typeof argument === "object" && argument !== null && !(argument instanceof vscode.Uri) ? argument : undefined;
}

/** What is to be called, where a contract or a call was the place of the command. */
function transactArgument(argument: unknown): TransactArgument {
  return (rowOf(argument) ?? {}) as TransactArgument;
}

function followedOf(connections: Connections, argument: unknown): Followed {
  const { connection, life } = rowOf(argument) ?? {};
  if (connection && life) return { connection, life };
  const { connectionId, key } = (argument ?? {}) as Partial<FollowedArgument>;
  const place = connections.byId(connectionId);
  const found = place && key !== undefined ? place.transactions.get(key) : undefined;
  if (place && found) return { connection: place, life: found };
  throw new NodeError("invalid-input", t`This transaction is not followed any more. Check it again.`);
}

function openBlock({ connection, life: { outcome } }: Followed): Thenable<unknown> | undefined {
  return outcome && runCommand("chainscope.openBlock", { connection, id: outcome.hash ?? String(outcome.height) });
}

/** The request that sends it, to be run elsewhere. */
async function copyCurl({ connection, life }: Followed): Promise<void> {
  const bytes = await connection.transactions.bytesFor(life);
  const request = {
    path: "/on/transactions/propagate",
    headers: { "Content-Type": "application/octet-stream" },
    body: { hex: bytesToHex(bytes) },
  };
  const { config, prefix } = connection;
  await vscode.env.clipboard.writeText(requestCode("curl", { ...config, prefix }, request));
  setStatusBarMessage(t`Copied the request that sends this transaction.`, 4000);
}

async function save({ connection, life }: Followed): Promise<void> {
  const bytes = await connection.transactions.bytesFor(life);
  const name = `${(life.id ?? life.key).slice(0, 8)}.tx`;
  await saveWhereAsked({ title: t`Save Transaction`, ...inWorkspace(name) }, () => bytes);
}
