import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { exampleInput } from "../../../../src/contract/input/exampleInput";
import { type KnownTypes, nothingKnown } from "../../../../src/contract/types/knownTypes";
import { parseRustType } from "../../../../src/contract/types/typeReader";
import { exampleFor, InputExamples } from "../../../../src/features/contractPanel/model/inputExamples";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { limits } from "../../../../src/wire/limits";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

const { zeroBytes, mostZeroBytes, zeroQuestions } = limits.form;
const mostQuestions = zeroBytes + 1 + (mostZeroBytes - zeroBytes) / 8;

for (const like of ["document", "1.4"] as const) {
  describe(`an input to start from, on a node like ${like}`, () => {
    const signal = () => new AbortController().signal;
    let sandbox: Sandbox;
    let connection: Connection;
    let examples: InputExamples;

    before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--like", like] })));
    after(() => sandbox.stop());
    beforeEach(() => {
      const config = { name: "Local", url: sandbox.url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
      connection = new Connection(config);
      examples = new InputExamples();
    });
    afterEach(() => connection.dispose());

    const asked = async (contract: string, fn: string) => {
      const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
      return requests[`/on/driver:${contract}/decode_input_fn:${fn}`] ?? 0;
    };

    it("is what a recent transaction sent", async () => {
      const found = await examples.of(connection, contractIds.counter, "set_value", signal());
      assert.equal(found?.from, "transaction");
      assert.deepEqual(Object.keys(found.value as object).sort(), ["note", "value"]);
      assert.equal(await asked(contractIds.counter, "set_value"), 1);
    });

    it("is what the fewest zero bytes mean where no one sent one, and is asked for once", async () => {
      const found = await examples.of(connection, contractIds.ledger, "entries", signal());
      assert.deepEqual(found?.value, { count: 0, from: "0" });
      assert.equal(found?.from, "zeros");
      const before = await asked(contractIds.ledger, "entries");
      assert.ok(before <= 12 + zeroQuestions, `${before} questions for 12 bytes`);
      assert.deepEqual(await examples.of(connection, contractIds.ledger, "entries", signal()), found);
      assert.equal(await asked(contractIds.ledger, "entries"), before);
    });

    it("is asked for where only a type's name is known, and is then what an input of it begins with", async () => {
      const typeOf = (text: string, known: KnownTypes = nothingKnown) => ({
        fn: "entries",
        type: parseRustType(text),
        known,
      });
      const before = await asked(contractIds.ledger, "entries");
      for (const known of ["u64", "(bool, Vec<u8>)", "ContractId"])
        assert.equal(
          await exampleFor({ examples }, connection, contractIds.ledger, typeOf(known), signal()),
          undefined,
        );
      assert.equal(await asked(contractIds.ledger, "entries"), before);
      const found = await exampleFor({ examples }, connection, contractIds.ledger, typeOf("Range"), signal());
      assert.deepEqual(exampleInput(parseRustType("Range"), found?.known), { count: 0, from: "0" });
      assert.deepEqual(exampleInput(parseRustType("Option<Range>"), found?.known), { count: 0, from: "0" });
    });

    it("is none of a driver that takes no zeros, after so many questions at most", async () => {
      const before = await asked(contractIds.token, "approve");
      assert.equal(await examples.of(connection, contractIds.token, "approve", signal()), undefined);
      assert.equal((await asked(contractIds.token, "approve")) - before, mostQuestions);
    });

    it("is sought no further when that is cancelled, and found by who asks next", async () => {
      await sandbox.control("latency", { ms: 200, path: "decode_input_fn", count: 50 });
      const before = await asked(contractIds.token, "approve");
      const cancelled = new AbortController();
      const first = examples.of(connection, contractIds.token, "approve", cancelled.signal);
      const rejected = assert.rejects(first, /aborted/);
      cancelled.abort();
      const second = examples.of(connection, contractIds.token, "approve", signal());
      await rejected;
      assert.ok((await asked(contractIds.token, "approve")) - before < 2 * zeroQuestions);
      await sandbox.control("latency", { ms: 0, path: "decode_input_fn", count: 0 });
      assert.equal(await second, undefined);
    });

    it("is not asked for any more of a driver that answers otherwise", async () => {
      await sandbox.control("answer", { path: "decode_input_fn", status: 403, text: "no", count: 1 });
      assert.equal(await examples.of(connection, contractIds.mixedCase, "first", signal()), undefined);
      assert.equal(await examples.of(connection, contractIds.mixedCase, "second", signal()), undefined);
      assert.equal(await asked(contractIds.mixedCase, "second"), 0);
    });

    it("is none of a function that the driver does not have, and the others are asked for all the same", async () => {
      assert.equal(await examples.of(connection, contractIds.ledger, "nothing_like_it", signal()), undefined);
      assert.equal(await asked(contractIds.ledger, "nothing_like_it"), 1);
      assert.ok(await examples.of(connection, contractIds.ledger, "entries", signal()));
    });
  });
}
