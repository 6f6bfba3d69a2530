import assert from "node:assert/strict";
import { blockDocument } from "../../../src/features/explorer/model/readableDocument";
import { limits } from "../../../src/wire/limits";
import { linkRanges, type DocumentLink } from "../../../src/wire/linkRanges";

const hash = "ab".repeat(32);
const key = "2QL47onvL68iyRE9FQnwHKW2Z1Uvg1QPL7g4d5Ye4LuH";
const linksIn = (text: string, ...links: DocumentLink[]) =>
  linkRanges(text, links).links.map(({ start, link }) => [start, link.to]);

describe("the links of a readable document", () => {
  it("stand wherever one of its ids does, quoted or not", () => {
    const text = `# ${hash}\na: ${key}\nb: "${hash}"\nc: ${hash}${hash}\nd: 0x${hash}\n`;
    const found = linksIn(text, { text: hash, to: "block" }, { text: key, to: "account" }, { text: hash, to: "block" });
    assert.deepEqual(found, [
      [2, "block"],
      [text.indexOf(key), "account"],
      [text.indexOf(`"${hash}`) + 1, "block"],
    ]);
  });

  for (const [what, link] of [
    ["a letter", { text: "a", to: "transaction" }],
    ["hex of another length", { text: "ab".repeat(31), to: "block" }],
    ["a word", { text: "transactiontransactiontransactiontransactiontransactiontransaction", to: "contract" }],
    ["a short key", { text: key.slice(0, 20), to: "account" }],
    ["a hash for an account", { text: hash, to: "account" }],
  ] as const) {
    it(`are none for ${what}`, () => assert.deepEqual(linksIn(`x: ${link.text} ${link.text}\n`, link), []));
  }

  it("are as many as an editor can keep, and the others are counted", () => {
    const ids = Array.from({ length: limits.documentLinks + 500 }, (_, at) => at.toString(16).padStart(64, "0"));
    const links = ids.map((text): DocumentLink => ({ text, to: "transaction" }));
    const { links: places, left } = linkRanges(ids.join("\n"), links);
    assert.equal(places.length, limits.documentLinks);
    assert.equal(left, 500);
  });

  it("of a block that lists thousands of transactions with a letter for an id are none", () => {
    const transactions = Array.from({ length: 3000 }, () => ({ id: "a" }));
    const { text, links } = blockDocument({ header: { height: 1, hash }, transactions }, "Local", []);
    assert.deepEqual(linksIn(text, ...links), []);
  });
});
