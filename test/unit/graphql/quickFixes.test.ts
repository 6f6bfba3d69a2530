import assert from "node:assert/strict";
import { diagnosticsOf } from "../../../src/graphql/checks/diagnostics";
import { readDocument } from "../../../src/graphql/text/document";
import { mayBeStale, quickFixText, quickFixesFor } from "../../../src/graphql/checks/quickFixes";
import { nodeSchema } from "./nodeSchema";

function fixed(text: string): Record<string, string> {
  const document = readDocument(text);
  const [diagnostic] = diagnosticsOf(document, { schema: nodeSchema });
  assert.ok(diagnostic, text);
  const results = quickFixesFor(diagnostic, document).map((fix) => {
    const edits = [...fix.edits].sort((a, b) => b.start - a.start);
    return [
      quickFixText(fix),
      edits.reduce((old, { start, end, text: by }) => old.slice(0, start) + by + old.slice(end), text),
    ];
  });
  return Object.fromEntries(results) as Record<string, string>;
}

describe("quick fixes", () => {
  const rows: [before: string, title: string, after: string][] = [
    ["{ tip: blok(height: 1) { id } }", 'Change to "block"', "{ tip: block(height: 1) { id } }"],
    ["{ block(heigth: 1) { id } }", 'Change to "height"', "{ block(height: 1) { id } }"],
    [
      "query A($x: Flaot) { block(height: $x) { id } }",
      'Change to "Float"',
      "query A($x: Float) { block(height: $x) { id } }",
    ],
    [
      "{ block(height: 1) @includ(if: true) { id } }",
      'Change to "include"',
      "{ block(height: 1) @include(if: true) { id } }",
    ],
    ["{ blocks(last: 1, order: ASK) { id } }", 'Change to "ASC"', "{ blocks(last: 1, order: ASC) { id } }"],
    [
      "{ block(height: 1) { ...Bit } } fragment Bits on Block { id }",
      'Change to "Bits"',
      "{ block(height: 1) { ...Bits } } fragment Bits on Block { id }",
    ],
    ["query A { tx(hash: $h) { id } }", 'Declare "$h: String!"', "query A($h: String!) { tx(hash: $h) { id } }"],
    [
      "query A($x: Float) { block(height: $x, hash: $h) { id } }",
      'Declare "$h: String"',
      "query A($x: Float, $h: String) { block(height: $x, hash: $h) { id } }",
    ],
    ["{ tx(hash: $h) { id } }", 'Declare "$h: String!"', "query ($h: String!) { tx(hash: $h) { id } }"],
    ["query { tx(hash: $h) { id } }", 'Declare "$h: String!"', "query ($h: String!) { tx(hash: $h) { id } }"],
    [
      "query A { block(height: 1) { ...F } } fragment F on Block { id @include(if: $x) }",
      'Declare "$x: Boolean!"',
      "query A($x: Boolean!) { block(height: 1) { ...F } } fragment F on Block { id @include(if: $x) }",
    ],
    ["query A($x: Float) { block(height: 1) { id } }", 'Remove "$x"', "query A { block(height: 1) { id } }"],
    [
      "query A($x: Float, $y: Float) { block(height: $y) { id } }",
      'Remove "$x"',
      "query A($y: Float) { block(height: $y) { id } }",
    ],
    [
      "query A($y: Float, $x: [Int!] = [1]) { block(height: $y) { id } }",
      'Remove "$x"',
      "query A($y: Float) { block(height: $y) { id } }",
    ],
    [
      "{ block(height: 1) { id } }\n\nfragment F on Block { id }\n",
      'Remove fragment "F"',
      "{ block(height: 1) { id } }\n",
    ],
    [
      "fragment F on Block { id }\n\n{ block(height: 1) { id } }\n",
      'Remove fragment "F"',
      "{ block(height: 1) { id } }\n",
    ],
    ["{ tx { id } }", 'Add argument "hash"', "{ tx(hash: ) { id } }"],
    ["{ blocks { id } }", 'Add argument "last"', "{ blocks(last: ) { id } }"],
    [
      "query A($h:\tInt!) { block(height: $h) { id } }",
      'Declare "$h" as "Float!"',
      "query A($h:\tFloat!) { block(height: $h) { id } }",
    ],
    ["{ block(height: 1) }", 'Add a selection to "block"', "{ block(height: 1) { __typename } }"],
    ["{ lastBlockPair { json } }", 'Remove the selection from "lastBlockPair"', "{ lastBlockPair }"],
  ];
  for (const [before, title, after] of rows) {
    it(`${title}: ${JSON.stringify(before)}`, () => assert.equal(fixed(before)[title], after));
  }

  it("leave a whole number alone that is needed as one elsewhere", () => {
    assert.deepEqual(fixed('query A($h: Int!) { block(height: $h) { id } checkBlock(height: $h, hash: "") }'), {});
  });

  it("offer to reload the schema where it may be out of date", () => {
    const stale = (text: string) => diagnosticsOf(readDocument(text), { schema: nodeSchema }).map(mayBeStale);
    assert.deepEqual(stale("{ nope block(nope: 1) { ... on Nope { id } } }"), [true, true, true]);
    assert.deepEqual(stale("{ block(height: 1) { ...Nope } }"), [false]);
    assert.deepEqual(stale("query A($x: Float) { block(height: 1) { id } }"), [false]);
  });
});
