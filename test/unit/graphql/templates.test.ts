import assert from "node:assert/strict";
import { completionsAt } from "../../../src/graphql/completion/completion";
import { diagnosticsOf } from "../../../src/graphql/checks/diagnostics";
import { documentAt, expressionsIn, readTemplates, textOf } from "../../../src/graphql/text/document";
import { hoverAt } from "../../../src/graphql/completion/hover";
import { operationsAt, operationsOf, requestFor, sourceOffset } from "../../../src/graphql/text/operations";
import { mayHoldTemplate, readProgram } from "../../../src/graphql/text/templates";
import { limits } from "../../../src/wire/limits";
import { atCursor, withRanges } from "./marks";
import { nodeSchema } from "./nodeSchema";

const tip = "query Tip { lastBlockPair }";
const found = (program: string) => readProgram(program).templates.map(({ start, end }) => program.slice(start, end));

describe("GraphQL in a program", () => {
  const rows: [where: string, program: string][] = [
    ["a tag", "const q = gql`‹query A { a }›`;"],
    ["another tag", "graphql`‹{ a }›`"],
    ["a tag of an object", "Apollo.gql`‹{ a }›`"],
    ["a tag with types", "gql<A, B>`‹{ a }›`"],
    ["a tag with a blank", "gql\n  `‹{ a }›`"],
    ["a comment", "f(/* GraphQL */ `‹{ a }›`)"],
    ["a comment without blanks", "f(/*GraphQL*/`‹{ a }›`)"],
    ["several templates of a line", "f(gql`‹{ a }›`, `plain`, gql`‹{ b }›`)"],
    ["an expression of an ordinary template", "`<p>${x}</p>` + gql`‹{ a }›`"],
    ["JSX with an apostrophe before it", "<p>don't {f(gql`‹{ a }›`)}</p>"],
    ["an address before it", 'get("https://a.b/c", gql`‹{ a }›`)'],
    ["an address in JSX before it", "<p>http://a {f(gql`‹{ a }›`)}</p>"],
    ["a pattern of paths above it", 'glob("**/*.ts");\ngql`‹{ a }›`'],
    ["a comment above it", "/* it's `odd` */\n// gql\ngql`‹{ a }›`"],
    ["lines of Windows", "const q =\r\n  gql`‹\r\n{ a }\r\n›`"],
  ];
  for (const [where, marked] of rows) {
    it(`is found behind ${where}`, () => {
      const { text, ranges } = withRanges(marked);
      assert.deepEqual(
        readProgram(text).templates.map(({ start, end }) => ({ start, end })),
        ranges,
      );
    });
  }

  const none: [what: string, program: string][] = [
    ["an ordinary template", "const s = `{ a }`"],
    ["a tag of another name", "mygql`{ a }` + gqlx`{ a }` + $gql`{ a }` + css`{ a }`"],
    ["a comment of a line", "// gql`{ a }`"],
    ["a comment", "/* gql`{ a }` */"],
    ["a comment of several lines", "/*\n gql`{ a }`\n*/"],
    ["a documentation", "/**\n * gql`{ a }`\n */"],
    ["a text", "const s = 'gql`{ a }`' + \"gql`{ a }`\""],
    ["the name in backticks", "// the `gql` tag\nconst a = `gql`"],
    ["a template that is not closed", "const q = gql`query A {"],
    ["an expression that is not closed", "const q = gql`query A { ${f({ a } `"],
    ["nothing", ""],
  ];
  for (const [what, program] of none) it(`is not seen in ${what}`, () => assert.deepEqual(found(program), []));

  it("ends where the template does, whatever is in its expressions", () => {
    const body = "{ a ${f({ b: `}${`${c}`}` }, '}', \"`\")} b }";
    assert.deepEqual(found(`gql\`${body}\` + gql\`{ z }\``), [body, "{ z }"]);
    const [template] = readProgram(`gql\`${body}\``).templates;
    assert.deepEqual(template!.expressions.length, 1);
  });

  it("stays where it is, with escapes as what they mean", () => {
    const program = 'gql`{ a(s: "\\`\\\\\\u0041\\x42\\u{1F600}", \\\n n: 1) } ${f} # é`';
    const { text, fillers } = readProgram(program);
    assert.equal(text.length, program.length);
    assert.equal(text.split("\n").length, program.split("\n").length);
    const document = readTemplates(program);
    const request = requestFor({ document, definition: operationsOf(document)[0]! });
    assert.equal(request.query, '{ a(s: "`\\AB\u{1F600}",  n: 1) }');
    assert.ok(fillers.length > 0);
    const sent = request.query.indexOf("n: 1");
    assert.equal(sourceOffset(request, sent)?.offset, program.indexOf("n: 1"));
  });

  it("is a document for each template, checked by itself with its own places", () => {
    const { text, ranges } = withRanges(
      "a(gql`{ ‹nope› }`);\nb(gql`query { block(height: 1) { reward ‹neither› } }`);",
    );
    const { templates } = readTemplates(text);
    const diagnostics = templates!.flatMap((each) => diagnosticsOf(each, { schema: nodeSchema }));
    assert.deepEqual(
      diagnostics.map(({ code, start, end }) => ({ code, start, end })),
      ranges.map((range) => ({ code: "unknown-field", ...range })),
    );
  });

  it("is said nothing of that only the program knows", () => {
    const quiet = [
      "gql`query A { block(height: ${h}) { nope } }`",
      "gql`query A { block(height: 1) { ${fields} } }`",
      "gql`query A { block(height: 1) { ...Elsewhere } } ${Elsewhere}`",
    ];
    for (const text of quiet) {
      const { templates } = readTemplates(text);
      assert.deepEqual(diagnosticsOf(templates![0]!, { schema: nodeSchema }), [], text);
    }
    const known = readTemplates("gql`query A { ${x} }` + gql`${x} query B { lastBlockPair }`");
    const [first, second] = operationsOf(known);
    assert.equal(expressionsIn(known, first!).length, 1);
    assert.equal(expressionsIn(known, second!).length, 0);
  });

  it("is completed and explained as in a file, beside what is half written in another template", () => {
    const { text, offset } = atCursor("a(gql`query { block(`); b(gql`{ block(height: 1) { re| } }`)");
    const document = documentAt(readTemplates(text), offset)!;
    const labels = completionsAt(document, offset, { schema: nodeSchema }).items.map(({ label }) => label);
    assert.ok(labels.includes("reward"), labels.join());
    assert.match(hoverAt(document, text.lastIndexOf("block") + 2, { schema: nodeSchema })!.signature, /block\(/);
  });

  it("is nowhere beside templates and in expressions", () => {
    const program = "const a = gql`{ a ${b} c }`;";
    const document = readTemplates(program);
    const inside = [...program].map((_, at) => at).filter((at) => documentAt(document, at));
    assert.equal(program.slice(inside[0], inside.at(-1)), "{ a ${b} c }");
    assert.equal(documentAt(document, program.indexOf("b}")), undefined);
    assert.equal(operationsAt(document, 0).length, 1);
    assert.equal(textOf(document, operationsOf(document)[0]!), "{ a      c }");
  });

  it("costs no longer the more odd a program is", () => {
    const odd = [
      "gql`",
      "gql`${",
      "`\\",
      "'\"`",
      "gql<<",
      "/* GraphQL */ ",
      "gql`${'",
      "/*",
      "\n * gql`",
      " ".repeat(300),
    ];
    for (const each of odd) {
      const program = each.repeat(Math.floor(limits.programCharacters / each.length));
      assert.equal(readProgram(program).text.length, program.length);
    }
    assert.deepEqual(found(`${" ".repeat(limits.programCharacters)}gql\`{ a }\``), []);
  });

  it("is read up to a number and a length of templates, and what is not is said", () => {
    const one = `gql\`${tip}\`;`;
    const count = limits.programTemplates;
    const many = readTemplates(one.repeat(count + 2));
    assert.equal(many.templates?.length, count);
    assert.equal(many.unread?.start, count * one.length);
    assert.equal(readTemplates(one.repeat(count)).unread, undefined);
    const long = readTemplates(`${one}gql\`{ ${"a ".repeat(limits.templateCharacters)}}\`;\n${one}`);
    assert.equal(long.templates?.length, 2);
    assert.deepEqual(long.unread, { start: one.length, end: one.length + 4 });
    assert.equal(readTemplates(`${one}gql\`{ a `).unread, undefined);
    const comments = "// gql`\n";
    assert.equal(
      readTemplates(comments.repeat(limits.programTags + 1)).unread?.start,
      comments.length * limits.programTags + 3,
    );
  });

  it("is found again behind what is nested, unclosed, escaped or of Windows", () => {
    const odd = [
      "const a = `${`${`${1}`}`}`;",
      "const a = `\\`${1}\\\\`;",
      'const a = "it\'s `odd`";\r\n',
      "const r = /[`'\"]/;\n",
      "gql`{ a ${`${gql`{ inner }`}`} \\u{110000} \\x4 \\u12 }`;",
      "// don't\n",
      "const a = 'x\\\n`';\n",
    ];
    for (const each of odd) {
      const program = `${each}\nconst q = gql\`{ last }\`;\n`;
      assert.equal(found(program).at(-1), "{ last }", each);
      assert.equal(readProgram(program).text.length, program.length, each);
    }
    const program = odd.join("\n").repeat(200);
    assert.equal(found(`${program}\nconst q = gql\`{ last }\`;`).at(-1), "{ last }");
  });

  it("may be introduced by a tag or a comment alone", () => {
    for (const [text, may] of [
      ["gql`", true],
      ["graphql", true],
      ["/* GraphQL */", true],
      ["const a = `b`;", false],
    ] as const)
      assert.equal(mayHoldTemplate(text), may, text);
  });
});
