import assert from "node:assert/strict";
import { diagnosticsOf } from "../../../src/graphql/checks/diagnostics";
import { readDocument } from "../../../src/graphql/text/document";
import { formatDocument } from "../../../src/graphql/text/format";
import { jsonKeyRange } from "../../../src/graphql/text/jsonRange";
import { refusalAt } from "../../../src/graphql/checks/refusalDiagnostic";
import { queryDraft, rootFields } from "../../../src/graphql/completion/queryDraft";
import { atCursor } from "./marks";
import { nodeSchema } from "./nodeSchema";

describe("a query to begin with", () => {
  const rows: [field: string, draft: string | undefined][] = [
    ["lastBlockPair", "query ${1:LastBlockPair} {\n\tlastBlockPair$0\n}\n"],
    ["block", "query ${1:Block} {\n\tblock(height: -1) {\n\t\theader { height hash }\n\t\tid\n\t\treward$0\n\t}\n}\n"],
    [
      "tx",
      "query ${1:Tx}(\\$hash: String!) {\n\ttx(hash: \\$hash) {\n\t\ttx { id }\n\t\tid\n\t\terr\n\t\tgasSpent$0\n\t}\n}\n",
    ],
    ["within", "query ${1:Within}(\\$window: Window!) {\n\twithin(window: \\$window) {\n\t\t__typename$0\n\t}\n}\n"],
    ["nowhere", undefined],
  ];
  for (const [field, draft] of rows) {
    it(`of ${field} ${draft === undefined ? "cannot be made" : "asks for what needs no more than its name"}`, () => {
      assert.equal(queryDraft(field, nodeSchema), draft);
    });
  }

  it("can be made of each field that the schema offers", () => {
    const fields = rootFields(nodeSchema);
    assert.deepEqual(fields[2], { name: "tx", signature: "(hash: String!): SpentTransaction" });
    for (const { name } of fields) assert.ok(queryDraft(name, nodeSchema));
  });
});

describe("the argument that explains a refusal", () => {
  const rows: [marked: string, argument: string | undefined][] = [
    ["{ |blocks(range: [0, 200]) { id } }", "[0, 200]"],
    ["{ |tip: blocks(last: 1000) { id } }", "1000"],
    ["{ |lastBlockPair blocks(last: 1000) { id } }", undefined],
    ["{ |blocks { id } }", "blocks"],
    ["{ |all: blocks(last: 1, range: [1, 2]) { id } }", "range: [1, 2]"],
    ["{ |blocks(last: 10) { id } more: blocks(last: 1000) { id } }", undefined],
    ["{ block { id } |", undefined],
  ];
  for (const [marked, argument] of rows) {
    it(`is ${argument ?? "none"} in ${marked}`, () => {
      const { text, offset } = atCursor(marked);
      const document = readDocument(text);
      const found = refusalAt(offset, diagnosticsOf(document, { schema: nodeSchema }), document);
      assert.equal(found && text.slice(found.start, found.end), argument);
    });
  }
});

describe("formatting", () => {
  const two = { width: 2, tabs: false };
  const rows: [text: string, formatted: string][] = [
    ["{a}", "{\n  a\n}\n"],
    ["# first\nquery A{a#last\n}", "# first\nquery A {\n  a #last\n}\n"],
    ["{a}\n\n\n\nfragment F on T{b}", "{\n  a\n}\n\nfragment F on T {\n  b\n}\n"],
    ["{\r\n  a\r\n}", "{\n  a\n}\n"],
    ["", ""],
  ];
  for (const [text, formatted] of rows) {
    it(`lays out ${JSON.stringify(text)}, and leaves it so`, async () => {
      assert.deepEqual(await formatDocument(text, two), { text: formatted });
      assert.deepEqual(await formatDocument(formatted, two), { text: formatted });
    });
  }

  it("indents as it is told to", async () => {
    assert.deepEqual(await formatDocument("{a}", { width: 4, tabs: true }), { text: "{\n\ta\n}\n" });
  });

  it("touches nothing that does not parse, and tells the line", async () => {
    assert.deepEqual(await formatDocument("{\n  a {\n", two), { brokenAt: 3 });
  });

  for (const [what, kept] of [
    ["blanks in a block string", '{ tx(hash: """  two blanks""") {id} }'],
    ["a blank at the end of a block string", '{ tx(hash: """one behind """) {id} }'],
    [
      "comments that would not come to rest",
      "query A(\n  $from: Int\n  # $limit: Int\n  # $cursor: String\n) {\n  t\n}",
    ],
  ] as const) {
    it(`leaves a definition with ${what} as it is, and formats the others`, async () => {
      const formatted = await formatDocument(`{a}\n\n# kept\n${kept}\n\nquery B {b}\n`, two);
      assert.deepEqual(formatted, { text: `{\n  a\n}\n\n# kept\n${kept}\n\nquery B {\n  b\n}\n`, left: 1 });
    });
  }

  it("refuses what is nested without end", async () => {
    assert.deepEqual(await formatDocument(`{\n${"a {".repeat(50_000)}`, two), { brokenAt: 2 });
  });
});

describe("the place of a key in JSON", () => {
  const text = '{ "A": { "n": 1, "n2": {"n": 2} }, "B": {} }';
  const rows: [path: string[], key: string | undefined][] = [
    [["A"], '"A"'],
    [["A", "n"], '"n"'],
    [["A", "n2", "n"], '"n"'],
    [["B"], '"B"'],
    [["B", "n"], undefined],
    [["C"], undefined],
  ];
  for (const [path, key] of rows) {
    it(`${path.join(".")} is ${key ?? "nowhere"}`, () => {
      const place = jsonKeyRange(text, path);
      assert.equal(place && text.slice(place.start, place.end), key);
    });
  }
});
