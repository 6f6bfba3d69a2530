import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { askRules, tryRun } from "../../../../src/client/transactions/checkTransaction";
import { lifeText, standingWords } from "../../../../src/client/transactions/lifeText";
import type { Standing, TransactionLife } from "../../../../src/client/transactions/transactionLife";
import { describedTopics } from "../../../../src/contract/schema/describedContract";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { hexToBytes } from "../../../../src/wire/hex";
import { eventually } from "../../../support/eventually";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

for (const like of ["document", "1.4"]) {
  describe(`transactions on a node like ${like}`, function () {
    this.timeout(60_000);
    let sandbox: Sandbox;
    let connection: Connection;
    beforeEach(async () => {
      sandbox = await startSandbox({ blockMs: 0, args: ["--like", like, "--history", "3", "--txs-per-block", "0"] });
      connection = connected(sandbox.url);
    });
    afterEach(async () => {
      connection.dispose();
      await sandbox.stop();
    });

    it("are checked, sent and followed until they are final", async () => {
      const life = await opened({ value: 5, memo: "hello", receiver: await key(1) });
      const check = await connection.transactions.check(life);
      assert.deepEqual(check.objections, []);
      await connection.transactions.send(life);
      await standing(life, "waiting");
      assert.equal(life.facts.value, 5n);
      for (const next of ["accepted", "confirmed", "final"] as const) await standing(life, next, block);
      assert.match(standingWords(life), /^final · #\d+$/);
      assert.deepEqual(
        life.steps.map(({ text: words }) => words.split(/ in #| #|,/)[0]),
        ["sent to the node", "taken for routing", "in the mempool", "executed", "block", "block", "block"],
      );
      assert.ok(life.outcome?.gas);
    });

    it("are told of once for each step, and not for blocks that change nothing of them", async () => {
      const life = await opened({ value: 5, receiver: await key(1) });
      await connection.transactions.send(life);
      await standing(life, "waiting");
      await standing(life, "accepted", block);
      await eventually("its gas", () => life.outcome?.gas, Boolean);
      const text = () => lifeText(life, "Sandbox", String);
      const texts = [text()];
      const listening = connection.transactions.onChange(() => void texts.push(text()));
      for (const next of ["confirmed", "final"] as const) await standing(life, next, block);
      listening.dispose();
      assert.equal(new Set(texts).size, texts.length, texts.join("\n---\n"));
    });

    it("are asked of the rules alone and of a trial run alone, without being sent", async () => {
      const path = (name: string) => `/on/transactions/${name}`;
      const asked = async () => {
        const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
        return ["preverify", "simulate", "propagate"].map((name) => requests[path(name)] ?? 0);
      };
      const life = await opened({ value: 5, chainId: 9 });
      await connection.transactions.ask(life, askRules);
      assert.deepEqual(await asked(), [1, 0, 0]);
      await connection.transactions.ask(life, tryRun);
      assert.deepEqual(await asked(), [1, 1, 0]);
      assert.deepEqual(
        life.steps.map(({ text: words }) => words),
        ["✔ rules: nothing speaks against it", "✘ trial run: it is for another chain"],
      );
      assert.equal(life.standing, "checked");
      await sandbox.control("drop", { path: path("preverify"), count: 5 });
      await assert.rejects(connection.transactions.ask(life, askRules), { name: "NodeError" });
      assert.equal(life.steps.length, 2);
    });

    it("are sent once, however often that is asked for", async () => {
      const life = await opened({ value: 6 });
      await Promise.all([1, 2, 3].map(() => connection.transactions.send(life)));
      await standing(life, "waiting");
      await connection.transactions.send(life);
      assert.equal(life.steps.filter(({ text: words }) => words === "sent to the node").length, 1);
      assert.equal(connection.transactions.open(await connection.transactions.bytesFor(life)), life);
    });

    it("of another chain pass the rules, fail the trial run, and vanish", async () => {
      const life = await opened({ value: 7, chainId: 9 });
      const check = await connection.transactions.check(life);
      assert.deepEqual(check.objections, ["it is for another chain"]);
      assert.equal(standingWords(life), "would fail: it is for another chain");
      await connection.transactions.send(life);
      await standing(life, "waiting");
      await standing(life, "vanished", block);
      assert.match(life.steps.at(-1)!.text, /usually it was for another chain.*nonce \d+ is still free/);
    });

    it("are replaced by one of the same nonce at a higher price", async () => {
      const nonce = await nextNonce();
      const first = await opened({ value: 1, nonce });
      await connection.transactions.send(first);
      await standing(first, "waiting");
      const second = await opened({ value: 1, nonce, gasPrice: 4 });
      await connection.transactions.send(second);
      await standing(second, "waiting");
      await standing(first, "replaced");
      assert.equal(first.steps.at(-1)?.text, `replaced by ${ends(second.id)}, at gas price 4`);
      await block();
      await standing(second, "accepted");
    });

    it("fail with what the contract said, and all their gas", async () => {
      const contract = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
      const life = await opened({ call: { contract, fn: "fail", json: null }, gasLimit: 200_000 });
      const { objections } = await connection.transactions.check(life);
      assert.match(objections[0]!, /^the contract panicked: .*; all of its gas, 200 000, would be spent$/);
      await connection.transactions.send(life);
      await standing(life, "waiting");
      await block();
      await standing(life, "accepted");
      assert.match(standingWords(life), /^failed, its block is accepted · #\d+$/);
      assert.match(
        life.steps.at(-2)!.text,
        /^failed in #\d+: the contract panicked: .*, all of its gas, 200 000, fee /,
      );
    });

    it("tell what the contract emitted, decoded, before that they were executed", async () => {
      const contract = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
      const life = await opened({ call: { contract, fn: "increment_by", json: 3 } });
      await connection.transactions.send(life);
      await standing(life, "waiting");
      const node = await connection.node();
      const states = () => node.events.all.flatMap(({ target, state }) => (target.entity === contract ? state : []));
      await eventually("the contract is listened to", states, (all) => all.some(({ kind: at }) => at === "active"));
      await block();
      await standing(life, "accepted");
      const told = await eventually(
        "a decoded event",
        () => life.steps.map(({ text: words }) => words),
        (all) => all.some((words) => /^counted of .*: "\d+"$/.test(words)),
      );
      assert.ok(
        told.findIndex((words) => words.startsWith("counted")) <
          told.findIndex((words) => words.startsWith("executed")),
      );
    });

    it("say why they wait when a block has passed them by, and what they call, in their documents", async () => {
      const contract = "c0047e2a91d85f36b1e0a7c493d2680f5be17a3c84f96d20a1b5c7e8390f4d62";
      const life = await opened({ call: { contract, fn: "increment_by", json: 3 }, gasLimit: "9000000000" });
      await connection.transactions.send(life);
      await standing(life, "waiting");
      // A block that this node has for others.
      const hash = "ab".repeat(32);
      const json = { header: { height: 3, hash }, transactions: [] };
      await sandbox.control("emit", { component: "blocks", entity: hash, topic: "accepted", json });
      const text = await eventually(
        "the reasons",
        () => lifeText(life, "Sandbox", String),
        (shown) => shown.includes("waits: |"),
      );
      assert.match(text, /^ {2}its gas limit 9 000 000 000 is above that of a block, 3 000 000 000$/m);
      assert.match(text, /^arguments: "?3"?$/m);
    });

    it("wait again when their block is reverted, and are in the one that comes in its place", async () => {
      const life = await opened({ value: 2 });
      await connection.transactions.send(life);
      await standing(life, "waiting");
      await block();
      await standing(life, "accepted");
      await sandbox.control("revert");
      const isBack = () => life.steps.some(({ text: words }) => / was reverted: it waits again$/.test(words));
      await eventually("the revert", isBack, Boolean);
      await standing(life, "accepted");
      await standing(life, "final", block);
    });

    it("with a nonce that others come before are held back or refused, as the node does it", async () => {
      const nonce = await nextNonce();
      const life = await opened({ value: 1, nonce: nonce + 1 });
      await connection.transactions.send(life);
      if (like === "1.4") {
        assert.equal(life.standing, "refused");
        assert.equal(life.steps.at(-1)?.text, `not taken: nonce ${nonce} is missing: send that one first`);
        return;
      }
      await standing(life, "deferred");
      assert.equal(life.steps.at(-1)?.text, `held back by the node until nonce ${nonce} comes`);
      await sandbox.control("block", { count: 12 });
      await eventually(
        "the blocks",
        () => life.waited,
        (waited) => waited >= 12,
      );
      await connection.transactions.lookFor(life);
      assert.equal(life.standing, "deferred", "no list has it while it is held back");
      await connection.transactions.send(await opened({ value: 1, nonce }));
      await standing(life, "waiting");
    });

    it("whose answer was lost are looked for, and never sent again", async () => {
      const lost = await opened({ value: 8 });
      await sandbox.control("drop", { path: "/on/transactions/propagate" });
      await connection.transactions.send(lost);
      assert.equal(standingWords(lost), "not known whether it arrived");
      await connection.transactions.lookFor(lost);
      assert.equal(lost.steps.at(-1)?.text, "looked for: in no mempool and no block of this node");
      await connection.transactions.send(lost);
      assert.equal(lost.steps.filter(({ text: words }) => words === "sent to the node").length, 1);
    });

    it("whose answer was lost on its way back are found where they are", async () => {
      const arrived = await opened({ value: 9 });
      await sandbox.control("drop", { path: "/on/transactions/propagate", handled: true });
      await connection.transactions.send(arrived);
      await standing(arrived, "waiting");
      await standing(arrived, "final", block);
    });

    it("are found again by the next window, also when a node has been away, and never hold their bytes there", async () => {
      const life = await opened({ value: 3 });
      await connection.transactions.send(life);
      await standing(life, "waiting");
      const bytes = await connection.transactions.bytesFor(life);
      const { records } = connection.transactions;
      const written = JSON.stringify(records, (_, value: unknown) =>
        typeof value === "bigint" ? String(value) : value,
      );
      assert.equal(written.includes(Buffer.from(bytes).toString("hex").slice(0, 80)), false);
      connection.dispose();
      await block();
      connection = connected(sandbox.url);
      connection.transactions.restore(records);
      await connection.transactions.resume();
      const again = connection.transactions.all[0]!;
      await standing(again, "accepted");
      await standing(again, "final", block);
    });

    it("have their memo and their arguments from the node again, which are not kept", async () => {
      const call = { contract: contractIds.counter, fn: "increment_by", json: 1193046 };
      const life = await opened({ memo: "rent", call });
      await connection.transactions.send(life);
      await standing(life, "final", block);
      const { records } = connection.transactions;
      const kept = JSON.stringify(records, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
      for (const hex of [Buffer.from("rent").toString("hex"), "56341200"]) assert.ok(!kept.includes(hex), hex);
      connection.dispose();
      connection = connected(sandbox.url);
      connection.transactions.restore(records);
      const again = connection.transactions.all[0]!;
      const said = () => lifeText(again, "Sandbox", () => "Counter");
      assert.doesNotMatch(said(), /memo|arguments/);
      await connection.transactions.complete(again);
      assert.match(said(), /\nmemo: rent\ncalls: Counter\.increment_by\narguments: "?1193046/);
      assert.equal(again.standing, "final");
    });

    it("that a node which begins another chain does not know are told to be gone", async () => {
      const life = await opened({ value: 4 });
      await connection.transactions.send(life);
      await standing(life, "waiting");
      await block();
      await standing(life, "accepted");
      for (let more = 0; more < 4; more++) await block();
      await standing(life, "final");
      const later = await opened({ value: 5 });
      await connection.transactions.send(later);
      await standing(later, "waiting");
      await sandbox.control("restart-chain", { height: 1 });
      for (const each of [life, later]) {
        await standing(each, "vanished");
        assert.match(each.steps.at(-1)!.text, /the node has begun another chain/);
      }
    });

    async function opened(parts: object): Promise<TransactionLife> {
      const { hex } = (await sandbox.control("transaction", parts)) as { hex: string };
      return connection.transactions.open(hexToBytes(hex));
    }

    async function key(at: number): Promise<string> {
      const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
      return accounts[at]!;
    }

    async function nextNonce(): Promise<number> {
      const { nonce } = await (await connection.node()).contracts.account(await key(0));
      return Number(nonce) + 1;
    }

    const block = () => sandbox.control("block") as Promise<unknown>;
  });
}

function connected(url: string): Connection {
  const config = { name: "Sandbox", url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
  return new Connection(config, { describedTopics });
}

const inBlock: readonly Standing[] = ["accepted", "confirmed", "final"];

/** Waits until it stands there, or in a block has come further; `meanwhile` is done again and again. */
async function standing(life: TransactionLife, wanted: Standing, meanwhile?: () => Promise<unknown>): Promise<void> {
  const isThere = () => life.standing === wanted || isPast(life.standing, wanted);
  await eventually(
    wanted,
    async () => {
      if (!isThere()) await meanwhile?.();
      return [life.standing, ...life.steps.map(({ text }) => text)];
    },
    isThere,
  );
}

function ends(id = ""): string {
  return `${id.slice(0, 8)}…${id.slice(-4)}`;
}

function isPast(standing: Standing, wanted: Standing): boolean {
  return inBlock.includes(wanted) && inBlock.indexOf(standing) > inBlock.indexOf(wanted);
}
