import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { standingWords } from "../../../../src/client/transactions/lifeText";
import type { TransactionLife } from "../../../../src/client/transactions/transactionLife";
import { playStory, stories } from "../../../../src/features/sandboxNode/model/transactionStories";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import type { Json } from "../../../../src/wire/json/exactJson";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

/** What the one that a story is about says of itself in the end: how it stands, and what happened last. */
const endings: Record<string, Record<string, readonly [state: RegExp, ...last: RegExp[]]>> = {
  document: {
    gap: [
      /^executed, its block is accepted · #\d+$/,
      /^held back by the node until nonce \d+ comes$/,
      /^in the mempool, nonce \d+, gas limit 10 000 000 at price 1$/,
      /^executed in #\d+, gas [\d ]+ of 10 000 000, fee 0\.\d+ coins$/,
      /^block #\d+ is accepted$/,
    ],
    failure: [
      /^failed, its block is accepted · #\d+$/,
      /^failed in #\d+: the contract panicked: the counter was asked to fail, all of its gas, 200 000, fee 0\.0002 coins$/,
      /^block #\d+ is accepted$/,
    ],
    replacement: [/^replaced$/, /^replaced by [0-9a-f]{8}…[0-9a-f]{4}, at gas price 4$/],
    drop: [/^dropped$/, /^dropped: the nonces before it did not come in time$/],
    vanish: [/^vanished$/, /^vanished: in no mempool and no block for \d+ blocks, .*; nonce \d+ is still free$/],
    revert: [
      /^executed, its block is accepted · #\d+$/,
      /^block #\d+ was reverted: it waits again$/,
      /^executed in #\d+, /,
      /^block #\d+ is accepted$/,
    ],
  },
  "1.4": {
    gap: [
      /^executed, its block is accepted · #\d+$/,
      /^not taken: nonce \d+ is missing: send that one first$/,
      /^sent to the node$/,
      /^taken for routing, which promises nothing yet$/,
      /^in the mempool, nonce \d+, /,
      /^executed in #\d+, /,
      /^block #\d+ is accepted$/,
    ],
    drop: [/^not taken$/, /^not taken: nonce \d+ is missing: send that one first$/],
  },
};

for (const like of ["document", "1.4"]) {
  describe(`what can happen to a transaction on a sandbox like ${like}`, function () {
    this.timeout(60_000);
    let sandbox: Sandbox;
    let connection: Connection;
    before(async () => {
      sandbox = await startSandbox({
        blockMs: 60_000,
        args: ["--like", like, "--history", "3", "--txs-per-block", "0"],
      });
      const { url } = sandbox;
      connection = new Connection({ name: "Sandbox", url, timeoutMs: 5000, contracts: [], origin: "window" });
    });
    after(async () => {
      connection.dispose();
      await sandbox.stop();
    });

    const stage = (shown: TransactionLife[], ended = new AbortController().signal) => ({
      ask: (control: string, body?: object): Promise<Json> => sandbox.control(control, body) as Promise<Json>,
      transactions: connection.transactions,
      counter: contractIds.counter,
      show: (life: TransactionLife) => Promise.resolve(shown.push(life)),
      ended,
    });

    for (const { name, ...story } of stories) {
      it(`is played once and told to its end: ${story.label}`, async () => {
        const shown: TransactionLife[] = [];
        await playStory(stage(shown), { name, ...story });
        const [state, ...last] = endings[like]?.[name] ?? endings["document"]?.[name] ?? assert.fail(name);
        const [life] = shown;
        assert.ok(life);
        assert.match(standingWords(life), state);
        assert.deepEqual(
          life.steps.slice(-last.length).flatMap(({ text }, at) => (last[at]?.test(text) ? [] : [text])),
          [],
        );
        assert.ok(
          connection.transactions.all.every(({ standing }) => standing !== "checked"),
          "all were sent",
        );
      });
    }

    it("ends with the sandbox, whatever it waits for", async () => {
      const ending = new AbortController();
      const { ask, ...rest } = stage([], ending.signal);
      const goes = (control: string, body?: object) =>
        control === "block" ? Promise.resolve(null).finally(() => ending.abort()) : ask(control, body);
      const revert = stories.find(({ name }) => name === "revert")!;
      await assert.rejects(playStory({ ask: goes, ...rest }, revert), { name: "AbortError" });
    });
  });
}
