import assert from "node:assert/strict";
import fc from "fast-check";
import { icon, joined, shownText, spokenText, words } from "../../../src/host/words";
import { limits } from "../../../src/wire/limits";

// What VS Code makes links and icons of, in its own notation: vs/base/common/linkedText and iconLabels.
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
const drawnIcon = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/;

const links = [
  "see [the details](command:workbench.action.quickOpen?%22x%22)",
  "[a](https://node.example/x) [b](file:///etc/hosts)",
  '[a](COMMAND:x "a title")',
  "](command:x)",
];

describe("words", () => {
  for (const text of links) {
    it(`makes no link of ${text}`, () => {
      assert.doesNotMatch(shownText(text), link);
      assert.doesNotMatch(shownText(words`The node says [this${text}`), link);
    });
  }

  it("keeps what was said readable", () => {
    assert.equal(shownText("no [index](0), cost $(5)"), "no [index] (0), cost $ (5)");
  });

  it("makes no link of parts that only together are one", () => {
    assert.equal(shownText(words`${"[run"}${"]"}${"(command:x)"}`), "[run] (command:x)");
    assert.equal(shownText(words`[${"run"}](command:${"x"})`), "[run] (command:x)");
    assert.equal(shownText(joined(["[run]", "(command:x)"], "")), "[run] (command:x)");
  });

  it("draws our icons and no one else’s", () => {
    assert.equal(shownText(words`$(sync~spin) ${"$(zap) Vault"}`), "$(sync~spin) $ (zap) Vault");
    assert.equal(shownText(words`${icon("check")} ${1n} of ${2}`), "$(check) 1 of 2");
    assert.equal(shownText("$(zap)"), "$ (zap)");
  });

  it("draws no icon of parts that only together are one", () => {
    for (const said of [
      words`${"a$"}(${"zap"})`,
      words`$(${"zap"})`,
      words`$${"(zap)"}`,
      words`${"$"}${"(zap)"}`,
      joined(["$", "(zap)"], ""),
    ])
      assert.doesNotMatch(shownText(said), drawnIcon);
  });

  it("cuts each part on its own, so that what follows a long one is still said", () => {
    const text = shownText(words`${"x".repeat(9000)} Try again: ${"y"}.`);
    assert.match(text, /^x+… \(9000 characters\) Try again: y\.$/);
    assert.ok(text.length < limits.wordsCharacters + 20);
    assert.equal(shownText("x".repeat(9000)).length, limits.wordsCharacters);
  });

  it("shows what cannot be seen, but for the line breaks of ours", () => {
    assert.equal(shownText(joined(["a\u202eb", false, undefined, "", "c\nd"], "\n")), "a\\u202eb\nc\\nd");
  });

  it("says nothing of icons to a screen reader", () => {
    assert.equal(spokenText(words`$(pulse) ${"$(zap) 3"} events`), "$ (zap) 3 events");
  });

  it("has no link and no icon of others, whatever the parts are", () => {
    const part = fc.constantFrom("[", "]", "(", ")", "](", "$", "$(", "zap", "command:x", "~", "\\", "\n", " ", "a");
    const text = fc.array(part, { maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, text, (one, two, three) => {
        const shown = shownText(words`[a${one}](${two}$(${three})$`);
        assert.doesNotMatch(shown, link);
        assert.doesNotMatch(shown, drawnIcon);
        assert.equal(shownText(shownText(one)), shownText(one));
      }),
    );
  });
});
