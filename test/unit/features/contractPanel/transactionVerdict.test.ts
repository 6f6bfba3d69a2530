import assert from "node:assert/strict";
import type { ExpectedEvent } from "../../../../src/contract/callFileTransaction";
import { eventsVerdict, type EmittedEvent } from "../../../../src/features/contractPanel/model/transactionVerdict";

const event = (topic: string, json = "null"): EmittedEvent => ({ topic, json });
const wanted = (name: string, fields?: ExpectedEvent["fields"]): ExpectedEvent => ({
  ...{ event: name, withinBlocks: 5 },
  ...(fields !== undefined && { fields }),
});
const judge = (expected: ExpectedEvent[], events: EmittedEvent[], doubt?: string, blocks = 1) =>
  eventsVerdict(expected, { height: 7n, blocks, events, doubt });

describe("the verdict on a transaction's events", () => {
  it("is met by events in any order, each by one of its own", () => {
    const events = [event("paid", '{"to":"b","amount":"2"}'), event("paid", '{"to":"a","amount":"1"}')];
    const both = [wanted("paid", { to: "a" }), wanted("paid")];
    for (const expected of [both, [...both].reverse()]) assert.deepEqual(judge(expected, events), { kind: "met" });
    const thrice = judge([...both, wanted("paid")], events);
    assert.deepEqual(thrice, { kind: "unmet", text: "no event paid came, only paid" });
  });

  it("compares exactly: a number is not the text of its digits, and no digit is lost", () => {
    const json = '{"amount":9007199254740993,"memo":null}';
    assert.deepEqual(judge([wanted("paid", { amount: 2n ** 53n + 1n })], [event("paid", json)]), { kind: "met" });
    for (const [amount, told] of [
      [2n ** 53n, /\$\.amount is 9007199254740993, expected 9007199254740992/],
      ["9007199254740993", /expected "9007199254740993"/],
    ] as const) {
      const verdict = judge([wanted("paid", { amount })], [event("paid", json)]);
      assert.ok(verdict.kind === "unmet");
      assert.match(verdict.text, told);
    }
    assert.equal(
      judge([wanted("paid", { gone: null })], [event("paid", json)]).kind,
      "unmet",
      "a field that is not there",
    );
  });

  it("takes the whole of an event without fields", () => {
    assert.deepEqual(judge([wanted("counted", "5")], [event("counted", '"5"')]), { kind: "met" });
    const verdict = judge([wanted("counted", "6")], [event("counted", '"5"')]);
    assert.deepEqual(verdict, { kind: "unmet", text: 'counted: $ is "5", expected "6"' });
  });

  it("is unmet when it took too many blocks", () => {
    const verdict = judge([wanted("counted")], [event("counted")], undefined, 6);
    assert.deepEqual(verdict, { kind: "unmet", text: "counted came after 6 blocks, expected within 5" });
  });

  it("is none where events may be missing, and stands where all came", () => {
    const doubt = "the event session was lost meanwhile";
    assert.deepEqual(judge([wanted("counted")], [event("counted")], doubt), { kind: "met" });
    const verdict = judge([wanted("counted")], [], doubt);
    assert.deepEqual(verdict, { kind: "unknown", text: `no event counted came; but ${doubt}, so that is not known` });
  });
});
