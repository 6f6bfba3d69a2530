import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import type { FollowedTransactions } from "../../../client/transactions/followedTransactions";
import { standingWords } from "../../../client/transactions/lifeText";
import type { Standing, TransactionLife } from "../../../client/transactions/transactionLife";
import { hexToBytes } from "../../../wire/hex";
import type { Json } from "../../../wire/json/exactJson";
import { fieldsOf, integerOf } from "../../../wire/json/fields";

/** What a story is played with: the sandbox, which makes what it needs happen, and who sends and follows there. */
export interface Stage {
  /** Makes something happen in the sandbox (`sandbox/controls`). */
  ask(control: string, body?: object): Promise<Json>;
  transactions: Pick<FollowedTransactions, "open" | "check" | "send" | "onChange">;
  /** Id of a contract with a function `fail`. */
  counter: string;
  /** Shows a transaction to the person. */
  show: (life: TransactionLife) => Promise<unknown>;
  /** Aborted when the sandbox is gone. */
  ended: AbortSignal;
}

/** Something that can happen to a transaction. */
export interface Story {
  name: string;
  label: string;
  detail: string;
  play(stage: Stage): Promise<void>;
}

/** Longest that a step of a story is waited for. */
const stepMs = 15_000;

/** What can happen to a transaction, each to be had once on demand, by the way of every other transaction. */
export const stories: readonly Story[] = [
  {
    name: "gap",
    label: t`Nonce gap`,
    detail: t`sent before its turn: the node holds it back, or refuses it`,
    play: async (stage) => {
      const first = await signed(stage, "first nonce");
      const second = await signed(stage, "second nonce", { nonce: first.nonce + 1n });
      const life = await sent(stage, second);
      await blocks(stage, 2);
      const before = await sent(stage, first, false);
      await until(stage, before, "waiting");
      // What was refused is sent again, now that its time has come.
      if (life.canBeSent) await stage.transactions.send(life);
      await until(stage, life, "waiting");
      await executed(stage, life);
    },
  },
  {
    name: "failure",
    label: t`Failure`,
    detail: t`calls a function that panics: it is in a block all the same, and costs all of its gas`,
    play: async (stage) => {
      const call = { contract: stage.counter, fn: "fail", json: null };
      const made = await signed(stage, undefined, { call, gasLimit: 200_000, value: 0, receiver: null });
      const life = await sent(stage, made);
      await until(stage, life, "waiting");
      await executed(stage, life);
    },
  },
  {
    name: "replacement",
    label: t`Replacement`,
    detail: t`another one with its nonce pays more, and takes its place in the mempool`,
    play: async (stage) => {
      const first = await signed(stage, "pays little");
      const life = await sent(stage, first);
      await until(stage, life, "waiting");
      const rival = await sent(stage, await signed(stage, "pays more", { nonce: first.nonce, gasPrice: 4 }), false);
      await until(stage, life, "replaced");
      await until(stage, rival, "waiting");
      await executed(stage, rival);
    },
  },
  {
    name: "drop",
    label: t`Drop`,
    detail: t`its turn never comes, and the node drops it; or it throws one out`,
    play: async (stage) => {
      const first = await signed(stage, "never comes");
      const life = await sent(stage, await signed(stage, "waits in vain", { nonce: first.nonce + 1n }));
      if (!life.canBeSent) {
        await until(stage, life, "deferred");
        await blocks(stage, 22);
        return until(stage, life, "dropped");
      }
      const other = await sent(stage, first);
      await until(stage, other, "waiting");
      await stage.ask("clear-mempool");
      return until(stage, other, "removed");
    },
  },
  {
    name: "vanish",
    label: t`Vanishing`,
    detail: t`made for another chain: the mempool takes it, no block does, and no event tells`,
    play: async (stage) => {
      const life = await sent(stage, await signed(stage, "of another chain", { chainId: 9 }));
      await until(stage, life, "waiting");
      await blocks(stage, 12);
      await until(stage, life, "vanished");
    },
  },
  {
    name: "revert",
    label: t`Revert`,
    detail: t`its block is taken back before it is final: it waits again, and comes into another block`,
    play: async (stage) => {
      const life = await sent(stage, await signed(stage, "reverted once"));
      await until(stage, life, "waiting");
      await executed(stage, life);
      const { hash } = life.outcome ?? {};
      await stage.ask("revert");
      await settled(stage, life, () => life.standing === "accepted" && life.outcome?.hash !== hash);
    },
  },
];

/** Plays a story on a sandbox that makes no block of its own meanwhile. Rejects when it does not go as told. */
export async function playStory(stage: Stage, story: Story): Promise<void> {
  await stage.ask("pace", { ms: 0 });
  try {
    await story.play(stage);
  } finally {
    if (!stage.ended.aborted) await stage.ask("pace");
  }
}

interface Signed {
  bytes: Uint8Array;
  nonce: bigint;
}

/** A transaction of the sandbox's own account: a transfer, unless `wanted` says otherwise. */
async function signed(
  stage: Stage,
  memo: string | undefined,
  { nonce: own, ...wanted }: { nonce?: bigint; [field: string]: unknown } = {},
): Promise<Signed> {
  const { accounts } = fieldsOf(await stage.ask("state"));
  const [, receiver = null] = Array.isArray(accounts) ? accounts : [];
  const body = { receiver, value: "1500000000", memo, ...wanted, ...(own !== undefined && { nonce: String(own) }) };
  const { hex, nonce } = fieldsOf(await stage.ask("transaction", body));
  const number = integerOf(nonce);
  if (typeof hex !== "string" || number === undefined)
    throw new NodeError("malformed-response", t`The sandbox made no transaction.`);
  return { bytes: hexToBytes(hex), nonce: number };
}

/** Checks it, shows it unless the story is another's, and sends it. */
async function sent({ transactions, show }: Stage, { bytes }: Signed, isShown = true): Promise<TransactionLife> {
  const life = transactions.open(bytes);
  await transactions.check(life);
  if (isShown) await show(life);
  await transactions.send(life);
  return life;
}

async function executed(stage: Stage, life: TransactionLife): Promise<void> {
  await blocks(stage, 1);
  await until(stage, life, "accepted");
}

function blocks(stage: Stage, count: number): Promise<Json> {
  return stage.ask("block", { count });
}

function until(stage: Stage, life: TransactionLife, standing: Standing): Promise<void> {
  return settled(stage, life, () => life.standing === standing);
}

/** Waits for something of a transaction's way; what no one tells of it ends the story. */
async function settled({ transactions, ended }: Stage, life: TransactionLife, isSo: () => boolean): Promise<void> {
  const limit = AbortSignal.timeout(stepMs);
  const either = AbortSignal.any([ended, limit]);
  await new Promise<void>((resolve, reject) => {
    const finish = (end: () => void) => {
      listening.dispose();
      either.removeEventListener("abort", stop);
      end();
    };
    const stop = () => finish(() => reject(limit.aborted ? stuck(life) : (ended.reason as Error)));
    const listening = transactions.onChange(() => isSo() && finish(resolve));
    either.addEventListener("abort", stop);
    if (isSo()) finish(resolve);
    else if (either.aborted) stop();
  });
}

function stuck(life: TransactionLife): NodeError {
  return new NodeError("timeout", t`The story stops here: the transaction is ${standingWords(life)}.`);
}
