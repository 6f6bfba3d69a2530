import assert from "node:assert/strict";
import fc from "fast-check";
import { EventFilter, parseFilter, type FilteredEvent } from "../../../src/features/eventTail/model/lines/eventFilter";
import { LinearPattern } from "../../../src/features/eventTail/model/lines/linearPattern";
import { parseExactJson } from "../../../src/wire/json/exactJson";

const counted = event(
  { topic: "counted", component: "contracts", entity: "c0", source: "Counter" },
  '"9007199254740993"',
);
const valueSet = event(
  { topic: "value_set", component: "contracts", entity: "c0", source: "Counter" },
  '{"old":"7","new":9007199254740993,"by":null}',
);
const accepted = event(
  { topic: "accepted", component: "blocks", entity: "ab".repeat(32) },
  '{"header":{"height":240,"note":"two words"},"transactions":["cd"]}',
);
const undecoded: FilteredEvent = {
  facts: { topic: "deposit", component: "contracts", entity: "d0", source: "Vault" },
  text: "0x3132",
};
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
    "/on/blocks": ["accepted"],
    "/on/contracts:counter": ["counted", "valueSet"],
    "-/on/contracts": ["accepted"],
    "/on/i counter": ["counted", "valueSet"],
    "height>0": ["accepted"],
    "header.height>=240": ["accepted"],
    "header.height>240": [],
    "height<240.5": ["accepted"],
    "height<=239.99": [],
    "-height>0": ["counted", "valueSet", "undecoded"],
    "new>9007199254740992": ["valueSet"],
    "new<9007199254740993": [],
    "old>=07.0": ["valueSet"],
    "note>1": [],
    "by<1": [],
    '"height>0"': [],
  })) {
    it(`“${text}” shows ${shown.join(", ") || "nothing"}`, () => {
      const filter = parseFilter(text);
      assert.ok(!("problem" in filter), JSON.stringify(filter));
      assert.deepEqual(
        Object.entries(all).flatMap(([name, each]) => (filter.passes(each) ? [name] : [])),
        shown,
      );
    });
  }

  for (const [text, problem] of Object.entries({
    "/(/": /Invalid regular expression/,
    "/a/g": /flags i, m, s and u/,
    "a -": /Nothing to search for/,
    '"abc': /The quote of "abc is not closed/,
    'note="abc': /The quote of note="abc is not closed/,
    '-"a b': /The quote of -"a is not closed/,
    '""': /Nothing to search for/,
    "header..height=2": /no path to a field/,
    "height>high": /“high” is no number to compare with\. A text goes in quotes: "height>high"/,
    "Vec<u8>": /“u8>” is no number/,
    "height>=": /“” is no number/,
    [`height>${"9".repeat(1100)}`]: /is no number/,
    "/a/d": /flags i, m, s and u/,
    "/(?=a)b/": /Looking around and references back are left out/,
    "/(?<!a)b/": /Looking around and references back are left out/,
    "/(a)\\1/": /Looking around and references back are left out/,
    "/(?<n>a)\\k<n>/": /Looking around and references back are left out/,
    "/(?:a{2}){200}/": /has \d+ steps; at most 300/,
    "/a{2000}/": /Invalid regular expression: invalid repeat count/,
    [`/${"a|".repeat(600)}b/`]: /at most 1000 characters/,
    [`"${"a".repeat(3000)}"`]: /at most 2000 characters/,
  })) {
    it(`“${text}” is refused with the reason`, () => {
      const filter = parseFilter(text);
      assert.ok("problem" in filter);
      assert.match(filter.problem, problem);
    });
  }

  describe("with an expression that others try in a great many ways", () => {
    // A search that goes back takes more than the age of the universe on each of these.
    const text = `${"a".repeat(5000)}!`;
    for (const typed of [
      "/^(\\w+\\s?)*$/",
      "/(a+)+$/",
      "/(.*)*x$/",
      "/^(a|aa)+$/",
      "/(?:a?){20}a{20}c/",
      "/(x+x+)+y/ /(a*)*b/i",
      '-/^(?:[^"]+|"[^"]*")*$/ !',
    ]) {
      it(`${typed} is answered`, () => {
        const typedFilter = filter(typed);
        assert.equal(typedFilter.passes({ facts: { source: "Counter" }, text }), false);
        assert.deepEqual(typedFilter.slow, []);
      });
    }
  });

  it("finds by expressions what JavaScript finds", () => {
    const atoms = [
      "a",
      "b",
      ".",
      "\\w",
      "\\d",
      "[ab]",
      "[^a]",
      "\\b",
      "^",
      "$",
      "(?:a|b)",
      "(ab)",
      "\\.",
      "é",
      "🦊",
      "\\u0061",
    ];
    const signs = ["", "", "", "*", "+", "?", "{1,2}", "*?"];
    const part = fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...signs)).map(([atom, sign]) => {
      return atom + (["^", "$", "\\b"].includes(atom) ? "" : sign);
    });
    const source = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    const texts = fc.string({ unit: fc.constantFrom("a", "b", "A", "1", " ", ".", "\n", "é", "🦊"), maxLength: 12 });
    const flags = fc.constantFrom("u", "iu", "mu", "su");
    fc.assert(
      fc.property(source, flags, texts, (each, flag, text) => {
        const pattern = LinearPattern.read(each, flag);
        assert.ok(pattern instanceof LinearPattern, each);
        assert.equal(pattern.test(text), new RegExp(each, flag).test(text), `/${each}/${flag}`);
      }),
      { numRuns: 500 },
    );
  });

  it("says of a text that is too long for an expression how much of it is searched", () => {
    const long = { facts: { source: "Counter" }, text: `${"a".repeat(3_000_000)}needle` };
    assert.equal(filter("needle").searchedOf(long), undefined);
    const pattern = filter("/need[l]e/");
    const searched = pattern.searchedOf(long);
    assert.ok(searched !== undefined && searched > 60_000, `${searched}`);
    assert.equal(pattern.passes(long), false);
    assert.equal(pattern.searchedOf(counted), undefined);
    const larger = filter("/[ab]{200}/").searchedOf(long)!;
    assert.ok(larger < searched / 10, "a larger expression is searched for in less");
  });

  it("goes on without an expression that took too long again and again", () => {
    let now = 0;
    const pattern = LinearPattern.read("a", "", () => (now += 60));
    assert.ok(typeof pattern !== "string");
    const term = { kind: "pattern", pattern, excludes: false, typed: "/a/" } as const;
    const { terms } = filter('"two words" -note=x');
    const whole = new EventFilter('/a/ "two words" -note=x', [term, ...terms]);
    whole.passes(counted);
    assert.deepEqual(whole.slow, []);
    for (let at = 0; at < 3; at++) whole.passes(counted);
    assert.deepEqual(whole.slow, ["/a/"]);
    assert.equal(whole.without(whole.slow).text, '"two words" -note=x');
  });

  it("keeps a field named like a member of every object apart", () => {
    const filter = parseFilter("constructor=x");
    assert.ok(!("problem" in filter) && !filter.passes(accepted));
  });
});

function filter(text: string): EventFilter {
  const parsed = parseFilter(text);
  assert.ok(!("problem" in parsed), JSON.stringify(parsed));
  return parsed;
}

function event(facts: Record<string, string>, text: string): FilteredEvent {
  return { facts, text, value: parseExactJson(text) };
}
