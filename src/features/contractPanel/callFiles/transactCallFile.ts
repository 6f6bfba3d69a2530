import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import { NodeError } from "../../../client/failures/nodeError";
import type { SignCall } from "../../../client/transactions/signCall";
import type { TransactionLife } from "../../../client/transactions/transactionLife";
import type { CallFile } from "../../../contract/callFile";
import { usualBlocks } from "../../../contract/callFileTransaction";
import { bytesToHex } from "../../../wire/hex";
import { callInput } from "../model/runCall";
import { eventsVerdict, type EventsVerdict } from "../model/transactionVerdict";
import { witnessTransaction } from "../model/witnessTransaction";
import type { CallFileContext } from "./callFileEnvironment";
import { checkedRequest } from "./callFileRequest";

/** What the transactions of call files need besides. */
export type TransactContext = CallFileContext & { readonly signCall: SignCall };

/** How the transaction of a call file went: what is to be said of it, and whether its events were the expected ones. */
export interface Transacted {
  text: string;
  verdict: EventsVerdict;
}

/**
 * Has the call of a file signed and sent as a transaction, and waits for its execution or until it is final, as the file
 * says. `send` asks whatever is to be asked before. Rejects with a sentence when there is nothing to judge.
 */
export async function transactCallFile(
  context: TransactContext,
  file: CallFile,
  connection: Connection,
  signal: AbortSignal,
  send: (life: TransactionLife) => Promise<unknown>,
): Promise<Transacted> {
  const { transact, expectEvents = [] } = file;
  if (!transact) throw new TypeError("This call file sends no transaction.");
  await connection.connect();
  const checked = await checkedRequest(context, file, connection);
  const { contractId: contract, fn, input } = checked;
  const encoded = await callInput(await connection.node(), { ...checked, sendAs: "bytes" }, signal);
  const { gasLimit, gasPrice, deposit, until } = transact;
  const bytes = await context.signCall(connection, {
    ...{ contract, function: fn, deposit: String(deposit) },
    input: "bytes" in encoded ? bytesToHex(encoded.bytes) : "",
    ...("json" in input && { inputJson: input.json }),
    ...(gasLimit !== undefined && { gasLimit: String(gasLimit) }),
    ...(gasPrice !== undefined && { gasPrice: String(gasPrice) }),
  });
  signal.throwIfAborted();
  const life = connection.transactions.open(bytes);
  const withinBlocks = Math.max(usualBlocks, ...expectEvents.map((each) => each.withinBlocks));
  const outcome = await witnessTransaction(
    connection,
    life,
    { contract, until, withinBlocks },
    () => send(life),
    signal,
  );
  const verdict = eventsVerdict(expectEvents, outcome);
  const events = expectEvents.length === 0 ? "" : verdict.kind === "met" ? t`, its events are the expected ones` : "";
  const { height } = outcome;
  const state = until === "final" ? t`final in #${height}` : t`executed in #${height}`;
  return { text: `${state}${events}`, verdict };
}

/** Checks a transaction and sends it, unless something speaks against that. Rejects with what does. */
export async function sendUnlessObjected(connection: Connection, life: TransactionLife): Promise<void> {
  const { objections } = await connection.transactions.check(life);
  const [first] = objections;
  if (first !== undefined)
    throw new NodeError("refused", t`Nothing was sent: ${first}.`, { connection: connection.name });
  await connection.transactions.send(life);
}
