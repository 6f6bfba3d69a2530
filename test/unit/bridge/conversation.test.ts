import assert from "node:assert/strict";
import { PageRequestHandler, type PageRequestHandlers } from "../../../src/bridge/pageRequestHandler";
import { Asker, AskFailure } from "../../../src/bridge/asker";
import type { Failure } from "../../../src/bridge/message";
import { isNull, isRecordOf, isText } from "../../../src/bridge/shape";
import type { Json } from "../../../src/wire/json/exactJson";

interface Calls {
  double: { ask: { digits: string }; answer: { value: Json } };
  fail: { ask: null; answer: null };
}

interface Notices {
  counted: { count: bigint };
}

const answers: PageRequestHandlers<Calls> = {
  double: async ({ digits }) => ({ value: BigInt(digits) * 2n }),
  fail: async () => {
    throw new Error("the driver refuses it");
  },
};

describe("the conversation between page and extension", () => {
  let counted: bigint[];
  let asker: Asker<Calls, Notices>;
  let answerer: PageRequestHandler<Calls, Notices>;
  let toPage: unknown[];
  let deliver: boolean;

  beforeEach(() => {
    counted = [];
    toPage = [];
    deliver = true;
    const failureOf = (error: unknown): Failure => ({ message: (error as Error).message, remedy: "Try another." });
    const shapes = { double: isRecordOf({ digits: isText }), fail: isNull };
    // What crosses is cloned as postMessage does it, so that nothing survives by being the same object.
    answerer = new PageRequestHandler<Calls, Notices>(
      (message) => {
        toPage.push(structuredClone(message));
        if (deliver) asker.receive(structuredClone(message));
      },
      shapes,
      answers,
      failureOf,
    );
    asker = new Asker<Calls, Notices>((message) => void answerer.receive(structuredClone(message)), "page-1", {
      counted: ({ count }) => counted.push(count),
    });
  });

  it("answers a question, integers beyond 2^53 exact in both directions", async () => {
    const { value } = await asker.ask("double", { digits: "9223372036854775809" });
    assert.equal(value, 18446744073709551618n);
  });

  it("keeps answers apart that come in another order", async () => {
    const [one, other] = await Promise.all([
      asker.ask("double", { digits: "1" }),
      asker.ask("double", { digits: "2" }),
    ]);
    assert.deepEqual([one.value, other.value], [2n, 4n]);
  });

  it("rejects a question with the failure of the one that answers it", async () => {
    await assert.rejects(asker.ask("fail", null), (error: AskFailure) => {
      assert.ok(error instanceof AskFailure);
      assert.deepEqual(error.failure, { message: "the driver refuses it", remedy: "Try another." });
      return true;
    });
  });

  it("passes notices on, and leaves those alone that no one listens to", () => {
    answerer.notify("counted", { count: 2n ** 64n });
    asker.receive({ kind: "notice", name: "toString", body: null });
    assert.deepEqual(counted, [2n ** 64n]);
  });

  it("rejects what is still open when the page goes", async () => {
    deliver = false;
    const asked = asker.ask("double", { digits: "1" });
    asker.dispose();
    await assert.rejects(asked, /page was closed/);
  });

  it("takes no answer that was meant for an earlier page", async () => {
    deliver = false;
    const asked = asker.ask("double", { digits: "1" });
    asker.receive({ kind: "answer", id: "page-0-1", body: { integer: "5" } });
    await new Promise((resolve) => setImmediate(resolve));
    asker.receive(toPage[0]);
    assert.equal((await asked).value, 2n);
  });

  const refused: [name: string, message: unknown, why: RegExp][] = [
    ["a question that is not offered", ask("dispose", null), /not offered/],
    ["a question named like a method of every object", ask("constructor", null), /not offered/],
    ["a question without what it needs", ask("double", { fields: [] }), /not understood/],
    ["a field of another type", ask("double", { fields: [["digits", 5]] }), /not understood/],
    [
      "a field that the question does not have",
      askWith([
        ["digits", "1"],
        ["more", "1"],
      ]),
      /not understood/,
    ],
    ["a body that is no message value", ask("double", { integer: {} }), /not decimal digits/],
  ];
  for (const [name, message, why] of refused) {
    it(`refuses ${name} with a failure`, async () => {
      deliver = false;
      await answerer.receive(message);
      const [answer] = toPage as { kind: string; id: string; body: { fields: [string, string][] } }[];
      assert.equal(answer?.kind, "failed");
      assert.equal(answer.id, "x");
      assert.match(answer.body.fields[0]?.[1] ?? "", why);
    });
  }

  for (const data of [undefined, null, 5, "ask", {}, { kind: "ask" }, { kind: "ask", id: 1, name: "double" }, []]) {
    it(`leaves alone what is no message: ${JSON.stringify(data)}`, async () => {
      await answerer.receive(data);
      asker.receive(data);
      assert.deepEqual(toPage, []);
    });
  }
});

function ask(name: string, body: unknown): unknown {
  return { kind: "ask", id: "x", name, body };
}

function askWith(fields: [string, unknown][]): unknown {
  return ask("double", { fields });
}
