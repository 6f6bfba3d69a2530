import assert from "node:assert/strict";
import fc from "fast-check";
import { completionsAt } from "../../../src/graphql/completion/completion";
import { definitionsOf, givenNameAt, referencesOf } from "../../../src/graphql/names/definitions";
import { diagnosticsOf } from "../../../src/graphql/checks/diagnostics";
import { type GraphqlDocument, readDocument } from "../../../src/graphql/text/document";
import { foldingOf } from "../../../src/graphql/text/folding";
import { hoverAt } from "../../../src/graphql/completion/hover";
import { operationsAt, requestFor } from "../../../src/graphql/text/operations";
import { quickFixesFor } from "../../../src/graphql/checks/quickFixes";
import { loadSchema } from "../../support/loadSchema";
import { schemaElementAt } from "../../../src/graphql/schema/schemaElement";
import { signatureHelpAt } from "../../../src/graphql/completion/signatureHelp";
import { outlineOf } from "../../../src/graphql/text/symbols";
import { tokenize } from "../../../src/graphql/text/tokens";
import { variablesFileSchema } from "../../../src/graphql/variables/variableSchema";
import { nodeSchema as schema, nodeSdl } from "./nodeSchema";

const sample = `# head
query A($h: Float = 1, $w: [Window!]!, $s: String) @cached {
  tip: block(height: $h, hash: """b\\"""x""") @include(if: true) { ...F ... on Block { reward } }
  within(windows: $w, window: {from: 1, inner: {from: 18446744073709551615, labels: ["a", "\\u00e9"]}}) { id }
}
fragment F on Block { header { hash } ...F }
{ find(by: [1, {a: $s}]) { __typename } }
type T implements I & J { a(b: Int = 3): [T!]! @d }
`;

function askEverything(text: string, offset: number): void {
  const document = readDocument(text);
  const others = [{ file: "o.gql", document: readDocument("fragment Far on Block { id @include(if: $h) }") }];
  const inText = ({ start, end }: { start: number; end: number }) =>
    assert.ok(0 <= start && start <= end && end <= text.length, `${start}–${end} of ${text.length}`);
  inText(completionsAt(document, offset, { schema, others }));
  completionsAt(document, offset);
  const hover = hoverAt(document, offset, { schema, others });
  if (hover) inText(hover);
  signatureHelpAt(document, offset, schema);
  schemaElementAt(document, offset, schema);
  const given = givenNameAt(document, offset);
  if (given) {
    definitionsOf(given, document, others);
    for (const place of referencesOf(given, document, others)) if (!place.file) inText(place);
  }
  for (const found of operationsAt(document, offset, others)) requestFor(found, others);
  askAboutAll(document, inText);
}

function askAboutAll(document: GraphqlDocument, inText: (range: { start: number; end: number }) => void): void {
  for (const diagnostic of diagnosticsOf(document, { schema })) {
    inText(diagnostic);
    assert.ok(diagnostic.start < diagnostic.end, diagnostic.code);
    for (const { edits } of quickFixesFor(diagnostic, document)) edits.forEach(inText);
  }
  foldingOf(document).forEach(inText);
  outlineOf(document).forEach(inText);
  variablesFileSchema([{ document, schema }]);
}

describe("any text", () => {
  it("cut off anywhere is read without an error", () => {
    for (let length = 0; length <= sample.length; length += 9) askEverything(sample.slice(0, length), length);
  });

  it("with anything taken out is read without an error", () => {
    for (let at = 0; at < sample.length; at += 13) askEverything(sample.slice(0, at) + sample.slice(at + 4), at);
  });

  it("of parts in any order is read without an error", () => {
    const chunks = [
      ...tokenize(sample).map(({ text }) => text),
      "\n",
      "\r\n",
      "\uFEFF",
      "é",
      "🦀",
      '"',
      '"""',
      "\\",
      "on",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...chunks), { maxLength: 40 }), fc.nat(), (parts, at) => {
        const text = parts.join(" ");
        askEverything(text, text.length === 0 ? 0 : at % text.length);
        loadSchema(text);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  const depth = 30_000;
  const deep: [what: string, text: string][] = [
    ["selections", `query A { ${"block { ".repeat(depth)}`],
    ["closed selections", `query A { ${"block { ".repeat(depth)}id${" }".repeat(depth)} }`],
    ["values", `{ within(window: ${"{inner: ".repeat(depth)}1${"}".repeat(depth)}) { id } }`],
    [
      "lists",
      `query A($a: ${"[".repeat(depth)}Int${"]".repeat(depth)} = ${"[".repeat(depth)}) { find(by: $a) { id } }`,
    ],
    ["types of a schema", `type Query { a: ${"[".repeat(depth)}Int${"]".repeat(depth)} b: Int @d( }`],
    ["values of a schema", `type Query {\na(b: Int = ${"[".repeat(depth)}): Int @deprecated(reason: "x "y"")\n}`],
    ["a text of one line", `{ find(by: "${"a\\\\".repeat(100_000)}`],
  ];
  for (const [what, text] of deep) {
    it(`nested without end is read without an error: ${what}`, function () {
      this.timeout(60_000);
      for (const offset of [0, Math.floor(text.length / 2), text.length]) askEverything(text, offset);
      const loaded = loadSchema(`${text}\ntype Query { a: Int }`);
      assert.ok("schema" in loaded || loaded.problem.code === "too-deep");
    });
  }

  it("tokens cover all of a text but blanks and commas", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: "grapheme" }), (text) => {
        const rest = tokenize(text).reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
        assert.match(rest, /^[\s,\uFEFF]*$/);
      }),
      { seed: 7 },
    );
  });

  it("read again after a change has the trees it would have had afresh", () => {
    const before = readDocument(sample);
    const changed = sample.replace("# head", "# another head\n").replace("reward", "id");
    const again = readDocument(changed, before);
    const afresh = readDocument(changed);
    const shape = (document: GraphqlDocument) =>
      document.definitions.map(({ start, end, fault, nodes }) => ({ start, end, fault, nodes: nodes.length }));
    assert.deepEqual(shape(again), shape(afresh));
    assert.deepEqual(diagnosticsOf(again, { schema }), diagnosticsOf(afresh, { schema }));
    assert.equal(again.definitions[1]!.nodes[0], before.definitions[1]!.nodes[0]);
  });

  it("a schema of any text is loaded or refused", () => {
    for (let at = 0; at < nodeSdl.length; at += 31) loadSchema(nodeSdl.slice(0, at) + nodeSdl.slice(at + 3));
  });
});
