import assert from "node:assert/strict";
import manifest from "../../../package.json";
import { settingProblem, settingRules, settingSentence } from "../../../src/host/settingRule";

const rules = settingRules(manifest);
const oddValues: unknown[] = [-5, 1e12, Number.NaN, 2.5e-9, "text", "", null, undefined, [], [1], {}, true, "on"];

describe("a setting that the manifest does not allow", () => {
  for (const [name, rule] of rules) {
    it(`is refused: ${name}`, () => {
      assert.equal(settingProblem(rule, rule.default), undefined, "its default fits");
      const taken = oddValues.filter((value) => settingProblem(rule, value) === undefined);
      const fitting: Record<string, unknown[]> = { boolean: [true], array: [[], [1]], number: [], integer: [] };
      assert.deepEqual(taken, rule.enum ? oddValues.filter((value) => rule.enum?.includes(value)) : fitting[rule.type]);
    });
  }

  it("is refused beyond its range, and where it must be whole", () => {
    const rule = { type: "integer", default: 10, minimum: 1, maximum: 20 };
    const values = [0, 1, 1.5, 20, 21];
    assert.deepEqual(
      values.map((value) => settingProblem(rule, value) === undefined),
      [false, true, false, true, false],
    );
  });

  it("is named with its value, what it must be, and what is used instead", () => {
    const rule = { type: "integer", default: 10, minimum: 1, maximum: 20 };
    assert.equal(
      settingSentence("chainscope.x", -5, settingProblem(rule, -5) as string, rule),
      "The setting chainscope.x is -5, but it must be a whole number from 1 to 20. Its default, 10, is used.",
    );
    const choice = { type: "string", enum: ["a", "b"], default: "a" };
    const sentence = settingSentence("chainscope.y", "c\u202e", settingProblem(choice, "c\u202e") as string, choice);
    assert.match(sentence, /is "c.*202e.*", but it must be one of a, b\. Its default, "a", is used\.$/);
    assert.ok(settingSentence("chainscope.y", "x".repeat(9999), "", choice).length < 300);
  });
});
