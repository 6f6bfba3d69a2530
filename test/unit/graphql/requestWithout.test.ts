import assert from "node:assert/strict";
import { readDocument } from "../../../src/graphql/text/document";
import { operationsOf, requestFor } from "../../../src/graphql/text/operations";
import { requestWithout } from "../../../src/graphql/run/requestWithout";
import { failedFields } from "../../../src/graphql/run/resultErrors";
import { exchangesOf } from "../../support/recordings";

function reduced(text: string, ...keys: string[]): { query: string; variables: readonly string[] } | undefined {
  const document = readDocument(text);
  const request = requestFor({ document, definition: operationsOf(document)[0]! });
  const found = requestWithout(request, keys);
  if (!found) return undefined;
  assert.equal(found.request.query.length, request.query.length, "places stay");
  return { query: found.request.query.replace(/\s+/g, " ").trim(), variables: found.variables };
}

describe("a request without some of its fields", () => {
  const rows: [what: string, text: string, keys: string[], query: string | undefined][] = [
    ["a field", "{ ok bad(a: 1) { id } }", ["bad"], "{ ok }"],
    ["a field by its alias, not by its name", "{ a: b b: c }", ["b"], "{ a: b }"],
    ["all of one name", "{ bad { x } ok bad { y } }", ["bad"], "{ ok }"],
    ["several", "{ a b c }", ["a", "c"], "{ b }"],
    ["no inner field that is called alike", "{ ok { bad } bad }", ["bad"], "{ ok { bad } }"],
    ["a fragment of which nothing is left", "{ ok ...F } fragment F on Query { bad }", ["bad"], "{ ok }"],
    ["part of a fragment", "{ ...F } fragment F on Query { bad ok }", ["bad"], "{ ...F } fragment F on Query { ok }"],
    [
      "an inline fragment",
      "{ ok ... on Query { bad } ... @include(if: true) { fine bad } }",
      ["bad"],
      "{ ok ... @include(if: true) { fine } }",
    ],
    [
      "fragments that only it used",
      "{ ok bad { ...A } } fragment A on T { ...B } fragment B on T { x }",
      ["bad"],
      "{ ok }",
    ],
    ["everything", "{ bad }", ["bad"], undefined],
    ["everything through a fragment", "{ ...F } fragment F on Query { bad ...F }", ["bad"], undefined],
  ];
  for (const [what, text, keys, query] of rows) {
    it(`leaves out ${what}`, () => assert.equal(reduced(text, ...keys)?.query, query));
  }

  it("declares no variable that is not used any more", () => {
    const text = "query Q($a: Int, $b: Int = 2, $c: Int) { ok(x: $b) bad(x: $a, y: $b, z: $c) }";
    assert.deepEqual(reduced(text, "bad"), { query: "query Q( , $b: Int = 2, ) { ok(x: $b) }", variables: ["b"] });
    const commented = "query Q( # of (x)\n $a: Int # )\n) { ok bad(x: $a) }";
    assert.deepEqual(reduced(commented, "bad"), { query: "query Q { ok }", variables: [] });
  });

  it("is none of a query that does not parse", () => {
    const document = readDocument("{ a }");
    const request = { ...requestFor({ document, definition: document.definitions[0]! }), query: "{ a" };
    assert.equal(requestWithout(request, ["a"]), undefined);
  });

  it("is wanted where a deployed node gave nothing because of one field", () => {
    const failed = (name: string) => {
      const { response } = exchangesOf("graphql").find((each) => each.name === name)!;
      return failedFields(JSON.parse("status" in response ? response.body! : "{}") as { errors: unknown });
    };
    assert.deepEqual(failed("graphql partial"), ["bad"]);
    assert.deepEqual(failed("graphql unknown field"), []);
    assert.deepEqual(failed("graphql height 0"), []);
    assert.deepEqual(failedFields({ data: { ok: 1, bad: null }, errors: [{ path: ["bad"] }] }), []);
  });
});
