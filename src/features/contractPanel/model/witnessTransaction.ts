import { t } from "../../../base/translate";
import { Disposables, type Disposable } from "../../../base/disposables";
import type { Connection } from "../../../client/connection";
import { NodeError } from "../../../client/failures/nodeError";
import { failureLine } from "../../../client/failures/failureWords";
import { standingWords } from "../../../client/transactions/lifeText";
import { reasonWords } from "../../../client/transactions/reasonWords";
import type { TransactionLife } from "../../../client/transactions/transactionLife";
import type { EventFrame } from "../../../wire/eventFrame";
import { limits } from "../../../wire/limits";
import type { EmittedEvent, TransactionOutcome } from "./transactionVerdict";

/** What is waited for: how far the transaction is to come, in how many blocks it must be executed, whose events count. */
export interface Awaited {
  contract: string;
  until: "executed" | "final";
  withinBlocks: number;
}

/**
 * Has a transaction sent, and waits until it has come as far as is wanted, with what the contract emitted because of it. The
 * events are listened to before anything is sent. Rejects with a sentence when it never comes so far, or that cannot be told.
 */
export async function witnessTransaction(
  connection: Connection,
  life: TransactionLife,
  awaited: Awaited,
  send: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<TransactionOutcome> {
  const node = await connection.node();
  await connection.connect();
  const owned = new Disposables();
  const frames: { topic: string; origin: string | undefined; data: Uint8Array }[] = [];
  let blocks = 0;
  let executed: { blocks: number; hash: string | undefined } | undefined;
  let doubt: string | undefined;
  let removedAt: number | undefined;
  const take = ({ target, origin, data }: EventFrame) => {
    if (life.id !== undefined && origin !== life.id) return;
    if (frames.length < limits.witnessed.events) frames.push({ topic: target.topic ?? "", origin, data: data.slice() });
    else doubt = t`only the first ${limits.witnessed.events} events of the contract were kept`;
  };
  try {
    const target = { component: "contracts", entity: awaited.contract };
    const subscription = owned.add(node.events.subscribe(target, take, t`to see what a transaction emits`));
    await until(
      (look) => [subscription.onState(look)],
      () => subscription.state.kind !== "wanted" || undefined,
      signal,
    );
    if (subscription.state.kind === "failed") throw subscription.state.error;
    owned.add(
      connection.chain.onNews(({ kind }) => {
        if (kind === "accepted") blocks++;
        if (kind === "missed" || kind === "restarted") doubt = lost;
      }),
    );
    owned.add(node.events.session.onState(({ kind: at }) => void (at !== "open" && (doubt = lost))));
    await send();
    if (life.standing === "checked") throw new DOMException(t`Nothing was sent.`, "AbortError");
    const note = () => {
      const hash = life.outcome?.hash;
      const isElsewhere = executed?.hash !== undefined && executed.hash !== hash;
      if (executed && (!life.isInBlock || isElsewhere)) doubt = t`its block was reverted meanwhile`;
      if (life.isInBlock) executed = { blocks: executed?.blocks ?? blocks, hash };
    };
    await until(
      (look) => [
        connection.transactions.onChange((each) => each === life && look()),
        connection.chain.onNews(look),
        connection.onStatus(look),
      ],
      () => {
        note();
        if (life.standing === "removed") removedAt ??= blocks;
        // What has replaced it is told after it was removed.
        return life.standing === "removed" && removedAt === blocks
          ? undefined
          : settled(connection, life, awaited, blocks);
      },
      signal,
    );
    const own = frames.filter(({ origin }) => origin !== undefined && origin === life.id);
    const events: EmittedEvent[] = [];
    for (const { topic, data } of own) {
      events.push({ topic, json: (await node.drivers.decodeEvent(awaited.contract, topic, data)).text });
    }
    return { height: life.outcome?.height ?? 0n, blocks: Math.max(1, executed?.blocks ?? blocks), events, doubt };
  } finally {
    owned.dispose();
  }
}

const lost = t`the event session was lost meanwhile`;

/** True once it has come as far as is wanted; throws when it will not, or no one can say. */
function settled(connection: Connection, life: TransactionLife, awaited: Awaited, blocks: number): true | undefined {
  const { outcome, standing, isInBlock, steps } = life;
  const fail = (why: string): never => {
    throw new NodeError("refused", why, { connection: connection.name });
  };
  if (outcome?.error !== undefined && isInBlock)
    return fail(t`The transaction failed in #${outcome.height}: ${reasonWords(outcome.error)}.`);
  if (standing === "final") return true;
  // What it used is told with its execution, after all that it has emitted.
  if (awaited.until === "executed" && isInBlock && outcome?.gas !== undefined) return true;
  if (!life.isUnderWay) return fail(t`The transaction is not executed: ${steps.at(-1)?.text ?? standingWords(life)}.`);
  if (!isInBlock && blocks >= awaited.withinBlocks)
    return fail(t`The transaction is not executed within ${awaited.withinBlocks} blocks: ${standingWords(life)}.`);
  const { status } = connection;
  if (status.state === "failed")
    return fail(t`The node is lost, and not known what became of the transaction (${failureLine(status.error)})`);
  return undefined;
}

/** Looks now and whenever it is told to, until something is found; rejects when that takes too long or is given up. */
async function until<T>(
  listen: (look: () => void) => Disposable[],
  find: () => T | undefined,
  signal: AbortSignal,
): Promise<T> {
  const owned = new Disposables();
  const limit = AbortSignal.timeout(limits.witnessed.ms);
  const ends = AbortSignal.any([signal, limit]);
  try {
    return await new Promise<T>((resolve, reject) => {
      const look = () => {
        try {
          const found = find();
          if (found !== undefined) resolve(found);
        } catch (error) {
          reject(NodeError.from(error));
        }
      };
      const end = () =>
        reject(
          signal.aborted
            ? (signal.reason as Error)
            : new NodeError("refused", t`Nothing came of it within ${limits.witnessed.ms / 60_000} minutes.`),
        );
      ends.addEventListener("abort", end, { once: true });
      for (const each of listen(look)) owned.add(each);
      if (ends.aborted) end();
      look();
    });
  } finally {
    owned.dispose();
  }
}
