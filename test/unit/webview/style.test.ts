import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const style = readFileSync(join(resolve(__dirname, "../../.."), "media/contractPanel.css"), "utf8");

describe("the style of the contract page", () => {
  const declarations = [...style.matchAll(/^\s+([\w-]+): ([^;]+);$/gm)].map(([, name = "", value = ""]) => ({
    name,
    value,
  }));

  it("takes every colour from the theme, so that high contrast stays readable", () => {
    const coloured = declarations.filter(({ name }) => /color|background|border|outline/.test(name));
    assert.ok(coloured.length > 40);
    const own = coloured.filter(({ value }) => {
      const rest = withoutVariables(value);
      return /#|rgb|hsl|\b(white|black|red|green|blue|gray|grey|orange|yellow)\b/i.test(rest);
    });
    assert.deepEqual(own, []);
  });

  it("loads nothing from anywhere", () => {
    assert.doesNotMatch(style, /@import|url\(/);
  });

  it("shows the focus by an outline, and never takes one away", () => {
    assert.match(style, /:focus-visible/);
    assert.deepEqual(
      declarations.filter(({ name, value }) => name === "outline" && /none|^0/.test(value)),
      [],
    );
  });

  it("has an edge for every box where the theme asks for contrast", () => {
    for (const box of ["pre", "button", "select", ".picks"]) {
      assert.match(style, new RegExp(`${box.replace(".", "\\.")}[^{}]*\\{[^}]*contrastBorder`), box);
    }
  });
});

/** The value with its theme variables, and what they fall back to, taken out from the inside. */
function withoutVariables(value: string): string {
  const without = value.replace(/var\([^()]*\)/g, "");
  return without === value ? value : withoutVariables(without);
}
