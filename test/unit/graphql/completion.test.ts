import assert from "node:assert/strict";
import type { GraphQLSchema } from "graphql";
import type { Completion } from "../../../src/graphql/completion/completionItem";
import { completionsAt, followsOpening } from "../../../src/graphql/completion/completion";
import { readDocument } from "../../../src/graphql/text/document";
import { atCursor } from "./marks";
import { nodeSchema, schemaOf } from "./nodeSchema";

const queryFields = [
  "block",
  "blocks",
  "tx",
  "checkBlock",
  "finalizedEvents",
  "within",
  "find",
  "lastBlockPair",
  "__typename",
  "__schema",
  "__type",
];
const spentFields = ["id", "tx", "err", "gasSpent", "__typename"];
const blockFields = ["id", "header", "transactions", "reward", "oldReward", "__typename"];
const inputTypes = ["Order", "Window", "JSON", "String", "Int", "Float", "Boolean", "ID"];
const bits = "fragment Bits on SpentTransaction { id }";

function complete(marked: string, others: string[] = [], schema: GraphQLSchema | null = nodeSchema) {
  const { text, offset } = atCursor(marked);
  const options = { others: others.map((other, index) => ({ file: `${index}.gql`, document: readDocument(other) })) };
  return completionsAt(readDocument(text), offset, schema ? { ...options, schema } : options);
}

function assertCompletions(marked: string, ...labels: string[]): void {
  assert.deepEqual(
    complete(marked)
      .items.map(({ label }) => label)
      .sort(),
    [...labels].sort(),
    marked,
  );
}

function completion(marked: string, label: string): Completion {
  const found = complete(marked).items.find((item) => item.label === label);
  assert.ok(found, `${label} in ${marked}`);
  return found;
}

describe("completion of fields", () => {
  const places: [string, string[]][] = [
    ["{ | }", queryFields],
    ["{ blo| }", queryFields],
    ["{ |", queryFields],
    ["query T { | }", queryFields],
    ["{ b: | }", queryFields],
    ["{ b: bl|ocks }", queryFields],
    ['{ tx(hash: "") {\n  |\n} }', spentFields],
    ['{ tx(hash: "") { id\n  |\n} }', spentFields],
    ['{ tx(hash: "") { id | } }', spentFields],
    ['{ tx(hash: "a{b") { | } }', spentFields],
    ['{ tx(hash: "") { # { not open\n | } }', spentFields],
    ["{ block { header { height } | } }", blockFields],
    ["{ block { header { height }\n  |", blockFields],
    ["{ nonsense { x } block { | } }", blockFields],
    ["{ nonsense( block { | } }", []],
    ["{ block(height: ) { | } }", blockFields],
    ["{ block(height: 1, hash: ) { | } }", blockFields],
    ["{ find { ... on Block { | } } }", blockFields],
    ["{ find { ... { | } } }", ["__typename"]],
    ["{ within(window: {from: 1}) { | } }", ["id", "__typename"]],
    ["query A($a: Int = 1, $b: [Int!]) { block { | } }", blockFields],
    ["{ block @include(if: true) { | } }", blockFields],
    ["{ block { reward @include(if: true) | } }", blockFields],
    ["fragment B on Block { | }", blockFields],
    ["query A { tx(hash: \n\nquery B { block { | } }", blockFields],
    ['query A { block { reward }\n\nquery B { tx(hash: "") { | } }', spentFields],
    ["\uFEFF{ block {\r\n  |\r\n} }", blockFields],
  ];
  for (const [marked, fields] of places) {
    it(`offers the fields of the enclosing type in ${JSON.stringify(marked)}`, () => {
      assertCompletions(marked, ...fields);
    });
  }

  it("offers the same above and below a fragment spread", () => {
    for (const marked of [
      `query T { tx(hash: "") {\n |\n ...Bits\n \n} }\n${bits}`,
      `query T { tx(hash: "") {\n \n ...Bits\n |\n} }\n${bits}`,
      `query T { tx(hash: "") {\n ...Bits\n ...Bits @include(if: true)\n |\n} }\n${bits}`,
      `query T { tx(hash: "") {\n ...Missing\n ga|\n} }`,
      `query T { tx(hash: "") {\n ... on SpentTransaction { id }\n |\n} }`,
    ]) {
      assertCompletions(marked, ...spentFields);
    }
  });

  it("tells type, description and deprecation apart", () => {
    const reward = completion("{ block { | } }", "reward");
    assert.equal(reward.detail, "Int!");
    assert.equal(reward.documentation, "Paid to the generator, in the smallest unit.");
    assert.equal(reward.deprecated, undefined);
    assert.equal(completion("{ block { | } }", "oldReward").deprecated, "use reward");
  });

  const inserted: [string, string, string][] = [
    ["{ block { | } }", "reward", "reward"],
    ["{ block { | } }", "header", "header {\n\t$0\n}"],
    ["{ | }", "tx", 'tx(hash: "$1") {\n\t$0\n}'],
    ["{ | }", "checkBlock", 'checkBlock(height: $1, hash: "$2")'],
    ["{ | }", "within", "within(window: { $1 }) {\n\t$0\n}"],
    ['{ |tx(hash: "") }', "tx", "tx"],
    ['{ bl|: tx(hash: "") { id } }', "tx", "tx"],
    ["{ t| { id } }", "tx", 'tx(hash: "$1")'],
    ["{ block(|) }", "height", "height: $0"],
    ["{ block(|) }", "hash", 'hash: "$0"'],
    ["{ block(ha|: 1) }", "hash", "hash"],
    ["{ blocks(|) }", "range", "range: [$0]"],
    ["{ block @| }", "include", "include(if: $1)"],
  ];
  for (const [marked, label, insertText] of inserted) {
    it(`inserts ${JSON.stringify(insertText)} for ${label} in ${JSON.stringify(marked)}`, () => {
      assert.equal(completion(marked, label).insertText, insertText);
    });
  }

  it("replaces the word that the cursor is in", () => {
    const { start, insertEnd, end } = complete("{ blo|cks }");
    assert.deepEqual([start, insertEnd, end], [2, 5, 8]);
  });
});

describe("completion of what stands inside parentheses", () => {
  const places: [string, string[]][] = [
    ["{ block(|) }", ["height", "hash"]],
    ["{ block(he|", ["height", "hash"]],
    ["{ block(height: 1, |) { id } }", ["hash"]],
    ['{ block(|, hash: "") { id } }', ["height"]],
    ["{ block(height: , |", ["hash"]],
    ["{ blocks(order: |) { id } }", ["ASC", "DESC", "RANDOM"]],
    ["{ blocks(order: D|) { id } }", ["ASC", "DESC", "RANDOM"]],
    ["{ checkBlock(onlyFinalized: |) }", ["true", "false"]],
    ["{ within(window: {|}) { id } }", ["from", "to", "labels", "inner"]],
    ["{ within(window: {from: 1, |}) { id } }", ["to", "labels", "inner"]],
    ["{ within(window: {inner: {fr|", ["from", "to", "labels", "inner"]],
    ["{ within(windows: [{from: 1}, {|}]) { id } }", ["from", "to", "labels", "inner"]],
    ["{ block @include(|) { id } }", ["if"]],
    ["{ block @include(if: |) { id } }", ["true", "false"]],
    ["query T($h: |) { block { id } }", inputTypes],
    ["query T($h: [|", inputTypes],
    ["query T($o: Order! = |) { block { id } }", ["ASC", "DESC", "RANDOM"]],
    ["query T($b: Boolean = t|", ["true", "false"]],
    ["query T($a: Int = |", []],
    ["query T($h: In|) { block { id } }", inputTypes],
  ];
  for (const [marked, labels] of places) {
    it(`offers ${labels.join(", ")} in ${JSON.stringify(marked)}`, () => assertCompletions(marked, ...labels));
  }

  it("puts required arguments first", () => {
    assert.deepEqual(
      complete("{ finalizedEvents(|) }").items.map(({ label }) => label),
      ["contractId", "limit", "cursor"],
    );
  });
});

describe("completion of variables", () => {
  const places: [string, string[]][] = [
    ["query T($h: Float, $s: String) { block(height: |) { id } }", ["$h"]],
    ["query T($h: Float, $s: String) { block(hash: $|) { id } }", ["$s"]],
    ["query T($h: Float, $s: String!) { tx(hash: |) { id } }", ["$s"]],
    ["query T($s: String) { tx(hash: |) { id } }", []],
    ['query T($s: String = "") { tx(hash: $|) { id } }', ["$s"]],
    ["query T($i: Int!) { blocks(range: [|]) { id } }", ["$i"]],
    ["query T($r: [Int!]) { blocks(range: |) { id } }", ["$r"]],
    ["query A($a: Float) { block { id } } query B($b: Float) { block(height: $|) { id } }", ["$b"]],
    ["query A($a: Boolean!) { block { ...F } } fragment F on Block { id @include(if: $|) }", ["$a"]],
    ["query T($|) { tx(hash: $wanted) { id } }", ["$wanted"]],
  ];
  for (const [marked, labels] of places) {
    it(`offers ${labels.join(", ") || "nothing that does not fit"} in ${marked}`, () =>
      assertCompletions(marked, ...labels));
  }

  it("inserts the $ only where it is missing", () => {
    assert.equal(completion("query T($h: Float) { block(height: |) { id } }", "$h").insertText, "$h");
    assert.equal(completion("query T($h: Float) { block(height: $|) { id } }", "$h").insertText, "h");
  });

  it("declares an undeclared variable with the type it is used as", () => {
    assert.equal(completion("query T($|) { tx(hash: $wanted) { id } }", "$wanted").insertText, "wanted: String!");
  });
});

describe("completion of fragments, types and directives", () => {
  it("offers fragments that can apply, those of other files included", () => {
    const other = ["fragment Far on SpentTransaction { id }", "fragment Wrong on Header { hash }"];
    const labels = complete(`{ tx(hash: "") { ...| } } ${bits}`, other).items.map(({ label }) => label);
    assert.deepEqual(labels, ["Bits", "Far", "on SpentTransaction"]);
  });

  it("does not offer a fragment to itself", () => {
    assertCompletions("fragment F on Block { ...| }", "on Block");
  });

  const places: [string, string[]][] = [
    ["{ find { ...| } }", ["on Found", "on Block", "on Transaction"]],
    ["{ find { ... on | } }", ["Block", "Transaction", "Entry"]],
    ["fragment F on |", ["Block", "Header", "SpentTransaction", "Transaction", "Found", "Entry", "Query"]],
    ["fragment F |", ["on"]],
    ["{ block @| { id } }", ["include", "skip"]],
    ["{ block @inc| { id } }", ["include", "skip"]],
  ];
  for (const [marked, labels] of places) {
    it(`offers ${labels.join(", ")} in ${marked}`, () => assertCompletions(marked, ...labels));
  }
});

describe("a place where something was just begun", () => {
  for (const marked of [
    "{|",
    "query A {\n  |\n}",
    "{ block(\n|\n) }",
    "{ blocks(range: [\n  |]) }",
    "{ find(by: {\r\n|}) }",
  ]) {
    it(`is in ${JSON.stringify(marked)}`, () =>
      assert.ok(followsOpening(readDocument(atCursor(marked).text), atCursor(marked).offset)));
  }
  for (const marked of ["|{", "{ block }\n|", "{ block\n| }", "{ # {\n| }", "query A\n|", "{ a(b: 1,\n|) }"]) {
    it(`is not in ${JSON.stringify(marked)}`, () =>
      assert.ok(!followsOpening(readDocument(atCursor(marked).text), atCursor(marked).offset)));
  }
});

describe("completion where nothing can be completed", () => {
  for (const marked of [
    "# ga|",
    "{ block { id } } # blo|",
    '{ block(hash: "he|") { id } }',
    '{ block(hash: "he|',
    '{ block(hash: """he\n|\n""") { id } }',
    "query |",
    "query Na|",
  ]) {
    it(`offers nothing in ${JSON.stringify(marked)}`, () => assertCompletions(marked));
  }

  it("neither throws nor offers anything at the bottom of thousands of levels", () => {
    assertCompletions(`${"{a".repeat(5000)}{|`);
  });
});

describe("completion without a schema", () => {
  it("offers keywords where a definition can start", () => {
    for (const marked of ["|", "qu|", "query A { x }\n|", "query A { x } fr|"]) {
      const labels = complete(marked, [], null).items.map(({ label }) => label);
      assert.ok(labels.includes("query") && labels.includes("fragment"), `${marked}: ${labels.join()}`);
    }
  });

  it("offers nothing inside a selection set", () => {
    assert.deepEqual(complete("{ bl| }", [], null).items, []);
  });
});

describe("a list of thousands", () => {
  const fields = Array.from({ length: 4000 }, (_, index) => `someField${index}: Int`).join("\n");
  const schema = schemaOf(
    `type Query { ${fields} wanted: Int fieldOfWood: Int } enum E { ${fields.replace(/: Int/g, "")} }`,
  );
  const labels = (marked: string) => complete(marked, [], schema).items.map(({ label }) => label);

  it("is cut, and says so, so that the next letter brings another", () => {
    const { items, isCut } = complete("{ | }", [], schema);
    assert.deepEqual([items.length, isCut], [300, true]);
    assert.equal(complete("{ | }").isCut, false);
  });

  it("has what the word may become, what begins with it first", () => {
    assert.deepEqual(labels("{ wa| }"), ["wanted"]);
    assert.deepEqual(labels("{ FIELDOF| }"), ["fieldOfWood"]);
    assert.deepEqual(labels("{ fow| }"), ["fieldOfWood"]);
    assert.equal(labels("{ field| }")[0], "fieldOfWood");
    assert.equal(labels("{ someField3999| }")[0], "someField3999");
    assert.ok(complete("{ wa| }", [], schema).isCut);
    assert.deepEqual(labels("{ zzz| }"), []);
  });

  it("is that of enum values too", () => {
    const text = "query A($e: E = someField3998|) { wanted }";
    assert.deepEqual(labels(text), ["someField3998"]);
  });
});
