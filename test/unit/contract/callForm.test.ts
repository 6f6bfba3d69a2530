import assert from "node:assert/strict";
import type { CallDraft } from "../../../src/contract/input/callDraft";
import type { CallField } from "../../../src/contract/input/callField";
import { callForm } from "../../../src/contract/input/callForm";
import { checkInput } from "../../../src/contract/input/callInput";
import { inputFromDraft } from "../../../src/contract/input/draftInput";
import { readDriverSchema, schemaType } from "../../../src/contract/schema/driverSchema";
import { jsonPathText } from "../../../src/contract/jsonPath";
import { nothingKnown } from "../../../src/contract/types/knownTypes";
import { parseRustType } from "../../../src/contract/types/typeReader";

const form = (type: string) => callForm(parseRustType(type));
const box = (text: string): CallDraft => ({ kind: "box", text });
const items = (...drafts: CallDraft[]): CallDraft => ({ kind: "items", items: drafts });
const some = (inner: CallDraft): CallDraft => ({ kind: "option", some: true, inner });
const none = (inner: CallDraft): CallDraft => ({ kind: "option", some: false, inner });

/** The form as nested kinds with labels. */
function outline(field: CallField): unknown {
  if (field.kind === "option") return [field.label, "option", outline(field.inner)];
  if (field.kind === "vector") return [field.label, "vector", outline(field.item)];
  if ("items" in field) return [field.label, field.kind, ...field.items.map(outline)];
  return `${field.label}: ${field.kind}${field.hint && `, ${field.hint}`}`;
}

describe("the form of a call", () => {
  const outlines: [type: string, form: unknown][] = [
    ["()", "Input: unit, takes no value"],
    ["bool", "Input: bool, true or false"],
    ["u8", "Input: integer, 0 to 255"],
    ["i64", "Input: integer, -9223372036854775808 to 9223372036854775807"],
    ["f32", "Input: float, a number such as 0.5"],
    ["String", "Input: text, text, sent as it stands"],
    ["char", "Input: text, one character"],
    ["[u8; 32]", "Input: bytes, 32 bytes as hex"],
    ["Vec<u8>", "Input: bytes, hex, any number of bytes"],
    ["AccountPublicKey", "Input: key, base58 public key"],
    ["ContractId", "Input: id, 64 hex digits"],
    ["SetValue", "Input: json, JSON"],
    ["Result<u8, u8>", "Input: json, JSON"],
    ["[u64; N]", "Input: json, JSON"],
    ["[u64; 1000000000]", "Input: json, JSON"],
    ["Option<bool>", ["Input", "option", "Value: bool, true or false"]],
    ["[bool; 2]", ["Input", "tuple", "Item 1: bool, true or false", "Item 2: bool, true or false"]],
    [
      "(ContractId, Vec<(u8, Option<String>)>)",
      [
        "Input",
        "tuple",
        "Argument 1: id, 64 hex digits",
        [
          "Argument 2",
          "vector",
          ["Item", "tuple", "Item 1: integer, 0 to 255", ["Item 2", "option", "Value: text, text, sent as it stands"]],
        ],
      ],
    ],
  ];
  for (const [type, expected] of outlines) it(`of ${type}`, () => assert.deepEqual(outline(form(type)), expected));

  it("knows bounds, byte counts, examples and which numbers may be amounts", () => {
    assert.deepEqual(form("u64"), {
      kind: "integer",
      label: "Input",
      typeText: "u64",
      hint: "0 to 18446744073709551615",
      type: { kind: "integer", name: "u64" },
      example: "1",
      min: "0",
      max: "18446744073709551615",
      mayBeAmount: false,
    });
    const amounts = (type: string, fn: string) =>
      JSON.stringify(callForm(parseRustType(type), nothingKnown, fn)).match(/"mayBeAmount":true/g)?.length ?? 0;
    assert.deepEqual(
      [amounts("u64", "deposit"), amounts("u64", "leaves_from_height"), amounts("u32", "deposit")],
      [1, 0, 0],
    );
    assert.equal(amounts("(u64, u64)", "sync_accounts"), 0, "an offset and a count");
    const bytes = form("[u8; 4]");
    assert.ok(bytes.kind === "bytes");
    assert.deepEqual([bytes.length, bytes.example], [4, "00000000"]);
  });

  it("says why a part is JSON", () => {
    const reason = (field: CallField) => (field.kind === "json" ? field.reason : field.kind);
    assert.equal(reason(form("SetValue")), "Only the name of this type is known: write the value as JSON.");
    assert.equal(reason(form("")), "The type is not known. Write the value as JSON.");
    assert.match(reason(form("[u64; N]")), /length is not written as a number/);
  });

  it("draws 20 levels and turns to JSON deeper down", () => {
    const depthOf = (field: CallField): number => (field.kind === "vector" ? 1 + depthOf(field.item) : 0);
    const nested = (depth: number) => form(`${"Vec<".repeat(depth)}u16${">".repeat(depth)}`);
    assert.equal(depthOf(nested(20)), 20);
    assert.equal(depthOf(nested(40)), 24);
  });

  it("stays small for a type that claims to be huge", () => {
    const size = (field: CallField): number => {
      const inner = "items" in field ? field.items : [];
      return inner.reduce((sum, item) => sum + size(item), 1);
    };
    assert.ok(size(form("[[[[u16; 64]; 64]; 64]; 64]")) < 1000);
  });

  it("is plain data", () => {
    const field = form("(Option<u64>, Vec<[u8; 2]>, SetValue)");
    assert.deepEqual(JSON.parse(JSON.stringify(field)), field);
  });
});

describe("a structure that contains itself, spelled out by a schema", () => {
  const struct = (...fields: unknown[]) => ({ type: "struct", fields });
  const who = { name: "who", ...struct({ name: "id", type: "bytes32" }, { name: "tag", type: "option<string>" }) };
  const parts = { name: "parts", type: "option", of: { type: "list", of: "u64" } };
  const claim = struct(
    { name: "items", type: "list", of: struct(who, parts) },
    { name: "self", type: "ref", ref: "claim" },
  );
  const schema = readDriverSchema(JSON.stringify({ functions: [{ name: "claim", input: claim, output: "()" }] }));
  const known = { ...nothingKnown, declared: schema.types };
  const type = schemaType(schema, "claim::input");

  it("has fields on every level and JSON where it starts over", () => {
    assert.deepEqual(outline(callForm(type, known)), [
      "Input",
      "struct",
      [
        "items",
        "vector",
        [
          "Item",
          "struct",
          ["who", "struct", "id: bytes, 32 bytes as hex", ["tag", "option", "Value: text, text, sent as it stands"]],
          ["parts", "option", ["Value", "vector", "Item: integer, 0 to 18446744073709551615"]],
        ],
      ],
      "self: json, JSON",
    ]);
  });

  it("marks a wrong leaf five levels down, and only that", () => {
    const leaf = items(items(box("00".repeat(32)), none(box(""))), some(items(box("1"), box("12x"))));
    const { value, problems } = inputFromDraft(callForm(type, known), items(items(leaf), box("null")));
    assert.equal(value, undefined);
    assert.deepEqual(
      problems.map(({ path }) => jsonPathText(path)),
      ["$.items[0].parts[1]"],
    );
    const named = { items: [{ who: { id: "00".repeat(32), tag: null }, parts: ["12x"] }], self: 5 };
    assert.deepEqual(
      checkInput(type, named, known).map(({ path }) => jsonPathText(path)),
      ["$.items[0].parts[0]", "$.self"],
    );
  });
});
