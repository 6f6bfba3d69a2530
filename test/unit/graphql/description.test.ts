import assert from "node:assert/strict";
import { descriptionLine, descriptionMarkdown } from "../../../src/graphql/schema/description";

describe("a node's description", () => {
  const rows: [what: string, text: string, shown: string][] = [
    ["the lines of a paragraph as one", "Gives blocks,\nthe newest\r\nfirst", "Gives blocks, the newest first"],
    ["paragraphs apart", "One\n\n\nTwo", "One\n\nTwo"],
    ["a list with its emphasis", "* **limit** – how many\n* _from_ where", "- **limit** – how many\n- *from* where"],
    ["the lines of an item as one", "- one\n  goes on\n- two", "- one goes on\n- two"],
    ["a list within a list", "1. one\n   - inner\n2) two", "1. one\n    - inner\n2. two"],
    ["an item that is too deep at once as the first level", "      - deep", "- deep"],
    ["a heading as strong", "## Blocks\ntext", "**Blocks**\n\ntext"],
    ["code of a line", "as in `block(height: -1)`.", "as in `block(height: -1)`&#46;"],
    ["code with backticks", "``a`b``", "``a`b``"],
    ["a block of code line by line", "```graphql\n{ a\n  b }\n```\nafter", "```\n{ a\n  b }\n```\n\nafter"],
    ["a block of code without an end", "~~~\n```\n*a*", "````\n```\n*a*\n````"],
    ["names and sums as they are", "tx_hash_of 2 * 3 * 4", "tx&#95;hash&#95;of 2 &#42; 3 &#42; 4"],
    ["backticks without a partner as they are", "a ` b `` c", "a &#96; b &#96;&#96; c"],
  ];
  for (const [what, text, shown] of rows) it(`shows ${what}`, () => assert.equal(descriptionMarkdown(text), shown));

  for (const [what, text] of [
    ["a link", "[press](command:workbench.action.quit)"],
    ["a link within emphasis", "**[press](https://example.invalid)**"],
    ["a link of a reference", "[press][x]\n\n[x]: command:workbench.action.quit"],
    ["an address in brackets", "<command:workbench.action.quit>"],
    ["an address alone", "https://example.invalid www.example.invalid a@example.invalid"],
    ["an image", '![alt](https://example.invalid/a.png "title")'],
    ["HTML", "<img src=x onerror=alert(1)><h1>big</h1>"],
    ["an icon", "$(flame)"],
    ["a heading by underlining", "big\n==="],
    ["a table", "| a | b |\n|---|---|"],
    ["an entity", "&lt;b&gt;"],
  ] as const) {
    it(`has no markup of ${what}`, () => {
      const shown = descriptionMarkdown(text)
        .replaceAll("**", "")
        .replace(/&#\d+;/g, "");
      assert.doesNotMatch(shown, /[\\`*_{}[\]()#+\-.!~<>&|:@=$]/);
    });
  }

  it("says where a link leads, and what an image is of", () => {
    assert.equal(
      descriptionLine('See [the docs](https://a.invalid "t") or ![a map](b.png).'),
      "See the docs (https://a.invalid) or a map (b.png).",
    );
  });

  it("shows what cannot be seen", () => {
    assert.equal(descriptionMarkdown("a\u202eb `c\u0007d`"), "a\\u202eb `c\\x07d`".replace("\\u", "&#92;u"));
  });

  it("has its first paragraph without marks for a line", () => {
    assert.equal(
      descriptionLine("\nGives **all** `blocks`\nof the chain.\n\n* more"),
      "Gives all blocks of the chain.",
    );
    assert.equal(descriptionLine(""), "");
  });

  it("is cut where it is too long, and tells its length", () => {
    assert.match(descriptionMarkdown("word ".repeat(4000)), /… &#40;20000 characters&#41;$/);
  });

  it("is read in no time, however odd it is", () => {
    for (const part of ["`", "``a", "*a", "**", "_a ", "[", "[]( ", "- ", "  - a\n", "#", "~~~\n", "![a](b"]) {
      descriptionMarkdown(part.repeat(200_000));
    }
  });
});
