import assert from "node:assert/strict";
import type { Json } from "../../../src/wire/json/exactJson";
import { checkInput, readInput } from "../../../src/contract/input/callInput";
import { exampleInput } from "../../../src/contract/input/exampleInput";
import { jsonPathText } from "../../../src/contract/jsonPath";
import { nothingKnown } from "../../../src/contract/types/knownTypes";
import { parseRustType } from "../../../src/contract/types/typeReader";
import { inputFromText } from "../../support/inputFromText";

const id = "01".padEnd(64, "0");
const key = "26brdzqNXEG1jTzCubJAPhks18bSSDY4n21ZW1VLYkCv6cgMfQ6VpdVEwvMXRyzHjfXTJ3Jtmh4xxhsWAeDKfnYw";

describe("a scalar of a call's input", () => {
  const accepted: [type: string, value: Json, sent: Json][] = [
    ["()", null, null],
    ["bool", false, false],
    ["f64", 0.5, 0.5],
    ["f64", 1e300, 1e300],
    ["String", "", ""],
    ["String", " ", " "],
    ["String", "None", "None"],
    ["String", "añadir 转账 👩‍👧 \u0000\n", "añadir 转账 👩‍👧 \u0000\n"],
    ["char", "💥", "💥"],
    ["Vec<u8>", "", ""],
    ["Vec<u8>", "0xdeadBEEF", "deadbeef"],
    ["Vec<u8>", "1111", "1111"],
    ["Vec<u8>", [222, 173], "dead"],
    ["Option<Vec<u8>>", "0x1111", "1111"],
    ["[u8; 2]", "0X00ff", "00ff"],
    ["ContractId", `0x${id.toUpperCase()}`, id],
    ["my_crate::ContractId", id, id],
    ["AccountPublicKey", ` ${key}\n`, key],
    ["BlsPublicKey", key, key],
  ];
  for (const [type, value, sent] of accepted) {
    it("counts one byte as one", () => {
      assert.equal(
        readInput(parseRustType("[u8; 2]"), "ab").problems[0]?.message,
        "Expected 2 bytes as 4 hex digits; found 1 byte.",
      );
    });

    it(`${type} ${JSON.stringify(value).slice(0, 40)} is sent as ${JSON.stringify(sent).slice(0, 40)}`, () => {
      assert.deepEqual(readInput(parseRustType(type), value), { value: sent, problems: [] });
    });
  }

  const refused: [type: string, value: Json, problem: RegExp][] = [
    ["()", "", /^Expected null for \(\); found the text ""\.$/],
    ["bool", "false", /^Expected true or false; found the text "false"\.$/],
    ["bool", 0, /^Expected true or false; found 0\.$/],
    ["bool", null, /found null/],
    ["f64", "0.5", /a number such as 0\.5; found the text "0\.5"/],
    ["f64", Infinity, /found Infinity/],
    ["String", 5, /^Expected text; found 5\.$/],
    ["String", "a\ud800b", /half of a character pair/],
    ["char", "", /^Expected exactly one character; found 0\.$/],
    ["char", "ab", /found 2/],
    ["Vec<u8>", "0xabc", /^Odd number of hex digits \(3\)/],
    ["Vec<u8>", "zz", /^Character 1 is not a hex digit/],
    ["Vec<u8>", [256], /^Expected bytes as hex text; found a list of 1 item\.$/],
    ["Vec<u8>", 11, /found 11/],
    ["[u8; 32]", "00", /^Expected 32 bytes as 64 hex digits; found 1 byte\.$/],
    ["ContractId", key, /looks like an account key \(base58\)/],
    ["ContractId", id.slice(1), /64 hex digits, this has 63/],
    ["ContractId", 5, /^Expected a contract id as hex text; found 5\.$/],
    ["AccountPublicKey", id, /This is hex, so an id or a hash/],
    ["AccountPublicKey", `${key}l`, /is not base58 \(base58 leaves out 0, O, I and l\)/],
    ["AccountPublicKey", `0${key}`, /Character 1 of the account key is not base58/],
    ["AccountPublicKey", null, /^Expected a base58 public key as text; found null\.$/],
  ];
  for (const [type, value, problem] of refused) {
    it(`${type} refuses ${JSON.stringify(value).slice(0, 40)}`, () => {
      const [found, ...others] = checkInput(parseRustType(type), value);
      assert.match(found?.message ?? "", problem);
      assert.deepEqual(others, []);
    });
  }

  for (const text of ["false", "true"]) {
    it(`bool is read from exactly "${text}"`, () => {
      assert.deepEqual(inputFromText(parseRustType("bool"), text), { ok: true, value: text === "true" });
    });
  }
  for (const text of ["", "0", "1", "FALSE", "no", '"false"']) {
    it(`bool is never guessed from ${JSON.stringify(text)}`, () => {
      assert.equal(inputFromText(parseRustType("bool"), text).ok, false);
    });
  }

  it("keeps typed text as it stands, and refuses a type with parts", () => {
    assert.deepEqual(inputFromText(parseRustType("String"), " a "), { ok: true, value: " a " });
    assert.deepEqual(inputFromText(parseRustType("()"), ""), { ok: true, value: null });
    assert.deepEqual(inputFromText(parseRustType("f64"), "1.25"), { ok: true, value: 1.25 });
    assert.equal(inputFromText(parseRustType("f64"), "1,25").ok, false);
    assert.deepEqual(inputFromText(parseRustType("Vec<u64>"), "[]"), {
      ok: false,
      problem: "Vec<u64> has parts: fill it in as a form or as JSON.",
    });
  });
});

describe("a value with parts", () => {
  const problemsOf = (type: string, value: Json) =>
    checkInput(parseRustType(type), value).map(({ path, message }) => `${jsonPathText(path)} ${message}`);

  it("is read part by part, in the drivers' spelling", () => {
    const { value, problems } = readInput(parseRustType("((bytes32, u64), Option<u8>, Vec<i64>, [u16; 2])"), [
      ["0xEB".padEnd(66, "0"), 3294],
      null,
      [1, "-2"],
      ["3", 4],
    ]);
    assert.deepEqual(value, [["eb".padEnd(64, "0"), "3294"], null, ["1", "-2"], [3, 4]]);
    assert.deepEqual(problems, []);
  });

  it("has the path of each problem", () => {
    assert.deepEqual(
      problemsOf("(u8, Vec<(bool, Option<u8>)>, String)", [
        1,
        [
          [true, 1],
          ["no", 256],
        ],
        5,
      ]),
      [
        '$[1][1][0] Expected true or false; found the text "no".',
        "$[1][1][1] 256 is out of range: u8 takes 0 to 255.",
        "$[2] Expected text; found 5.",
      ],
    );
  });

  it("takes exactly the declared number of items", () => {
    assert.deepEqual(problemsOf("(String, String)", ["x"]), ["$ Expected a list of 2 items; found 1 item."]);
    assert.deepEqual(problemsOf("(String, String)", ["x", ""]), []);
    assert.deepEqual(problemsOf("(u8,)", 5), ["$ Expected a list of 1 item; found 5."]);
    assert.deepEqual(problemsOf("[u16; 2]", [1, 2, 3]), ["$ Expected a list of 2 items; found 3 items."]);
    assert.deepEqual(problemsOf("Vec<u64>", ""), ['$ Expected a list; found the text "".']);
    assert.deepEqual(problemsOf("Vec<u64>", [""]), [
      "$[0] A value is needed: u64 takes a whole number from 0 to 18446744073709551615.",
    ]);
    assert.deepEqual(readInput(parseRustType("Vec<u64>"), []), { value: [], problems: [] });
  });

  it("takes the two outcomes of a result", () => {
    assert.deepEqual(readInput(parseRustType("Result<u64, String>"), { Ok: 5 }).value, { Ok: "5" });
    assert.deepEqual(problemsOf("Result<u64, String>", { Err: 5 }), ["$.Err Expected text; found 5."]);
    assert.deepEqual(problemsOf("Result<u64, String>", 5), ['$ Expected {"Ok": …} or {"Err": …}; found 5.']);
  });

  it("takes any JSON for a type of which only the name is known", () => {
    for (const value of [null, 5, "x", [{ a: 18446744073709551615n }]]) {
      assert.deepEqual(readInput(parseRustType("SetValue"), value), { value, problems: [] });
    }
  });

  it("checks the fields of a structure the schema spells out", () => {
    const fields = [
      { name: "to", type: parseRustType("ContractId") },
      { name: "amount", type: parseRustType("u64") },
    ];
    const known = { ...nothingKnown, declared: { Transfer: { kind: "struct" as const, name: "Transfer", fields } } };
    const type = parseRustType("Vec<Transfer>");
    assert.deepEqual(readInput(type, [{ amount: 5, to: id }], known), {
      value: [{ to: id, amount: "5" }],
      problems: [],
    });
    assert.deepEqual(
      checkInput(type, [{ to: 1, amout: 5 }, 7], known).map(({ path, message }) => `${jsonPathText(path)} ${message}`),
      [
        '$[0].amout "amout" is no field here; the fields are to, amount.',
        "$[0].to Expected a contract id as hex text; found 1.",
        '$[0] The field "amount" is missing.',
        "$[1] Expected an object with fields; found 7.",
      ],
    );
  });

  it("is checked 20 levels deep", () => {
    const type = `${"Vec<".repeat(20)}u16${">".repeat(20)}`;
    const nest = (leaf: Json) => Array.from({ length: 20 }).reduce<Json>((value) => [value], leaf);
    assert.deepEqual(problemsOf(type, nest(255)), []);
    assert.deepEqual(problemsOf(type, nest(65536)), [
      `$${"[0]".repeat(20)} 65536 is out of range: u16 takes 0 to 65535.`,
    ]);
  });

  for (const type of [
    "()",
    "bool",
    "u64",
    "(u8, i128, f32)",
    "char",
    "String",
    "[u8; 48]",
    "Vec<u8>",
    "[u64; 5]",
    "Option<Vec<(ContractId, AccountPublicKey)>>",
    "Result<u8, ()>",
    "Mystery",
  ]) {
    it(`has an example for ${type} that passes its checks`, () => {
      const example = exampleInput(parseRustType(type));
      assert.deepEqual(readInput(parseRustType(type), example), { value: example, problems: [] });
    });
  }
});
