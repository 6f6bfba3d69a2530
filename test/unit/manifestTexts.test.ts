import assert from "node:assert/strict";
import { textProblems } from "../support/manifestTexts";

describe("the manifest's texts in other languages", () => {
  const good = { title: "%command.open%", of: ["[Open](command:x) at `{0}`…\nnow"] } as const;
  const german = "[Öffnen](command:x) bei `{0}`…\njetzt";
  for (const [what, text, translation, told] of [
    ["a text without a translation", good.of[0], undefined, /lacks the German/],
    ["English in its place", good.of[0], good.of[0], /is English/],
    ["a link to another command", good.of[0], german.replace("command:x", "command:y"), /\(command:y\).*\(command:x\)/],
    ["a value that is lost", good.of[0], german.replace("{0}", "0"), /`0`.*`\{0\}`/],
    ["lines that are run together", good.of[0], german.replace("\n", " "), /⏎/],
    ["a title that no longer asks", "Open…", "Öffnen", /must end with …/],
  ] as const) {
    it(`are refused with ${what}`, () => {
      const contributes = { commands: [{ title: good.title }] };
      const translated = translation === undefined ? {} : { "command.open": translation };
      const [problem = "", ...others] = textProblems({ contributes }, { "command.open": text }, translated);
      assert.match(problem, told);
      assert.deepEqual(others, []);
    });
  }

  it("are refused where a text stands in the manifest itself, or a key without a use or without a text", () => {
    const settings = { properties: { "chainscope.x": { enum: ["a"], enumDescriptions: ["One"] } } };
    const problems = textProblems(
      { contributes: { views: { own: [{ id: "v", name: "Rows" }] }, configuration: [settings], menus: ["%gone%"] } },
      { old: "Old" },
      { old: "Alt", alone: "Allein" },
    );
    assert.equal(problems.length, 5);
    for (const [at, told] of [
      /^contributes\.views\.own\.0\.name is plain text.*"key": "Rows"/,
      /^contributes\.configuration\.0\.properties\.chainscope\.x\.enumDescriptions\.0 is plain text.*"One"/,
      /lacks "gone"/,
      /does not use "old"/,
      /has "alone" alone/,
    ].entries())
      assert.match(problems[at] ?? "", told);
  });
});
