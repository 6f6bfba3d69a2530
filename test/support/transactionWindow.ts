import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Connection } from "../../src/client/connection";
import type { TransactionLife } from "../../src/client/transactions/transactionLife";
import { readLives, writeLives } from "../../src/features/transactions/model/rememberedLives";
import { sandboxChainId } from "../../src/sandbox/chain/chainId";
import { encodeTransaction, type TransactionParts } from "../../src/sandbox/chain/transactionFormat";
import { toBase58 } from "../../src/sandbox/wire/base58";
import { hexToBytes } from "../../src/wire/hex";
import { eventually } from "./eventually";
import type { Sandbox } from "./startSandbox";

/** What is done with one transaction, or happens to all. */
export interface Turn {
  does: string;
  to: number;
}

/** A window in which transactions are open, each of an account of its own, and what it and its node have seen of them. */
export class TransactionWindow {
  private connection: Connection;
  private readonly sending: Promise<void>[] = [];
  private readonly forgotten = new Map<string, { sent: number; refused: number }>();
  private readonly opened = new Map<string, Uint8Array>();

  private constructor(
    private readonly sandbox: Sandbox,
    private readonly own: readonly { hex: string; parts: Parts }[],
  ) {
    this.connection = connected(sandbox.url);
    for (const { hex } of own) this.open(hex);
  }

  static async open(sandbox: Sandbox, kinds: readonly string[]): Promise<TransactionWindow> {
    await sandbox.control("reset");
    await sandbox.control("restart-chain", { height: 1 });
    const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
    const own = [];
    for (const [at, kind] of kinds.entries()) {
      const sender = toBase58(Buffer.concat([Buffer.from(`account ${at}`), Buffer.alloc(96)]).subarray(0, 96));
      const funds = { sender: accounts[1], receiver: sender, value: "1000000000000", propagate: true };
      await sandbox.control("transaction", funds);
      const parts = { sender, nonce: kind === "behind a gap" ? 2n : 1n, ...special[kind] };
      own.push({ hex: signed(parts), parts });
    }
    await sandbox.control("block", { count: Math.ceil(kinds.length / 8) });
    return new TransactionWindow(sandbox, own);
  }

  async take({ does, to }: Turn): Promise<void> {
    const { hex, parts } = this.own[to]!;
    switch (does) {
      case "press send":
        return this.press(hex);
      case "press it twice":
        this.press(hex);
        return this.press(hex);
      case "press it in two documents":
        for (const life of [this.open(hex), this.open(hex)]) this.sending.push(this.connection.transactions.send(life));
        return;
      case "look for it":
        return void this.connection.transactions.lookFor(this.open(hex)).catch(() => undefined);
      case "replace it":
        return this.press(signed({ ...parts, chainId: sandboxChainId, gasPrice: 5n }));
      case "close its gap":
        if (parts.nonce > 1n) this.press(signed({ sender: parts.sender, nonce: 1n }));
        return;
      case "reload":
        return this.reload();
      default:
        await this.sandbox.control(...((await controls[does]?.(this.sandbox)) ?? assert.fail(does)));
    }
  }

  /** Lets everything come to rest, and compares what is shown with what the node says. */
  async rest(): Promise<void> {
    for (const { hex } of this.own) this.press(hex);
    await Promise.all(this.sending);
    await eventually(
      "every transaction where the node has it",
      async () => {
        await this.sandbox.control("block", { count: 3 });
        const underWay = this.connection.transactions.all.filter(({ isUnderWay }) => isUnderWay);
        return underWay.length > 0 ? underWay.map(said) : this.differences();
      },
      (differences) => differences.length === 0,
      30_000,
    );
    const { propagated, requests } = (await this.sandbox.control("state")) as NodeCounters;
    let presses = 0;
    for (const [hash, bytes] of this.opened) {
      const life = this.connection.transactions.open(bytes);
      this.forget(life);
      const { sent, refused } = this.forgotten.get(life.key)!;
      presses += sent;
      // One that the node did not take may be sent again.
      assert.ok(sent <= 1 + refused, said(life));
      assert.ok((propagated[hash] ?? 0) <= sent, `the node got it ${propagated[hash]} times; ${said(life)}`);
    }
    assert.ok((requests["/on/transactions/propagate"] ?? 0) <= presses, "requests that no one asked for");
  }

  close(): void {
    this.connection.dispose();
  }

  private open(hex: string): TransactionLife {
    const bytes = hexToBytes(hex);
    this.opened.set(createHash("sha256").update(bytes).digest("hex"), bytes);
    return this.connection.transactions.open(bytes);
  }

  private press(hex: string): void {
    this.sending.push(this.connection.transactions.send(this.open(hex)));
  }

  private async reload(): Promise<void> {
    const { all, records } = this.connection.transactions;
    const kept = writeLives(records);
    for (const life of all) if (!records.some(({ key }) => key === life.key)) this.forget(life);
    this.connection.dispose();
    this.connection = connected(this.sandbox.url);
    this.connection.transactions.restore(readLives(kept));
    await this.connection.transactions.resume();
  }

  /** What is settled for long is not kept across windows; what was sent of it counts all the same. */
  private forget(life: TransactionLife): void {
    const before = this.forgotten.get(life.key) ?? { sent: 0, refused: 0 };
    const { sent, refused } = counts(life);
    this.forgotten.set(life.key, { sent: before.sent + sent, refused: before.refused + refused });
  }

  private async differences(): Promise<string[]> {
    const { finalizedHeight } = (await this.sandbox.control("state")) as { finalizedHeight: number };
    const all = [...this.opened];
    const fields = all.map(
      ([hash], at) => `t${at}: tx(hash: "${hash}") { err blockHeight } m${at}: mempoolTx(hash: "${hash}") { id }`,
    );
    const data: Record<string, { err?: string | null; blockHeight?: number } | null> = {};
    for (let from = 0; from < fields.length; from += 100) {
      const body = `{ ${fields.slice(from, from + 100).join(" ")} }`;
      const response = await fetch(new URL("/on/graphql/query", this.sandbox.url), { method: "POST", body });
      Object.assign(data, await response.json());
    }
    return all.flatMap(([, bytes], at) => {
      const [spent, waits] = [data[`t${at}`], data[`m${at}`]];
      const height = spent?.blockHeight;
      const isFinal = height !== undefined && height <= finalizedHeight;
      const outcome = `${isFinal ? "final" : "not final"} in #${height}: ${spent?.err ? "failed" : "worked"}`;
      const truth = spent ? outcome : waits ? "in the mempool" : "nowhere";
      const life = this.connection.transactions.open(bytes);
      return shown(life) === truth ? [] : [`the node has it ${truth}; ${said(life)}`];
    });
  }
}

interface NodeCounters {
  propagated: Record<string, number>;
  requests: Record<string, number>;
}

const counter = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
const special: Record<string, Partial<Parts>> = {
  fails: { call: { contract: counter, fnName: "fail", fnArgs: Buffer.alloc(0) }, gasLimit: 200_000n },
  "of another chain": { chainId: 9 },
};

const propagate = { path: "/on/transactions/propagate" };
const controls: Record<string, (sandbox: Sandbox) => Promise<[path: string, body?: object]>> = {
  block: () => Promise.resolve(["block"]),
  revert: () => Promise.resolve(["revert"]),
  fork: async (sandbox) => {
    const { height } = (await sandbox.control("state")) as { height: number };
    return ["fork", { height: height - 1 }];
  },
  "throw out": () => Promise.resolve(["clear-mempool"]),
  cut: () => Promise.resolve(["cut-socket"]),
  "lose a frame": () => Promise.resolve(["lose-frames", { path: "/transactions", count: 3 }]),
  "lose a request": () => Promise.resolve(["drop", propagate]),
  "lose an answer": () => Promise.resolve(["drop", { ...propagate, handled: true }]),
};

const nowhere = ["checked", "refused", "replaced", "removed", "dropped", "vanished"];

/** What a person reads of where it is. */
function shown({ standing, outcome, isInBlock }: TransactionLife): string {
  if (nowhere.includes(standing)) return "nowhere";
  if (standing === "waiting") return "in the mempool";
  if (!isInBlock || !outcome) return standing;
  return `${standing === "final" ? "final" : "not final"} in #${outcome.height}: ${outcome.error ? "failed" : "worked"}`;
}

function said(life: TransactionLife): string {
  return `it says ${life.standing}: ${life.steps.map(({ text }) => text).join(" | ")}`;
}

/** How often it was sent, and how often the node did not take it. */
function counts({ steps }: TransactionLife): { sent: number; refused: number } {
  const told = (what: string) => steps.filter(({ text }) => text.startsWith(what)).length;
  return { sent: told("sent to the node"), refused: told("not taken") };
}

type Parts = Pick<TransactionParts, "sender" | "nonce"> & Partial<TransactionParts>;

function signed(parts: Parts): string {
  const usual = {
    chainId: sandboxChainId,
    receiver: null,
    value: 1n,
    deposit: 0n,
    gasLimit: 10_000_000n,
    gasPrice: 1n,
  };
  return encodeTransaction({ ...usual, call: null, deploy: null, memo: null, ...parts }).toString("hex");
}

function connected(url: string): Connection {
  const config = { name: "Sandbox", url, timeoutMs: 20_000, contracts: [], origin: "window" } as const;
  return new Connection(config, { backoff: { firstMs: 5, maxMs: 20, jitter: 0 } });
}
