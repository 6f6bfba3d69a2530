import assert from "node:assert/strict";
import { readDocument } from "../../../src/graphql/text/document";
import { hoverAt } from "../../../src/graphql/completion/hover";
import { signatureHelpAt } from "../../../src/graphql/completion/signatureHelp";
import { atCursor } from "./marks";
import { nodeSchema, schemaOf } from "./nodeSchema";

function hover(marked: string, others: string[] = []) {
  const { text, offset } = atCursor(marked);
  const found = others.map((other, index) => ({ file: `${index}.gql`, document: readDocument(other) }));
  return hoverAt(readDocument(text), offset, { schema: nodeSchema, others: found });
}

describe("hover", () => {
  const rows: [marked: string, signature: string][] = [
    ["{ blo|ck { id } }", "Query.block(height: Float, hash: String): Block"],
    ["{ b: blo|ck { id } }", "Query.block(height: Float, hash: String): Block"],
    ["{ block { re|ward } }", "Block.reward: Int!"],
    ["{ block { ...X re|ward } }", "Block.reward: Int!"],
    ["{ block(hei|ght: 1) { id } }", "Query.block(height: Float)"],
    ["{ blocks(order: AS|C) { id } }", "Order.ASC"],
    ["{ within(window: {fr|om: 1}) { id } }", "Window.from: Int!"],
    ["{ within(window: {inner: {t|o: 1}}) { id } }", "Window.to: Int"],
    ["{ find { ... on Blo|ck { id } } }", "type Block"],
    ["fragment F on Ent|ry { id }", "interface Entry"],
    ["query Q($w: Win|dow!) { within(window: $w) { id } }", "input Window"],
    ["{ block @incl|ude(if: true) { id } }", "directive @include(if: Boolean!)"],
    ["{ block @include(i|f: true) { id } }", "@include(if: Boolean!)"],
    ["{ block { __type|name } }", "Block.__typename: String!"],
    ["query Q($h: Float = 1) { block(height: $|h) { id } }", "$h: Float = 1"],
    ["{ block { ...Bi|ts } } fragment Bits on Block { id }", "fragment Bits on Block { id }"],
    ["{ block { header { hei|ght", "Header.height: Int!"],
  ];
  for (const [marked, signature] of rows) {
    it(`shows ${signature} in ${marked}`, () => assert.equal(hover(marked)?.signature, signature));
  }

  it("shows a fragment of another file", () => {
    assert.equal(
      hover("{ block { ...Fa|r } }", ["fragment Far on Block { id }"])?.signature,
      "fragment Far on Block { id }",
    );
  });

  it("covers the name and tells description and deprecation as plain text", () => {
    assert.deepEqual(hover("{ block { rew|ard } }"), {
      start: 10,
      end: 16,
      signature: "Block.reward: Int!",
      description: "Paid to the generator, in the smallest unit.",
    });
    assert.equal(hover("{ block { oldRe|ward } }")?.deprecated, "use reward");
  });

  it("leaves markup in descriptions as it is written", () => {
    const schema = schemaOf('type Query { "<b>`x`</b> [y](command:z)" a: Int }');
    assert.equal(hoverAt(readDocument("{ a }"), 2, { schema })?.description, "<b>`x`</b> [y](command:z)");
  });

  it("shows nothing, and throws nothing, beside names", () => {
    for (const marked of [
      "|",
      "|{ block { id } }",
      "# a com|ment on block\n{ block { id } }",
      "{ block { id } }|",
      "{ block { id } }\n\n|",
      '{ block(hash: "blo|ck") { id } }',
      "{ nope| }",
      "{ al|ias: block { id } }",
      "qu|ery { block { id } }",
      `${"{a".repeat(5000)} bl|ock`,
    ]) {
      assert.equal(hover(marked), undefined, marked.slice(-60));
    }
  });
});

describe("help on arguments", () => {
  const help = (marked: string) => {
    const { text, offset } = atCursor(marked);
    const found = signatureHelpAt(readDocument(text), offset, nodeSchema);
    const active = found?.active === undefined ? undefined : found.parameters[found.active];
    return [found?.label, active && found?.label.slice(active.start, active.end)];
  };
  const block = "block(height: Float, hash: String): Block";
  const rows: [string, string | undefined, string | undefined][] = [
    ["{ block(|) { id } }", block, undefined],
    ["{ block(height: |", block, "height: Float"],
    ["{ block(height: 1, has|", block, undefined],
    ["{ block(height: 1, hash: |", block, "hash: String"],
    ['{ block(height: 1, hash: "ab|', block, "hash: String"],
    ["{ block(height: 1, |", block, undefined],
    ["{ block @include(if: |) { id } }", "@include(if: Boolean!)", "if: Boolean!"],
    [
      "{ within(window: {from: |}) { id } }",
      "within(window: Window!, windows: [Window!]): [Entry!]!",
      "window: Window!",
    ],
    ["{ block(height: 1)| { id } }", undefined, undefined],
    ["{ block(height: 1) { | } }", undefined, undefined],
    ["{ lastBlockPair(|) }", undefined, undefined],
    ["{ block( # |", undefined, undefined],
    ["|", undefined, undefined],
  ];
  for (const [marked, label, active] of rows) {
    it(`shows ${label ?? "nothing"} in ${marked}`, () => assert.deepEqual(help(marked), [label, active]));
  }
});
