import assert from "node:assert/strict";
import type { Json } from "../../../src/wire/json/exactJson";
import { draftOf, emptyDraft, type CallDraft } from "../../../src/contract/input/callDraft";
import { callForm } from "../../../src/contract/input/callForm";
import { inputFromDraft } from "../../../src/contract/input/draftInput";
import { jsonPathText } from "../../../src/contract/jsonPath";
import { parseRustType } from "../../../src/contract/types/typeReader";

const form = (type: string) => callForm(parseRustType(type));
const box = (text: string): CallDraft => ({ kind: "box", text });
const items = (...drafts: CallDraft[]): CallDraft => ({ kind: "items", items: drafts });
const some = (inner: CallDraft): CallDraft => ({ kind: "option", some: true, inner });
const none = (inner: CallDraft): CallDraft => ({ kind: "option", some: false, inner });

function sent(type: string, draft: CallDraft): Json | string {
  const { value, problems } = inputFromDraft(form(type), draft);
  if (value !== undefined) return value;
  return problems.map(({ path, message }) => `${jsonPathText(path)} ${message}`).join("\n");
}

describe("what a form sends", () => {
  const cases: [what: string, type: string, draft: CallDraft, sent: Json][] = [
    ["() sends null", "()", { kind: "unit" }, null],
    ["an empty second text is sent too", "(String, String)", items(box("x"), box("")), ["x", ""]],
    ["a text box missing from the draft is empty text", "(String, String)", items(box("x")), ["x", ""]],
    ["stray items are not sent", "(String,)", items(box("x"), box("y")), ["x"]],
    ["an empty list is []", "Vec<u64>", items(), []],
    ["one empty row in a list of texts is sent", "Vec<String>", items(box("")), [""]],
    ["none is null", "Option<String>", none(box("")), null],
    ["some empty text is empty text", "Option<String>", some(box("")), ""],
    ["a blank is a blank", "Option<String>", some(box(" ")), " "],
    ["the word None is text", "Option<String>", some(box("None")), "None"],
    ["the word null is text", "Option<String>", some(box("null")), "null"],
    ["none does not send the value typed before", "Option<u8>", none(box("5")), null],
    ["0x is not part of the bytes", "Vec<u8>", box("0xdeadbeef"), "deadbeef"],
    ["no length prefix is added to bytes", "Option<Vec<u8>>", some(box("0x1111")), "1111"],
    ["false is false", "bool", { kind: "bool", chosen: false }, false],
    ["some of some is the value", "Option<Option<u64>>", some(some(box("5"))), "5"],
    ["none outside is null", "Option<Option<u64>>", none(some(box("5"))), null],
    [
      "JSON of a named type is sent as written",
      "SetValue",
      box(' {"value": 18446744073709551615} '),
      { value: 18446744073709551615n },
    ],
    ["bytes that are no text stay bytes", "Vec<u8>", box("2453545782b92053d401"), "2453545782b92053d401"],
  ];
  for (const [what, type, draft, value] of cases) it(what, () => assert.deepEqual(sent(type, draft), value));

  const refused: [what: string, type: string, draft: CallDraft, problem: string][] = [
    ["no choice is not false", "bool", { kind: "bool" }, "$ Choose true or false."],
    ["an empty number is not 0", "u8", box(""), "$ A value is needed: u8 takes a whole number from 0 to 255."],
    ["u8 does not wrap", "u8", box("256"), "$ 256 is out of range: u8 takes 0 to 255."],
    ["odd hex is not cut", "Vec<u8>", box("0xabc"), "$ Odd number of hex digits (3): a byte takes two."],
    [
      "some of none is not none",
      "Option<Option<u64>>",
      some(none(box(""))),
      "$ Some(None) and Some(()) cannot be sent: in JSON they are null, which means None. Choose None or give the inner value.",
    ],
    ["an empty JSON box is no value", "SetValue", box(" "), "$ Write a JSON value; null where there is none."],
    [
      "broken JSON has its position",
      "(u8, SetValue)",
      items(box("1"), box("{\n  a: 1}")),
      "$[1] Not JSON at line 2, column 3: expected a key in double quotes or }, found a.",
    ],
    [
      "only the wrong field is marked",
      "(u64, u64, Option<u64>)",
      items(box("1"), box("12x"), none(box(""))),
      '$[1] "12x" is not a whole number: u64 takes digits only, from 0 to 18446744073709551615.',
    ],
  ];
  for (const [what, type, draft, problem] of refused) it(what, () => assert.equal(sent(type, draft), problem));

  it("an untouched form sends nothing but what needs no answer", () => {
    assert.equal(
      inputFromDraft(form("(Option<u8>, Vec<u8>, Vec<u64>)"), emptyDraft(form("(Option<u8>, Vec<u8>, Vec<u64>)")))
        .problems.length,
      0,
    );
    assert.equal(
      inputFromDraft(form("(u8, bool, ContractId)"), emptyDraft(form("(u8, bool, ContractId)"))).problems.length,
      3,
    );
  });
});

describe("a value shown in its form", () => {
  const kept: [type: string, value: Json][] = [
    ["()", null],
    ["(u8, bool, String)", [255, false, ""]],
    ["Option<String>", null],
    ["Option<String>", ""],
    [
      "Vec<(u64, Option<Vec<u8>>)>",
      [
        ["18446744073709551615", null],
        ["0", "00ff"],
      ],
    ],
    ["[i128; 2]", ["-5", "5"]],
    ["f64", 1e300],
    ["SetValue", { a: [1, { b: 18446744073709551616n }], __proto: null }],
  ];
  for (const [type, value] of kept) {
    it(`${type} ${JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner))} comes back unchanged`, () => {
      const draft = draftOf(form(type), value);
      assert.ok(draft);
      assert.deepEqual(inputFromDraft(form(type), draft), { value, problems: [] });
    });
  }

  it("keeps a wrong scalar in its box", () => {
    assert.deepEqual(draftOf(form("(u8, u8)"), [256, "12x"]), items(box("256"), box("12x")));
    assert.deepEqual(draftOf(form("[u8; 2]"), [1, 255]), box("01ff"));
  });

  const unshown: [type: string, value: Json][] = [
    ["()", 1],
    ["bool", "false"],
    ["u8", true],
    ["String", 5],
    ["(u8, u8)", [1]],
    ["(u8,)", [1, 2]],
    ["Vec<u8>", [1, 256]],
    ["Vec<u64>", { 0: 1 }],
    ["Vec<Option<bool>>", [null, true, 1]],
  ];
  for (const [type, value] of unshown) {
    it(`${type} leaves ${JSON.stringify(value)} as JSON, because the form would lose it`, () => {
      assert.equal(draftOf(form(type), value), undefined);
    });
  }
});
