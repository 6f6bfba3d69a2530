import assert from "node:assert/strict";
import { readDriverSchema, type DriverFunction } from "../../../src/contract/schema/driverSchema";
import { learnShape } from "../../../src/contract/schema/learnedShapes";
import { CallInputModel } from "../../../src/webview/callInputModel";
import { type InputState, touchedBy } from "../../../src/webview/pageState";

const maxU64 = "18446744073709551615";

function model(input: string, learned = {}): CallInputModel {
  const schema = readDriverSchema("{}");
  const view = { id: "", name: "", schema, learned, driver: "described", notes: [] } as const;
  return new CallInputModel({ ...view, notes: [] }, { name: "f", input, output: "()" });
}

function asForm(state: InputState | { problem: string }): InputState {
  assert.ok(!("problem" in state), "problem" in state ? state.problem : "");
  return state;
}

describe("an input that is edited as a form, as JSON or as hex", () => {
  const texts: [type: string, json: string, sent: string][] = [
    ["u64", maxU64, `"${maxU64}"`],
    ["u64", `"${maxU64}"`, `"${maxU64}"`],
    ["i128", "-170141183460469231731687303715884105728", '"-170141183460469231731687303715884105728"'],
    ["(u32, String, Option<bool>)", '[7, "", null]', '[7,"",null]'],
    ["Vec<(u64, Vec<u8>)>", '[[1, "0xAB"], ["2", [0, 255]]]', '[["1","ab"],["2","00ff"]]'],
    ["Vec<u64>", "[ ]", "[]"],
    ["Option<Option<u64>>", "5", '"5"'],
    ["Unknown", '{"b": 9007199254740993, "a": []}', '{"b":9007199254740993,"a":[]}'],
    ["()", "null", "null"],
  ];
  for (const [type, json, sent] of texts) {
    it(`sends the same from the form and from JSON: ${json} for ${type}`, () => {
      const input = model(type);
      const state = input.withJson(input.untouched("form"), json);
      assert.deepEqual(input.now({ ...state, mode: "form" }), { json: sent });
      const inJson = input.toJson({ ...state, mode: "form" });
      assert.deepEqual(input.now(inJson), { json: sent });
      assert.deepEqual(input.now(asForm(input.toForm({ ...inJson, jsonOfDraft: "" }))), { json: sent });
    });
  }

  it("loses nothing of a form that is not finished when it is looked at as JSON", () => {
    const input = model("(u32, bool, Option<u64>)");
    const draft: NonNullable<InputState["draft"]> = {
      kind: "items",
      items: [
        { kind: "box", text: "12x" },
        { kind: "bool" },
        { kind: "option", some: false, inner: { kind: "box", text: "kept though none" } },
      ],
    };
    const json = input.toJson(touchedBy({ ...input.untouched("form"), draft }));
    assert.deepEqual(JSON.parse(json.json), ["12x", null, null]);
    assert.ok("problems" in input.now(json));
    assert.deepEqual(asForm(input.toForm(json)).draft, draft);
  });

  it("stays JSON, with the reason, where the form would lose a part of the value", () => {
    const input = model("(u32, u32)");
    const state = touchedBy({ ...input.untouched("json"), json: "[1, 2, 3]" });
    const form = input.toForm(state);
    assert.ok("problem" in form);
    assert.match(form.problem, /cannot show/);
    assert.equal(input.withJson(state, "[1, 2, 3]").mode, "json");
  });

  it("never rounds a number on the way from JSON to a form, from elsewhere or inside a form", () => {
    for (const json of ["4503599627370497.5", '["a", 0.99999999999999999]']) {
      const input = model(json.startsWith("[") ? "(String, u64)" : "u64");
      assert.ok("problem" in input.toForm(touchedBy({ ...input.untouched("json"), json })));
      const filled = input.withJson(input.untouched("form"), json);
      assert.equal(filled.mode, "json");
      assert.ok(filled.json.includes(json.replace(/^.* |]/g, "")), filled.json);
      assert.ok("problems" in input.now(filled));
    }
    const mixed = model("(Anything, u8)");
    const items = ["4503599627370497.5", "1"].map((text) => ({ kind: "box", text }) as const);
    const state = touchedBy({ ...mixed.untouched("form"), draft: { kind: "items", items } });
    assert.ok("problems" in mixed.now(state));
    assert.deepEqual(JSON.parse(mixed.toJson(state).json), ["4503599627370497.5", 1]);
  });

  it("takes an option that was switched back to none for none", () => {
    const input = model("Option<u64>");
    const draft = { kind: "option", some: false, inner: { kind: "box", text: "5" } } as const;
    assert.deepEqual(input.now({ ...input.untouched("form"), draft }), { json: "null" });
  });

  it("says what is not ready, for each part", () => {
    const input = model("(u8, bool, String)");
    const now = input.now(input.untouched("form"));
    assert.ok("problems" in now);
    assert.deepEqual(
      now.problems.map(({ path }) => path),
      [[0], [1]],
    );
  });

  it("shows the example as JSON as long as no one wrote into the form, and the empty form again", () => {
    const input = model("(u64, Option<u8>)");
    const json = input.toJson(input.untouched("form"));
    assert.deepEqual(JSON.parse(json.json), ["1", 1]);
    assert.deepEqual(asForm(input.toForm(json)).draft, input.untouched("form").draft);
  });

  it("starts from a skeleton that passes its own checks when it is edited as JSON", () => {
    for (const type of ["(u64, Option<Vec<u8>>)", "Vec<(String, [u8; 32])>", "Unknown", ""]) {
      const input = model(type);
      assert.ok("json" in input.now(input.untouched("json")), type);
    }
  });

  it("draws fields for a type that earlier values described, and keeps their spelling of integers", () => {
    const learned = learnShape({}, "Account", { kind: "external", nonce: 5 });
    const input = model("Account", learned);
    assert.equal(input.field.kind, "struct");
    const state = input.withJson(input.untouched("form"), '{"kind": "contract", "nonce": 6}');
    assert.equal(state.mode, "form");
    assert.deepEqual(input.now(state), { json: '{"kind":"contract","nonce":6}' });
  });

  it("takes bytes in the form they are pasted in, or says what is wrong with them", () => {
    const input = model("u64");
    const state = { ...input.untouched("hex"), hex: " 0xDEADBEEF " };
    assert.deepEqual(input.now(state), { hex: "deadbeef" });
    assert.deepEqual(input.now({ ...state, hex: "b'\\xff\\n'" }), { hex: "ff0a" });
    assert.deepEqual(input.now({ ...state, hex: "" }), { hex: "" });
    const odd = input.now({ ...state, hex: "0xabc" });
    assert.ok("problems" in odd && /Odd number/.test(odd.problems[0]?.message ?? ""));
  });
});

describe("an input that no one touched", () => {
  it("is sent as a stream where the function is known to stream, and as bytes where no driver decodes that", () => {
    const view = {
      id: "",
      name: "",
      schema: readDriverSchema("{}"),
      learned: {},
      driver: "built-in",
      notes: [],
    } as const;
    const untouched = (fn: Partial<DriverFunction>) => {
      const whole = { name: "f", input: "()", output: "()", ...fn };
      const { stream, sendAs } = new CallInputModel({ ...view, notes: [] }, whole).untouched("form");
      return [stream, sendAs];
    };
    assert.deepEqual(untouched({}), [false, "json"]);
    assert.deepEqual(untouched({ streams: true }), [true, "json"]);
    assert.deepEqual(untouched({ streams: true, undecoded: true }), [true, "bytes"]);
  });
});
