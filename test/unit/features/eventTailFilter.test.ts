import assert from "node:assert/strict";
import { parseFilter, passes, type FilteredEvent } from "../../../src/features/eventTail/eventFilter";
import { parseExactJson } from "../../../src/wire/exactJson";

const counted = event({ topic: "counted", source: "Counter" }, '"9007199254740993"');
const valueSet = event({ topic: "value_set", source: "Counter" }, '{"old":"7","new":9007199254740993,"by":null}');
const accepted = event(
  { topic: "accepted", component: "blocks", entity: "ab".repeat(32) },
  '{"header":{"height":240,"note":"two words"},"transactions":["cd"]}',
);
const undecoded: FilteredEvent = { facts: { topic: "deposit", source: "Vault" }, text: "0x3132" };
const all = { counted, valueSet, accepted, undecoded };

describe("event filter", () => {
  for (const [text, shown] of Object.entries({
    "": ["counted", "valueSet", "accepted", "undecoded"],
    "   ": ["counted", "valueSet", "accepted", "undecoded"],
    counter: ["counted", "valueSet"],
    "COUNTER counted": ["counted"],
    "counter -counted": ["valueSet"],
    "-counter": ["accepted", "undecoded"],
    "/count(er|ed)/i -value_set": ["counted"],
    "-/^.*deposit/": ["counted", "valueSet", "accepted"],
    '"two words"': ["accepted"],
    "height=240": ["accepted"],
    "header.height=240": ["accepted"],
    "header.height=24": [],
    'note="two words"': ["accepted"],
    "transactions[0]=cd": ["accepted"],
    "new=9007199254740993": ["valueSet"],
    "new=9007199254740992": [],
    "by=null": ["valueSet"],
    "topic=COUNTED": ["counted"],
    "topic!=counted": ["valueSet", "accepted", "undecoded"],
    "-topic=counted source=Counter": ["valueSet"],
    "old!=7": ["counted", "accepted", "undecoded"],
    "9007199254740993": ["counted", "valueSet"],
    "0x31": ["undecoded"],
    "a/b": [],
  })) {
    it(`“${text}” shows ${shown.join(", ") || "nothing"}`, () => {
      const filter = parseFilter(text);
      assert.ok(!("problem" in filter), JSON.stringify(filter));
      assert.deepEqual(
        Object.entries(all).flatMap(([name, each]) => (passes(filter, each) ? [name] : [])),
        shown,
      );
    });
  }

  for (const [text, problem] of Object.entries({
    "/(/": /Invalid regular expression/,
    "/a/g": /flags i, m, s and u/,
    "a -": /Nothing to search for/,
    '""': /Nothing to search for/,
    "header..height=2": /no path to a field/,
  })) {
    it(`“${text}” is refused with the reason`, () => {
      const filter = parseFilter(text);
      assert.ok("problem" in filter);
      assert.match(filter.problem, problem);
    });
  }

  it("keeps a field named like a member of every object apart", () => {
    const filter = parseFilter("constructor=x");
    assert.ok(!("problem" in filter) && !passes(filter, accepted));
  });
});

function event(facts: Record<string, string>, text: string): FilteredEvent {
  return { facts, text, value: parseExactJson(text) };
}
