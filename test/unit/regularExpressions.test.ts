import assert from "node:assert/strict";
import { createContext, Script } from "node:vm";
import { analyse } from "scslre";
import {
  regularExpressionsIn,
  sourceRegularExpressions,
  type SourceRegularExpression,
} from "../support/sourceRegularExpressions";

/** Repetitions of a text: what takes quadratic time on these takes a thousand times as long as what takes linear time. */
const repetitions = 15_000;
/** Far more than a linear search needs for one text, and far less than a quadratic one. */
const mostMs = 100;

describe("the regular expressions of src", () => {
  const all = sourceRegularExpressions();
  const known = all.filter(({ pattern }) => pattern);

  it("are found, literals and made ones", () => {
    const text = 'const part = "b+"; const two = [/a\\/[/]/g, new RegExp(`^${part}c`, "i")]; new RegExp(typed);';
    const found = regularExpressionsIn("a.ts", text).map(({ pattern }) => pattern && String(pattern));
    assert.deepEqual(found, ["/a\\/[/]/g", "/^b+c/i", undefined]);
    assert.ok(known.length > 100, `${known.length} found`);
  });

  it("are made of constants: what a person types is searched in linear time", () => {
    const made = all.filter(({ pattern }) => !pattern).map(({ place }) => place);
    assert.deepEqual(made, []);
  });

  it("cannot match one text in many ways", () => {
    assert.deepEqual(
      known.filter(isSuperLinear).map(({ place }) => place),
      [],
    );
  });

  it("take no longer than a text is long on adversarial texts", function () {
    this.timeout(120_000);
    assert.deepEqual(known.flatMap(slowOn), []);
  });

  for (const pattern of [/^(\w+\s?)*$/, /(?:[^"\\]+|[a-f]+|\\.)*"$/, /(a|b|ab)*c/]) {
    it(`would show ${String(pattern)}`, function () {
      this.timeout(30_000);
      assert.ok(isSuperLinear({ place: "", pattern }) || slowOn({ place: "", pattern }).length > 0);
    });
  }

  it("would show one that a search tries from many places, or with a text of several characters", function () {
    this.timeout(30_000);
    assert.ok(isSuperLinear({ place: "", pattern: /\s+$/ }));
    assert.equal(slowOn({ place: "here", pattern: /"(?:[^"\\\n]|\\.)*"\s*:/g }).length, 1);
  });
});

function isSuperLinear({ pattern }: SourceRegularExpression): boolean {
  return pattern !== undefined && analyse({ source: pattern.source, flags: pattern.flags }).reports.length > 0;
}

const context = createContext({ now: () => performance.now() });
// In a context of its own, so that a search without an end can be ended.
const search = new Script(`
  for (const text of texts) {
    const takes = () => { const from = now(); text.match(pattern); return now() - from; };
    if (takes() > mostMs && takes() > mostMs) {
      slow = text.slice(0, 40);
      break;
    }
  }`);

function slowOn({ place, pattern }: SourceRegularExpression): string[] {
  if (!pattern) return [];
  Object.assign(context, { pattern, texts: adversarial(pattern), mostMs, slow: undefined });
  try {
    search.runInContext(context, { timeout: 10_000 });
  } catch {
    return [`${place}: without an end`];
  }
  const slow = context["slow"] as string | undefined;
  return slow === undefined ? [] : [`${place}: on ${JSON.stringify(slow)}…`];
}

/** Beginnings that the pattern names, then what it may repeat, many times, then what it does not expect. */
function adversarial(pattern: RegExp): string[] {
  const text = pattern.source.split(/\\?[^\w ":@<-]|\\[a-zA-Z]/).filter((word) => word.length > 0);
  const beginnings = ["", ...new Set(text.slice(0, 3))];
  const characters = new Set(["a", "1", " ", "\n", '"', ...text.map((word) => word.charAt(0))]);
  for (const [, mark] of pattern.source.matchAll(/([/\\.,:[{(<=-])/g)) characters.add(mark ?? "");
  const repeated = [...characters, '\\"', "a ", "\n ", "a.", ...text.filter((word) => word.length > 1).slice(0, 3)];
  return beginnings.flatMap((beginning) =>
    repeated.map((each) => `${beginning}${each.repeat(repetitions / each.length)}\n!`),
  );
}
