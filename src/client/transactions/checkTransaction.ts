import { t } from "../../base/translate";
import { amountWords } from "../../wire/coins";
import { grouped } from "../../wire/integerText";
import { fieldsOf, integerOf } from "../../wire/json/fields";
import { NodeError } from "../failures/nodeError";
import { missingChainId } from "../chain/chainId";
import type { NodeConnection } from "../nodeConnection";
import type { GasPrice } from "../routes/networkClient";
import type { Simulation } from "../routes/transactionClient";
import { readRefusal, reasonWords, type Refusal } from "./reasonWords";
import type { TransactionFacts } from "./transactionFacts";
import { present } from "../../base/present";

/** What is found of a transaction before it is sent. */
export interface TransactionCheck {
  /** What speaks against sending it, in plain words; empty when nothing does. */
  objections: readonly string[];
  /** All that was found, a line for each. */
  lines: readonly string[];
  /** What it would cost, for the question whether to send it. */
  cost: string | undefined;
  id?: string;
  /** Where the node has it already. */
  known?: Refusal["known"];
}

/**
 * Looks at a transaction by all that a node offers (§4.5, §4.4, §2.4), since none of it tells everything: preverify passes
 * a wrong chain and a gas limit above the block's, simulate finds both and calls a nonce that waits for others unusable.
 * Rejects when the node answers nothing of it.
 */
export async function checkTransaction(
  node: NodeConnection,
  bytes: Uint8Array,
  facts: TransactionFacts,
  signal?: AbortSignal,
): Promise<TransactionCheck> {
  const [rules, trial, figures, prices] = await Promise.allSettled([
    node.transactions.preverify({ bytes }, signal),
    node.transactions.simulate({ bytes }, signal),
    nodeFigures(node, signal),
    node.network.gasPrice(undefined, signal),
  ]);
  signal?.throwIfAborted();
  if (rules.status === "rejected" && figures.status === "rejected") throw rules.reason;
  const refusal = rules.status === "rejected" ? refusalOf(rules.reason) : undefined;
  const refused = refusal && (await withNextNonce(node, refusal));
  const { gas, failure } = trialOf(trial);
  // What waits in the mempool is not executed yet: the rules know that it is there, a trial run does not.
  const isBehind = !refusal && failure !== undefined && /\bNonce not ready\b/.test(failure);
  const failed = failure === undefined || isBehind ? undefined : failureWords(failure, gas);
  const cost = costWords(gas, facts.gasPrice ?? valueOf(prices)?.min ?? 1n);
  const lines = [
    rulesLine(refused),
    isBehind ? t`· trial run: not possible while the nonces before it wait` : trialLine(failed, gas),
    cost && t`· fee: ${cost}`,
    poolWords(valueOf(prices)),
    valueOf(figures),
  ];
  return {
    objections: [...new Set([refused, failed].flatMap((each) => each ?? []))],
    lines: lines.flatMap((line) => line || []),
    cost,
    ...present({ id: refusal?.id, known: refusal?.known }),
  };
}

/** What the node's rules say (§4.5 preverify), as a line. Rejects when the node does not answer. */
export async function askRules(node: NodeConnection, bytes: Uint8Array, signal?: AbortSignal): Promise<string> {
  try {
    await node.transactions.preverify({ bytes }, signal);
    return rulesLine(undefined);
  } catch (error) {
    signal?.throwIfAborted();
    if (NodeError.from(error).status === undefined) throw error;
    return rulesLine(await withNextNonce(node, refusalOf(error)));
  }
}

/** What a trial run comes to (§4.5 simulate), as a line. Rejects when the node does not answer. */
export async function tryRun(node: NodeConnection, bytes: Uint8Array, signal?: AbortSignal): Promise<string> {
  const [trial] = await Promise.allSettled([node.transactions.simulate({ bytes }, signal)]);
  signal?.throwIfAborted();
  if (trial.status === "rejected" && NodeError.from(trial.reason).status === undefined) throw trial.reason;
  const { gas, failure } = trialOf(trial);
  return trialLine(failure === undefined ? undefined : failureWords(failure, gas), gas);
}

function rulesLine(refused: string | undefined): string {
  return refused === undefined ? t`✔ rules: nothing speaks against it` : t`✘ rules: ${refused}`;
}

function trialLine(failed: string | undefined, gas: bigint | undefined): string {
  if (failed !== undefined) return t`✘ trial run: ${failed}`;
  return gas === undefined ? t`✔ trial run: works` : t`✔ trial run: works, gas ${grouped(gas)}`;
}

/** What is wrong, by what was thrown: the node's words where it gave some. */
export function refusalOf(thrown: unknown): Refusal {
  const error = NodeError.from(thrown);
  return readRefusal(error.response && error.status !== undefined ? error.response : error.message);
}

/** A used nonce is told with the next one, where the node's words name the account. */
async function withNextNonce(node: NodeConnection, { text, sender }: Refusal): Promise<string> {
  if (sender === undefined) return text;
  const nonce = await node.contracts.account(sender).then(
    (account) => account.nonce,
    () => undefined,
  );
  return nonce === undefined ? text : t`${text}; the next is ${nonce + 1n}`;
}

function trialOf(trial: PromiseSettledResult<Simulation>): { gas?: bigint | undefined; failure: string | undefined } {
  if (trial.status === "fulfilled") return { gas: trial.value.gasSpent, failure: trial.value.error };
  const { response, message } = NodeError.from(trial.reason);
  return { failure: response || message };
}

function failureWords(failure: string, gas: bigint | undefined): string {
  const words = reasonWords(failure);
  return gas ? t`${words}; all of its gas, ${grouped(gas)}, would be spent` : words;
}

function costWords(gas: bigint | undefined, price: bigint): string | undefined {
  return gas ? t`${amountWords(gas * price)}, for gas ${grouped(gas)} at price ${grouped(price)}` : undefined;
}

function poolWords(prices: GasPrice | undefined): string | undefined {
  const { min, median, max } = prices ?? {};
  if (min === undefined || median === undefined || max === undefined) return undefined;
  return t`· prices that wait: from ${grouped(min)} to ${grouped(max)}, the middle one ${grouped(median)}`;
}

async function nodeFigures(node: NodeConnection, signal: AbortSignal | undefined): Promise<string> {
  const info = await node.node.info(signal);
  const chain = integerOf(info["chain_id"]) ?? (await missingChainId(node, info, signal));
  const limit = integerOf(fieldsOf(info["vm_config"])["block_gas_limit"]);
  const known = [
    chain !== undefined && t`chain ${chain}`,
    limit !== undefined && t`gas limit of a block ${grouped(limit)}`,
  ];
  const text = known.filter(Boolean).join(", ");
  return text && t`· node: ${text}`;
}

function valueOf<T>(settled: PromiseSettledResult<T>): T | undefined {
  return settled.status === "fulfilled" ? settled.value : undefined;
}
