import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { Connection } from "../src/client/connection";
import { TransactionMemory } from "../src/features/transactions/transactionMemory";
import { sandboxChainId } from "../src/sandbox/chain/chainId";
import { encodeTransaction } from "../src/sandbox/chain/transactionFormat";
import { limits } from "../src/wire/limits";
import { eventually } from "../test/support/eventually";
import { LoopWatch } from "../test/support/loopWatch";
import { startSandbox, type Sandbox } from "../test/support/startSandbox";
import { median, report } from "./measure";

const shownMs = 200;
const heldMs = 50;
const sandboxArgs = ["--history", "3", "--txs-per-block", "0", "--propagation-ms", "0"];

/** How soon a person reads of a step of a transaction, and what a block costs while as many are followed as may be. */
export async function bench(): Promise<void> {
  const sandbox = await startSandbox({ blockMs: 0, args: sandboxArgs });
  const settings = vscode.workspace.getConfiguration("chainscope");
  try {
    const connection = { name: "Sandbox", url: sandbox.url };
    await settings.update("connections", [connection], vscode.ConfigurationTarget.Global);
    await benchSteps(sandbox);
    await benchMany(sandbox);
  } finally {
    await settings.update("connections", undefined, vscode.ConfigurationTarget.Global);
    await sandbox.stop();
  }
}

/** From before the node makes an event to the open document that tells of it, in the editor. */
async function benchSteps(sandbox: Sandbox): Promise<void> {
  const took: number[] = [];
  for (let round = 0; round < 5; round++) {
    const { hash } = (await sandbox.control("transaction", { value: round + 1, propagate: true })) as { hash: string };
    // The connection is there once the extension has read the settings.
    const open = () => vscode.commands.executeCommand("chainscope.checkTransaction", { transaction: { hash } });
    const isOpen = () => vscode.workspace.textDocuments.some((document) => has(document, hash, "in the mempool"));
    await eventually("the document", async () => isOpen() || (await open(), isOpen()), Boolean, 120_000);
    const { height } = (await sandbox.control("state")) as { height: number };
    const own = height + 1;
    for (const text of [`#${own} is accepted`, `#${own} is confirmed`, undefined, `#${own} is final`]) {
      const began = performance.now();
      const coming = text === undefined ? undefined : shows(hash, text);
      await sandbox.control("block");
      await coming;
      if (text !== undefined) took.push(performance.now() - began);
      // A step by itself: those of blocks in a row are shown together.
      await pause(300);
    }
  }
  const longest = Math.max(...took);
  report(
    `a step of a transaction is shown after ${median(took).toFixed(0)} ms, ${longest.toFixed(0)} ms at most, relative to ${shownMs} ms`,
    longest / shownMs,
    "≤ 1×",
  );
}

/** Resolves as soon as the document of this transaction has these words. */
function shows(hash: string, text: string): Promise<void> {
  return new Promise((done) => {
    const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!has(document, hash, text)) return;
      listening.dispose();
      done();
    });
  });
}

function has(document: vscode.TextDocument, hash: string, words: string): boolean {
  const text = document.uri.scheme === "chainscope" ? document.getText() : "";
  return text.includes(hash) && text.includes(words);
}

async function benchMany(sandbox: Sandbox): Promise<void> {
  const config = { name: "Many", url: sandbox.url, timeoutMs: 60_000, contracts: [], origin: "settings" } as const;
  const connection = new Connection(config);
  let kept: unknown;
  const memento = {
    get: () => undefined,
    update: async (_: string, value: unknown) => void (kept = value),
    keys: () => [],
  };
  const memory = new TransactionMemory(memento, (error) => console.log(String(error)));
  memory.keep(connection);
  const loop = new LoopWatch();
  try {
    await follow(sandbox, connection);
    const held: number[] = [];
    for (let block = 0; block < 20; block++) {
      await pause(400);
      loop.take();
      const { height } = (await sandbox.control("block")) as { height: number };
      const isKnown = () => (connection.chain.tip?.height ?? 0n) >= BigInt(height);
      await eventually("the block", isKnown, Boolean, 60_000);
      // What follows from it: what is written down, and what the node is asked.
      await pause(400);
      held.push(loop.take());
    }
    const longest = Math.max(...held);
    const count = `${connection.transactions.all.length} followed transactions`;
    report(
      `${count}: the loop is held for ${median(held).toFixed(1)} ms per block, ${longest.toFixed(1)} ms at most, relative to ${heldMs} ms`,
      longest / heldMs,
      "≤ 1×",
    );
    console.log(`  ${JSON.stringify(kept).length} characters are remembered of them`);
  } finally {
    loop.stop();
    memory.dispose();
    connection.dispose();
  }
}

/** Sends as many as may be followed, of one account; most wait for long, since a block takes some. */
async function follow(sandbox: Sandbox, { transactions }: Connection): Promise<void> {
  const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
  const common = { chainId: sandboxChainId, sender: accounts[1] ?? "", receiver: accounts[0] ?? null, deposit: 0n };
  const rest = { value: 1n, gasLimit: 10_000_000n, gasPrice: 1n, call: null, deploy: null, memo: null };
  for (let nonce = 1; nonce <= limits.followed.transactions; nonce++) {
    await transactions.send(transactions.open(encodeTransaction({ ...common, ...rest, nonce: BigInt(nonce) })));
  }
  const isOnTheWay = () => transactions.all.filter(({ standing }) => standing !== "waiting").length;
  await eventually("that all wait", isOnTheWay, (left) => left === 0, 120_000);
}
