import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Connection } from "../../../../src/client/connection";
import { failureLine } from "../../../../src/client/failures/failureWords";
import { lifeText } from "../../../../src/client/transactions/lifeText";
import type { Standing, TransactionLife } from "../../../../src/client/transactions/transactionLife";
import { waitingFacts } from "../../../../src/client/transactions/transactionLookup";
import { deployProposals, proposedLimit, proposedPrice } from "../../../../src/features/transactions/model/proposals";
import { replacementOf } from "../../../../src/features/transactions/model/replacement";
import { runSigner, type Signed } from "../../../../src/features/transactions/model/runSigner";
import { SignedTogether } from "../../../../src/features/transactions/model/signedTogether";
import type { SignerRequest } from "../../../../src/features/transactions/model/signerRequest";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { limits } from "../../../../src/wire/limits";
import { eventually } from "../../../support/eventually";
import { sandboxProgram, startSandbox, type Sandbox } from "../../../support/startSandbox";

const signer = { command: process.execPath, args: [...sandboxProgram(), "sign"] };

for (const like of ["document", "1.4"]) {
  describe(`transactions of a person's signer, on a node like ${like}`, function () {
    this.timeout(60_000);
    let sandbox: Sandbox;
    let connection: Connection;
    let accounts: string[];
    before(async () => {
      sandbox = await startSandbox({ blockMs: 0, args: ["--like", like, "--history", "2", "--txs-per-block", "0"] });
      ({ accounts } = (await sandbox.control("state")) as { accounts: string[] });
      connection = new Connection({
        ...{ name: "Sandbox", url: sandbox.url, timeoutMs: 20_000, contracts: [], origin: "window" as const },
      });
    });
    after(async () => {
      connection.dispose();
      await sandbox.stop();
    });

    const signed = (what: Partial<SignerRequest> & Pick<SignerRequest, "kind">): Promise<Signed> =>
      runSigner(signer, {
        ...{ version: 1, url: sandbox.url, prefix: "Node", chainId: null, nonce: null, gasLimit: "500000" },
        ...{ gasPrice: "1", ...what },
      });
    const followed = async (what: Partial<SignerRequest> & Pick<SignerRequest, "kind">) =>
      connection.transactions.open((await signed(what)).bytes);
    const sent = async (what: Partial<SignerRequest> & Pick<SignerRequest, "kind">) => {
      const life = await followed(what);
      await connection.transactions.send(life);
      return standing(life, "waiting");
    };
    const facts = async ({ id = "" }: TransactionLife) => waitingFacts(await connection.node(), id);
    const block = () => sandbox.control("block");

    it("take the next nonce one after the other, since each waits for the one before it to be in the mempool", async () => {
      const lives: TransactionLife[] = [];
      for (const value of ["1", "2", "3"]) {
        assert.equal(await connection.transactions.arrived(), true);
        const life = await followed({ kind: "transfer", to: accounts[1]!, value });
        lives.push(life);
        await connection.transactions.send(life);
      }
      const [first, ...others] = lives;
      for (const life of lives) await standing(life, "waiting");
      const nonce = first!.facts.nonce!;
      assert.deepEqual(
        others.map(({ facts: { nonce: next } }) => next),
        [nonce + 1n, nonce + 2n],
      );
      await block();
      for (const life of lives) await standing(life, "accepted");
    });

    it("that were signed beside each other are known to be rivals once one of them is sent", async () => {
      const together = new SignedTogether();
      const [one, other] = [
        await followed({ kind: "transfer", to: accounts[1]!, value: "11" }),
        await followed({ kind: "transfer", to: accounts[1]!, value: "12", gasPrice: "2" }),
      ] as const;
      for (const life of [one, other]) together.add(life);
      assert.deepEqual([together.sentMeanwhile(one), together.sentMeanwhile(other)], [[], []]);
      await connection.transactions.send(one);
      await standing(one, "waiting");
      assert.deepEqual(together.sentMeanwhile(other), [one]);
      const after = await followed({ kind: "transfer", to: accounts[1]!, value: "13" });
      together.add(after);
      assert.deepEqual(together.sentMeanwhile(after), []);
      await block();
      await standing(one, "accepted");
      assert.deepEqual(together.sentMeanwhile(other), []);
    });

    it("are replaced by the same again at a higher price, of which both tell", async () => {
      const memo = "ab".repeat(300);
      const first = await sent({ kind: "transfer", to: accounts[1]!, value: "70", memo });
      const { offered, ...what } = replacementOf(await facts(first), undefined);
      assert.equal(offered, 1n);
      const second = await sent({ ...what, gasPrice: "3" });
      await standing(first, "replaced");
      assert.equal(first.steps.at(-1)?.text, `replaced by ${short(second)}, at gas price 3`);
      await eventually(
        "what it replaced",
        () => second.steps.map(({ text }) => text),
        (all) => all.includes(`in the place of ${short(first)}, which offered gas price 1`),
      );
      const { value, receiver, memo: kept, nonce } = second.facts;
      assert.deepEqual([value, receiver, kept, nonce], [70n, accounts[1], memo, first.facts.nonce]);
      await block();
      await standing(second, "accepted");
    });

    it("are replaced with all of their memo or arguments, also where fewer bytes of them are kept", async () => {
      const long = "cd".repeat(limits.followed.bytes + 7);
      const pay = await sent({ kind: "transfer", to: accounts[1]!, value: "1", memo: long, gasLimit: "5000000" });
      assert.ok(pay.facts.memo!.length < long.length);
      assert.equal(replacementOf(await facts(pay), undefined).memo, long);
      const call = { kind: "call", contract: contractIds.counter, function: "increment_by", deposit: "0" } as const;
      const called = await sent({ ...call, input: long, gasLimit: "5000000" });
      const again = replacementOf(await facts(called), undefined);
      assert.deepEqual(
        [again.kind, again.contract, again.function, again.input, again.gasLimit, again.sender],
        ["call", contractIds.counter, "increment_by", long, "5000000", called.facts.sender],
      );
      await block();
    });

    it("cannot be replaced once they are in a block, when they name no nonce, or when their module is not at hand", async () => {
      const life = await sent({ kind: "transfer", to: accounts[1]!, value: "1" });
      await block();
      await standing(life, "accepted");
      await assert.rejects(facts(life), /does not wait in this node's mempool any more/);
      assert.throws(() => replacementOf({ gasLimit: 1n, gasPrice: 1n }, undefined), /it is shielded/);
      const deployment = { sender: "key", nonce: 1n, gasLimit: 1n, gasPrice: 1n, deploys: true } as const;
      assert.throws(() => replacementOf(deployment, undefined), /deploys a contract whose module/);
    });

    it("are signed for the account of the one that they replace, or not at all", async () => {
      const other = { kind: "transfer", to: accounts[1]!, value: "1", nonce: "9", sender: accounts[1]! } as const;
      const says = (error: unknown) =>
        /^The signer ended with code \d+\. It says: .*This signs for /s.test(failureLine(error));
      await assert.rejects(signed(other), says);
    });

    it("are offered a price by those that pay most, and a gas limit by a trial run", async () => {
      const node = await connection.node();
      await sent({ kind: "transfer", to: accounts[1]!, value: "1", gasPrice: "40" });
      const price = await proposedPrice(node);
      assert.deepEqual(price, {
        value: 40n,
        reason: "of the 100 that wait and offer most from 40 to 40, the middle one 40",
      });
      assert.equal((await proposedPrice(node, 90n, "above 80")).value, 90n);
      await block();
      const trial = await signed({ kind: "transfer", to: accounts[1]!, value: "1" });
      const limit = await proposedLimit(node, trial.bytes, 500_000n);
      const { gasSpent = 0n } = await node.transactions.simulate({ bytes: trial.bytes });
      assert.equal(limit.value, gasSpent + gasSpent / 5n);
      const call = { kind: "call", contract: contractIds.counter, function: "fail", input: "" } as const;
      const failing = await proposedLimit(node, (await signed(call)).bytes, 500_000n);
      assert.equal(failing.value, 500_000n);
      assert.match(failing.reason, /^the trial run failed: the contract panicked: /);
      const none = await proposedLimit(node, new Uint8Array([1, 2]), 500_000n);
      assert.match(none.reason, /^the trial run failed: these bytes are no transaction that the node can read$/);
    });

    it("deploy a contract at what the node asks for its bytes, and name it once it is there", async () => {
      const folder = await mkdtemp(join(tmpdir(), "chainscope-deploy-"));
      try {
        const module = Buffer.concat([Buffer.from("0061736d01000000", "hex"), Buffer.alloc(2000)]);
        const path = join(folder, "contract.wasm");
        await writeFile(path, module);
        const { limit, price, leastPrice } = await deployProposals(await connection.node(), module.length, 100_000n);
        assert.equal(leastPrice, 2000n);
        assert.deepEqual([limit.value, price.value], [5_100_000n, 2000n]);
        assert.match(limit.reason, /^2 008 bytes × 100 = 200 800, at least 5 000 000, and 100 000 to run it with; /);
        const figures = { gasLimit: String(limit.value), gasPrice: String(price.value) };
        const life = await followed({ kind: "deploy", module: path, ...figures });
        const { objections } = await connection.transactions.check(life);
        assert.deepEqual(objections, []);
        await connection.transactions.send(life);
        await standing(life, "waiting");
        await block();
        const contract = await eventually("the contract", () => life.contract, Boolean);
        assert.match(contract ?? "", /^[0-9a-f]{64}$/);
        assert.match(lifeText(life, "Sandbox", String), new RegExp(`^deploys: "?${contract ?? ""}"?$`, "m"));
        assert.equal(connection.transactions.records.find(({ key }) => key === life.key)?.contract, contract);
        const { owner } = await (await connection.node()).contracts.metadata(contract ?? "");
        assert.equal(owner, life.facts.sender);
        const again = await followed({ kind: "deploy", module: path, ...figures });
        const repeated = await connection.transactions.check(again);
        assert.match(repeated.objections.join(), /a contract with these bytes and this owner exists already/);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  });
}

/** Waits until it stands there, or has come further in a block. */
async function standing(life: TransactionLife, wanted: Standing): Promise<TransactionLife> {
  await eventually(
    wanted,
    () => [life.standing, ...life.steps.map(({ text }) => text)],
    ([at]) => at === wanted,
  );
  return life;
}

function short({ id = "" }: TransactionLife): string {
  return `${id.slice(0, 8)}…${id.slice(-4)}`;
}
