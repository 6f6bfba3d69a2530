import assert from "node:assert/strict";
import fc from "fast-check";
import { parseExactJson, TooManyDigits, stringifyExactJson, type Json } from "../../../src/wire/json/exactJson";
import { parseLargeJson } from "../../../src/wire/json/largeJson";
import { limits } from "../../../src/wire/limits";

/** The value and how many steps it took. */
function read(text: string): { value: Json; steps: number } {
  const reading = parseLargeJson(text);
  for (let steps = 0; ; steps++) {
    const step = reading.next();
    if (step.done) return { value: step.value, steps };
  }
}

const filling = "x".repeat(1000);
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ index, amount: 2n ** 64n, filling }));

describe("large JSON", () => {
  it("is read in many steps, each integer to its last digit", () => {
    const list: Json = rows(2000);
    const { value, steps } = read(stringifyExactJson(list, 2));
    assert.deepEqual(value, list);
    assert.ok(steps >= 15, `${steps} steps`);
  });

  it("is one step when it is short", () => assert.deepEqual(read("[1,2]"), { value: [1, 2], steps: 0 }));

  it("is cut inside its long members, wherever they stand", () => {
    const long = rows(300);
    const value: Json = { first: 1, long, then: [long, { deeper: [1, long, 2, "]"] }, 3], __proto: null, last: "}" };
    assert.deepEqual(read(stringifyExactJson(value)).value, value);
  });

  it("keeps the order of keys, takes the last of equal ones, and makes __proto__ a key like others", () => {
    const text = `{"b":1,"__proto__":[${JSON.stringify(filling.repeat(200))}],"a":2,"pad":"${filling.repeat(200)}","b":3}`;
    assert.deepEqual(read(text).value, JSON.parse(text));
    assert.deepEqual(Object.keys(read(text).value as object), Object.keys(JSON.parse(text) as object));
  });

  it("takes what any JSON text reads as, however it is spaced", () => {
    const padded = fc.json({ maxDepth: 5 }).map((json) => `[${"[1, 2],\n".repeat(20_000)}${json},"${filling}"]`);
    fc.assert(
      fc.property(padded, fc.integer({ min: 1, max: 3 }), (text, levels) => {
        const nested = `{"k":`.repeat(levels) + text + "}".repeat(levels);
        assert.deepEqual(read(nested).value, parseExactJson(nested));
      }),
      { numRuns: 20 },
    );
  });

  it("reads blanks by the megabyte, alone in a list as well", () => {
    const blanks = " \n".repeat(2 ** 20);
    assert.deepEqual(read(`${blanks}[1]${blanks}`).value, [1]);
    assert.deepEqual(read(`[${blanks}]`).value, []);
    assert.deepEqual(read(`{${blanks}}`).value, {});
  });

  it("reads scalars of any length", () => {
    const text = JSON.stringify(filling.repeat(500) + '\\"');
    assert.equal(read(text).value, JSON.parse(text));
  });

  const long = stringifyExactJson(rows(200));
  const mistakes: Record<string, string> = {
    "cut off": long.slice(0, -1),
    "cut off in a string": long.slice(0, 150_000),
    "closed by the wrong bracket": `${long.slice(0, -1)}}`,
    "followed by more": `${long}1`,
    "followed by another": `${long}${long}`,
    "preceded by text": `x${long}`,
    "with an empty place": `[1,,${long}]`,
    "with a comma too many at the end": `[${long},]`,
    "with a comma too many at the start": `[,${long}]`,
    "with text before a long member": `[1 ${long}]`,
    "with text after a long member": `[${long} 1]`,
    "with a long member that has no key": `{"a":1,${long}}`,
    "with two keys for a long member": `{"a":"b":${long}}`,
    "with a key alone": `{"a":${long},"b"}`,
    "with a comma outside": `${long},`,
    "with a bracket too many": `${long}]`,
    "with an escaped quote that does not end a string": `["${filling.repeat(200)}\\"]`,
    "with a blank that JSON does not know": `\u00a0${long}`,
    "with such a blank in place of a member": `[1,\u00a0,${long}]`,
    "of blanks alone": " ".repeat(200_000),
  };
  for (const [what, text] of Object.entries(mistakes)) {
    it(`refuses text ${what}`, () => {
      assert.throws(() => JSON.parse(text), SyntaxError);
      assert.throws(() => read(text), SyntaxError);
    });
  }

  it("counts the digits of a number that is too long in steps, and refuses it", () => {
    const digits = "7".repeat(2_000_000);
    for (const text of [`{"a":${digits}}`, `[1, -${digits}]`]) {
      const reading = parseLargeJson(text);
      let steps = 0;
      assert.throws(() => {
        while (!reading.next().done) steps++;
      }, TooManyDigits);
      assert.ok(steps >= 1, `${steps} steps of ${text.length} characters`);
    }
  });

  it("reads long runs of digits that are no integer", () => {
    const digits = "7".repeat(200_000);
    assert.deepEqual(
      read(`["${digits}",0.${digits},1e-${digits}]`).value,
      JSON.parse(`["${digits}",0.${digits},1e-${digits}]`),
    );
  });

  it("refuses a long text with more levels than the limit, and takes one with as many", () => {
    const nested = (levels: number) => `${"[".repeat(levels)}"${filling.repeat(200)}"${"]".repeat(levels)}`;
    assert.deepEqual(read(nested(limits.largeJsonLevels)).value, JSON.parse(nested(limits.largeJsonLevels)));
    assert.throws(() => read(nested(limits.largeJsonLevels + 1)), /More than 1000 levels/);
  });
});
