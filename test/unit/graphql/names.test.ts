import assert from "node:assert/strict";
import {
  definitionsOf,
  givenNameAt,
  type NameLocation,
  referencesOf,
  renameEdits,
} from "../../../src/graphql/names/definitions";
import { readDocument } from "../../../src/graphql/text/document";
import { schemaElementAt } from "../../../src/graphql/schema/schemaElement";
import { SdlLocations } from "../../../src/graphql/schema/sdlLocations";
import { atCursor } from "./marks";
import { nodeSchema, nodeSdl } from "./nodeSchema";

function read(marked: string, others: string[]) {
  const { text, offset } = atCursor(marked);
  const document = readDocument(text);
  const found = others.map((other, index) => ({ file: `${index}.gql`, document: readDocument(other) }));
  const given = givenNameAt(document, offset);
  assert.ok(given, `no name in ${marked}`);
  return { document, others: found, given };
}

/** Where and on which line-wide context each place is: `file:start text`. */
function told(places: readonly NameLocation[]): string[] {
  return places.map(
    ({ file, document, start, end }) => `${file ?? "here"}:${start} ${document.text.slice(start, end)}`,
  );
}

describe("going to the definition", () => {
  const rows: [marked: string, others: string[], ...places: string[]][] = [
    ["{ block { ...Bi|ts } } fragment Bits on Block { id }", [], "here:31 Bits"],
    ["{ block { ...|Far } }", ["fragment Far on Block { id }"], "0.gql:9 Far"],
    ["query A($x: Float) { block(height: $|x) { id } }", [], "here:8 $x"],
    ["query A($x: Float) { block(height: |$x) { id } }", [], "here:8 $x"],
    [
      "query A($x: Float) { block(height: $x) { id } } query B($x: Float) { block(height: $x|) { id } }",
      [],
      "here:56 $x",
    ],
    ["fragment F on Block { id @include(if: $|on) }", ["query A($on: Boolean!) { block { ...F } }"], "0.gql:8 $on"],
    ["query A($x: Float) { block(height: $x|", [], "here:8 $x"],
    ["{ block { ...|Gone } }", []],
  ];
  for (const [marked, others, ...places] of rows) {
    it(`finds ${places.join() || "nothing"} from ${marked}`, () => {
      const { document, given, others: found } = read(marked, others);
      assert.deepEqual(told(definitionsOf(given, document, found)), places);
    });
  }

  const schemaRows: [marked: string, definition: string][] = [
    ["{ blo|ck { id } }", "block(height"],
    ["{ block(ha|sh: 1) { id } }", "hash: String): Block"],
    ["{ block { re|ward } }", "reward: Int!"],
    ["{ find { ... on Trans|action { id } } }", "Transaction { id"],
    ["{ blocks(order: DE|SC) { id } }", 'DESC "Neither'],
    ["{ within(window: {lab|els: []}) { id } }", "labels: [String!]"],
    ["query A($w: Win|dow) { within { id } }", "Window { from"],
    ["{ block { header { js|on } } }", "json: JSON! }"],
  ];
  for (const [marked, definition] of schemaRows) {
    it(`finds ${definition} in the schema's text from ${marked}`, () => {
      const { text, offset } = atCursor(marked);
      const found = schemaElementAt(readDocument(text), offset, nodeSchema);
      const place = new SdlLocations(nodeSdl).find(found!.element);
      assert.ok(place);
      assert.equal(nodeSdl.slice(place.start, place.start + definition.length), definition);
    });
  }
});

describe("references", () => {
  const rows: [marked: string, others: string[], ...places: string[]][] = [
    [
      "fragment Bi|ts on Block { id } { a: block { ...Bits } b: block { ...Bits } }",
      [],
      "here:9 Bits",
      "here:46 Bits",
      "here:67 Bits",
    ],
    ["fragment Bi|ts on Block { id }", ["{ block { ...Bits } }"], "here:9 Bits", "0.gql:13 Bits"],
    [
      "query A($x|: Float) { block(height: $x) { id } } query B($x: Float) { block(height: $x) { id } }",
      [],
      "here:8 $x",
      "here:35 $x",
    ],
    [
      "query A($x|: Boolean!) { block { ...F } }",
      ["fragment F on Block { id @include(if: $x) }", "query B($x: Boolean!) { block { ...F } }"],
      "here:8 $x",
      "0.gql:38 $x",
      "1.gql:8 $x",
    ],
    ["query Li|st { block { id } }", [], "here:6 List"],
  ];
  for (const [marked, others, ...places] of rows) {
    it(`are ${places.join()} for ${marked}`, () => {
      const { document, given, others: found } = read(marked, others);
      assert.deepEqual(told(referencesOf(given, document, found)), places);
    });
  }
});

describe("renaming", () => {
  function renamed(marked: string, name: string, others: string[] = []) {
    const { document, given, others: found } = read(marked, others);
    const renaming = renameEdits(given, name, document, found);
    if ("problem" in renaming) return renaming.problem;
    const texts = new Map([["", document.text], ...found.map((other) => [other.file, other.document.text] as const)]);
    for (const { file = "", start, end, text } of [...renaming.edits].sort((a, b) => b.start - a.start)) {
      const old = texts.get(file)!;
      texts.set(file, old.slice(0, start) + text + old.slice(end));
    }
    return [...texts.values()];
  }

  it("replaces a fragment in every file", () => {
    assert.deepEqual(renamed("{ block { ...F| } }", "Bits", ["fragment F on Block { id }", "{ block { ...F } }"]), [
      "{ block { ...Bits } }",
      "fragment Bits on Block { id }",
      "{ block { ...Bits } }",
    ]);
  });

  it("replaces a variable with or without its $", () => {
    for (const name of ["y", "$y"]) {
      assert.deepEqual(renamed("query A($x|: Float) { block(height: $x) { id } }", name), [
        "query A($y: Float) { block(height: $y) { id } }",
      ]);
    }
  });

  it("refuses what is no name and what is taken", () => {
    assert.equal(renamed("query A($x|: Float) { block(height: $x) { id } }", "1x"), "not-a-name");
    assert.equal(renamed("fragment F| on Block { id }", "on"), "not-a-name");
    assert.equal(renamed("fragment F| on Block { id } fragment G on Block { id }", "G"), "taken");
    assert.equal(renamed("query A($x|: Int, $y: Int) { block { id } }", "y"), "taken");
  });
});
