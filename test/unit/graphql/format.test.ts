import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "graphql";
import { formatDocument } from "../../../src/graphql/text/format";
import { tokenize } from "../../../src/graphql/text/tokens";

type Parts = readonly string[];

const name = fc.constantFrom("a", "block", "query", "on1", "type", "_x9");
const words = (...parts: (string | fc.Arbitrary<Parts>)[]): fc.Arbitrary<Parts> =>
  fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant([part]) : part))).map((all) => all.flat());
const word = (arbitrary: fc.Arbitrary<string>) => arbitrary.map((text): Parts => [text]);
const maybe = (arbitrary: fc.Arbitrary<Parts>) => fc.oneof(fc.constant<Parts>([]), arbitrary);
const many = (arbitrary: fc.Arbitrary<Parts>, least = 1) =>
  fc.array(arbitrary, { minLength: least, maxLength: 3 }).map((all) => all.flat());

const letters = ["a", " ", "\n", "\t", "#", "{", "é", "🦀", "\r\n", "\\"];
const prose = (...more: string[]) => fc.string({ unit: fc.constantFrom(...letters, ...more), maxLength: 12 });
const lineText = prose('"').map((words) => JSON.stringify(words));
/** A backslash in front of the quotes that end it would make them part of it. */
const blockText = prose('\\"""').map((words) => `"""${words.replace(/\\+$/, "")}"""`);
const text = fc.oneof(lineText, blockText);

const { value } = fc.letrec<{ value: Parts }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    word(fc.constantFrom("1", "-5", "0.10", "18446744073709551615", "true", "null", "ASC", '""')),
    word(text),
    words("$", word(name)),
    words("[", many(tie("value"), 0), "]"),
    words("{", many(words(word(name), ":", tie("value")), 0), "}"),
  ),
}));
const given = words("(", many(words(word(name), ":", value)), ")");
const directive = words("@", word(name), maybe(given));
const { selection } = fc.letrec<{ selection: Parts }>((tie) => ({
  selection: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words(maybe(words(word(name), ":")), word(name), maybe(given), maybe(directive)),
    words("...", word(name), maybe(directive)),
    words(word(name), maybe(given), "{", many(tie("selection")), "}"),
    words("...", "on", word(name), maybe(directive), "{", many(tie("selection")), "}"),
  ),
}));
const selections = words("{", many(selection), "}");
const type = fc.constantFrom<Parts>(["Int"], ["[", "Int", "!", "]", "!"], ["Window", "!"]);
const constant = word(fc.oneof(fc.constantFrom("1", "ASC", "null"), text));
const fixed = words("@", word(name), maybe(words("(", word(name), ":", constant, ")")));
const variables = words("(", many(words("$", word(name), ":", type, maybe(words("=", constant)), maybe(fixed))), ")");
const fields = words(
  "{",
  many(words(maybe(word(text)), word(name), maybe(words("(", word(name), ":", type, ")")), ":", type)),
  "}",
);
const definition = fc.oneof(
  selections,
  words(
    fc.constantFrom<Parts>(["query"], ["mutation"]),
    maybe(word(name)),
    maybe(variables),
    maybe(directive),
    selections,
  ),
  words("fragment", word(name), "on", word(name), maybe(directive), selections),
  words(maybe(word(text)), "type", word(name), maybe(words("implements", word(name), "&", word(name))), fields),
  words("union", word(name), "=", word(name), "|", word(name)),
);

/** What is between two tokens says nothing, unless it is a comment. */
const blanks = fc.constantFrom(" ", "\n", "\n\n\n", ", ", "\t", " # said\n", "\n# of the next\n", "\r\n  ");
const documents = fc
  .tuple(fc.array(definition, { minLength: 1, maxLength: 3 }), fc.array(blanks, { minLength: 1, maxLength: 20 }))
  .map(([definitions, between]) =>
    definitions
      .flat()
      .map((part, index) => part + between[index % between.length]!)
      .join(""),
  );

/** The tree of a document, and what stands where in it: comments among the rest, texts by their values in the tree. */
function meaning(document: string): unknown {
  const tokens = tokenize(document).filter(({ text: mark }) => mark !== "|" && mark !== "&");
  return [
    parse(document, { noLocation: true }),
    tokens.map(({ kind, text: written }) => (kind === "string" ? '""' : written.trimEnd())),
  ];
}

describe("formatting of any document", function () {
  this.timeout(120_000);

  for (const indentation of [
    { width: 2, tabs: false },
    { width: 4, tabs: true },
  ]) {
    it(`says the same afterwards and stays as it is: ${JSON.stringify(indentation)}`, async () => {
      let formatted = 0;
      await fc.assert(
        fc.asyncProperty(documents, async (document) => {
          const once = await formatDocument(document, indentation);
          assert.ok("text" in once, JSON.stringify(once));
          assert.deepEqual(meaning(once.text), meaning(document));
          assert.equal(((await formatDocument(once.text, indentation)) as { text: string }).text, once.text);
          if (!once.left) formatted += 1;
        }),
        { numRuns: 60, seed: 5 },
      );
      // What is left alone must not be the rule.
      assert.ok(formatted > 10, String(formatted));
    });
  }
});
