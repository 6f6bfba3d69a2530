import assert from "node:assert/strict";
import { type CallDraft, draftOf, emptyDraft } from "../../../src/contract/input/callDraft";
import { callForm } from "../../../src/contract/input/callForm";
import { draftToJson } from "../../../src/contract/input/draftInput";
import { parseRustType } from "../../../src/contract/types/typeReader";
import { parseExactJson } from "../../../src/wire/json/exactJson";

const box = (text: string): CallDraft => ({ kind: "box", text });

describe("a form as JSON text", () => {
  const cases: [type: string, draft: CallDraft, json: string][] = [
    ["u32", box("35"), "35"],
    ["u64", box("18446744073709551615"), '"18446744073709551615"'],
    ["u32", box("12x"), '"12x"'],
    ["u64", box(""), '""'],
    ["String", box("None"), '"None"'],
    ["bool", { kind: "bool" }, "null"],
    ["bool", { kind: "bool", chosen: false }, "false"],
    ["Vec<u8>", box("0xDEADBEEF"), '"deadbeef"'],
    ["Vec<u8>", box("abc"), '"abc"'],
    ["Option<u64>", { kind: "option", some: false, inner: box("5") }, "null"],
    ["Option<u64>", { kind: "option", some: true, inner: box("5") }, '"5"'],
    ["(u8, u8)", { kind: "items", items: [box("1"), box("x")] }, '[1,"x"]'],
    ["Vec<u64>", { kind: "items", items: [] }, "[]"],
    ["()", { kind: "unit" }, "null"],
    ["Unknown", box('{"a": 9007199254740993}'), '{"a":9007199254740993}'],
    ["Unknown", box('{"a": '), '"{\\"a\\": "'],
  ];
  for (const [type, draft, json] of cases) {
    it(`shows ${JSON.stringify(draft)} of ${type} as ${json}`, () => {
      assert.equal(draftToJson(callForm(parseRustType(type)), draft, false), json);
    });
  }

  it("can be turned back into the form while texts in it are wrong", () => {
    const field = callForm(parseRustType("(u32, u64, Vec<u8>)"));
    const draft: CallDraft = { kind: "items", items: [box("12x"), box(""), box("abc")] };
    assert.deepEqual(draftOf(field, parseExactJson(draftToJson(field, draft))), draft);
  });

  it("of a form that no one touched holds every part", () => {
    const field = callForm(parseRustType("(u32, Option<bool>, Vec<(u8, String)>)"));
    assert.equal(draftToJson(field, emptyDraft(field), false), '["",null,[]]');
  });

  it("is indented, but no deeper than can be read", () => {
    const field = callForm(parseRustType("(u8, Unknown)"));
    const draft = (text: string): CallDraft => ({ kind: "items", items: [box("1"), box(text)] });
    assert.equal(draftToJson(field, draft("[2]")), "[\n  1,\n  [\n    2\n  ]\n]");
    const deep = `${"[".repeat(14_000)}${"]".repeat(14_000)}`;
    assert.ok(draftToJson(field, draft(deep)).length < 2 * deep.length);
  });
});
