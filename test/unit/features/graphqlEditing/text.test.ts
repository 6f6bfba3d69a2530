import assert from "node:assert/strict";
import { governorOf } from "../../../../src/features/graphqlEditing/model/governingExtension";
import { codeKinds, requestCode } from "../../../../src/client/http/requestCode";
import { runAtCursor } from "../../../../src/features/graphqlEditing/run/furtherRuns";
import type { OperationRun } from "../../../../src/features/graphqlEditing/run/operationRun";
import { resultChanges } from "../../../../src/features/graphqlEditing/model/resultChanges";
import { writtenRun } from "../../../../src/features/graphqlEditing/run/writtenRun";
import { ageText } from "../../../../src/features/graphqlEditing/model/ageText";
import { changesText } from "../../../../src/features/graphqlEditing/model/changesText";
import { addOperation, readVariables } from "../../../../src/features/graphqlEditing/model/variablesText";
import { readDocument } from "../../../../src/graphql/text/document";
import { requestFor } from "../../../../src/graphql/text/operations";
import { type Json, stringifyExactJson } from "../../../../src/wire/json/exactJson";
import { jsonDocument } from "../../../../src/wire/json/jsonDocument";

const operationOf = (text: string) => readDocument(text).definitions[0]!;
const minute = 60_000;

describe("the age of a schema", () => {
  const rows: [ago: number, text: string][] = [
    [0, "just now"],
    [59_999, "just now"],
    [minute, "1 min ago"],
    [59 * minute, "59 min ago"],
    [2 * 60 * minute + 5, "2 h ago"],
    [47 * 60 * minute, "47 h ago"],
    [49 * 60 * minute, "2 d ago"],
  ];
  for (const [ago, text] of rows) it(`of ${ago} ms is said as ${text}`, () => assert.equal(ageText(0, ago), text));
});

describe("what became of a schema", () => {
  it("is counted by kind", () => {
    const added = { change: "added", what: "field", name: "A.b" } as const;
    const removed = { change: "removed", what: "type", name: "C" } as const;
    assert.equal(changesText([added, added, removed]), "2 fields added, 1 type removed");
  });

  it("is said to be nothing but words when no part differs", () => {
    assert.match(changesText([]), /same fields and types/);
  });
});

describe("another extension for GraphQL", () => {
  const foundation = "GraphQL.vscode-graphql";
  const apollo = "apollographql.vscode-apollo";
  const rows: [config: string, installed: string[], governor: string | undefined][] = [
    ["/w/.graphqlrc.yml", [foundation], foundation],
    ["/w/a/graphql.config.ts", [foundation], foundation],
    ["/w/apollo.config.js", [apollo], apollo],
    ["/w/apollo.config.js", [foundation], undefined],
    ["/w/.graphqlrc.yml", [], undefined],
    ["/w/other/.graphqlrc", [foundation], undefined],
    ["/w/a/b/c/.graphqlrc", [foundation], undefined],
  ];
  for (const [config, installed, governor] of rows) {
    it(`${governor ?? "no one"} governs /w/a/b/x.gql by ${config} when ${installed.join() || "none"} is installed`, () => {
      assert.equal(
        governorOf("/w/a/b/x.gql", [config], (id) => installed.includes(id)),
        governor,
      );
    });
  }
});

describe("the lines of a live result that changed", () => {
  const rows: [what: string, before: Json, after: Json, changed: string[]][] = [
    ["nothing", { a: 1 }, { a: 1 }, []],
    ["one value", { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, ['"c": 3']],
    ["an exact integer", { a: 9007199254740992n }, { a: 9007199254740993n }, ['"a": 9007199254740993']],
    ["a new member", { a: 1 }, { a: 1, b: [] }, ['"b": []']],
    ["a value that became an object", { a: 1 }, { a: { b: 2 } }, ['"a": {', '"b": 2', "}"]],
    ["a new item before known ones", [{ h: 1 }], [{ h: 2, t: 0 }, { h: 1 }], ['"h": 2,', '"t": 0']],
    ["items that only moved", [1, 2, 3], [3, 1, 2], []],
    ["what was empty", { a: [] }, { a: [7] }, ["7"]],
  ];
  for (const [what, before, after, changed] of rows) {
    it(`are those of ${what}`, () => {
      const [was, is] = [stringifyExactJson(before, 2), stringifyExactJson(after, 2)];
      const lines = is.split("\n");
      assert.deepEqual(
        resultChanges(was, is).lines.map((line) => lines[line]!.trim()),
        changed,
      );
    });
  }

  it("are found in the document's own order and spelling, below what is indented as well", () => {
    const deep = (inner: string) => `${'{"k":'.repeat(60)}${inner}${"}".repeat(60)}`;
    const document = (amount: string, inner: string) =>
      jsonDocument(`{"1200":{"a":1,"a":2},"7":${amount},"deep":${deep(inner)}}`);
    const changedIn = (before: string, after: string) => {
      const lines = after.split("\n");
      return resultChanges(before, after).lines.map((line) => lines[line]!.trim());
    };
    assert.deepEqual(changedIn(document("1.0", "1"), document("1.50", "1")), ['"7": 1.50,']);
    assert.deepEqual(changedIn(document("1.0", "1"), document("1.0", "2")), [
      `"k": ${'{"k":'.repeat(11)}2${"}".repeat(11)}`,
    ]);
  });
});

describe("the values that changed in a live result's strings of JSON", () => {
  const changed = (before: string, after: string) => {
    const document = (inner: string) => jsonDocument(`{"other": 1, "json": ${inner}}`);
    const is = document(after);
    const { lines, parts } = resultChanges(document(before), is);
    const texts = is.split("\n");
    return [
      ...parts.map(({ start, end }) => is.slice(start, end)),
      ...lines.map((line) => `line: ${texts[line]!.trim()}`),
    ];
  };
  const token = (value: Json) => JSON.stringify(stringifyExactJson(value));
  const rows: [what: string, before: string, after: string, changed: string[]][] = [
    ["none", token({ a: 1 }), token({ a: 1 }), []],
    [
      "a number of many digits",
      token({ n: 2n ** 64n, b: 7 }),
      token({ n: 2n ** 64n - 1n, b: 7 }),
      ["18446744073709551615"],
    ],
    [
      "several, among quotes and escapes",
      token({ a: '"é\n', b: ["x", "y"], c: 1 }),
      token({ a: '"é\n', b: ["x", "z"], c: 2 }),
      ['\\"z\\"', "2"],
    ],
    ["escapes of any spelling", '"{\\u0022a\\u0022:1}"', '"{\\u0022a\\u0022:\\u0032}"', ["\\u0032"]],
    ["a member that is new", token({ a: 1 }), token({ a: 1, b: { c: 2 } }), ['{\\"c\\":2}']],
    [
      "JSON in JSON, as a whole",
      token({ a: token({ b: 1 }) }),
      token({ a: token({ b: 2 }) }),
      [JSON.stringify(JSON.stringify(token({ b: 2 }))).slice(1, -1)],
    ],
    ["those of which a member is gone", token({ a: 1, b: 2 }), token({ a: 1 }), [`line: "json": ${token({ a: 1 })}`]],
    ["what was no JSON before", '"{a"', token({ a: 1 }), [`line: "json": ${token({ a: 1 })}`]],
    ["what is no JSON any more", token({ a: 1 }), '"{a}"', ['line: "json": "{a}"']],
    ["a string beside others in a list", `["x", ${token({ h: 1, t: 5 })}]`, `["x", ${token({ h: 2, t: 5 })}]`, ["2"]],
    [
      "equal keys, of which the last counts",
      '"{\\"a\\":1,\\"b\\":1,\\"a\\":2}"',
      '"{\\"a\\":1,\\"b\\":3,\\"a\\":4}"',
      ["3", "4"],
    ],
  ];
  for (const [what, before, after, found] of rows) {
    it(`are ${what}`, () => assert.deepEqual(changed(before, after), found));
  }

  it("are found however deep they are", () => {
    const deep = (inner: string) => JSON.stringify(`${"[".repeat(500)}${inner}${"]".repeat(500)}`);
    const [part, ...others] = changed(deep("1"), deep("2"));
    assert.deepEqual(others, []);
    assert.match(part ?? "", /^\[+2\]+$/);
  });
});

describe("the text of a variables file", () => {
  const page = operationOf("query Page($c: String) { x }");
  const rows: [text: string, value: unknown][] = [
    ["", undefined],
    ["{}", undefined],
    ['{"Page": {"c": "x"}, "Other": 1}', { c: "x" }],
    ['{"Page": {"c": 18446744073709551615}}', { c: 18446744073709551615n }],
    ["[1]", undefined],
  ];
  for (const [text, value] of rows) {
    it(`${text || "that is empty"} is read without losing a digit`, () => {
      assert.deepEqual(readVariables(text, page), { value });
    });
  }

  for (const text of ['{"Page": {"c": 0012}}', '{"Page": {"c": "', '{"Page": tr}', "{"]) {
    it(`${text} is told to be no JSON yet`, () => assert.ok("notJson" in readVariables(text, page)));
  }

  const additions: [text: string, after: string | undefined][] = [
    ["", '{\n  "Page": {\n    "c": 1\n  }\n}\n'],
    ["{}", '{\n  "Page": {\n    "c": 1\n  }\n}'],
    ['{\n  "A": {}\n}\n', '{\n  "A": {},\n  "Page": {\n    "c": 1\n  }\n}\n'],
    ['{ "A": {} }', '{ "A": {},\n  "Page": {\n    "c": 1\n  }\n }'],
    ['{ "Page": {} }', undefined],
    ["{ half", undefined],
  ];
  for (const [text, after] of additions) {
    it(`${JSON.stringify(text)} ${after === undefined ? "is left as it is" : "gets an object for the operation"}`, () => {
      const addition = addOperation(text, page, { c: 1 });
      const edited = addition && text.slice(0, addition.at) + addition.text + text.slice(addition.at);
      assert.equal(edited, after);
    });
  }
});

/** A run as far as pure code looks at it. */
function runOf(query: string, variables: { [name: string]: Json } = {}): OperationRun {
  const document = readDocument(query);
  const found = { document, definition: document.definitions[0]! };
  const subject = { document, others: [] };
  return { subject, found, request: requestFor(found), variables } as unknown as OperationRun;
}

describe("the next page of a result", () => {
  const cursor = "42";

  it("is asked for by the variable that the operation uses", () => {
    const run = runOf("query P($c: String) { e(cursor: $c) }", { c: "1" });
    const next = runAtCursor(run, { field: "e", shown: 50, cursor, set: { variable: "c" } });
    assert.deepEqual(next.variables, { c: cursor });
    assert.equal(next.request.query, run.request.query);
  });

  it("is asked for by an argument in the text that is sent, not in the document", () => {
    const run = runOf("query P { e(a: 1) }\nquery Q { f }");
    const next = runAtCursor(run, {
      field: "e",
      shown: 50,
      cursor,
      set: { start: 16, end: 16, text: ', cursor: "42"' },
    });
    assert.equal(next.request.query, 'query P { e(a: 1, cursor: "42") }');
    assert.equal(run.found.document.text, "query P { e(a: 1) }\nquery Q { f }");
  });
});

describe("an operation as code", () => {
  const config = { name: "L", url: "http://h:1/base", timeoutMs: 1, contracts: [], origin: "settings" } as const;

  it("sends exact variables, and never a secret", () => {
    const run = runOf("query P($n: Int!, $t: String) { e(n: $n, t: $t) }", { n: 18446744073709551615n, t: "it's" });
    const secret = { ...config, secretHeaders: ["Authorization"] };
    const curl = requestCode("curl", secret, writtenRun(run));
    assert.match(curl, /^curl -sS -X POST 'http:\/\/h:1\/base\/graphql'/);
    assert.match(curl, /"n":18446744073709551615/);
    assert.match(curl, /it'\\''s/);
    assert.match(curl, /Authorization: '"\$AUTHORIZATION"/);
    for (const kind of codeKinds.filter((each) => each !== "curl")) {
      assert.match(requestCode(kind, secret, writtenRun(run)), /\\"n\\":18446744073709551615/);
    }
  });

  it("names the operation", () => {
    assert.deepEqual(writtenRun(runOf("query P { e }")).body, {
      text: '{"query":"query P { e }","operationName":"P"}',
    });
  });
});
