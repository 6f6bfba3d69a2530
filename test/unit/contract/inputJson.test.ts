import assert from "node:assert/strict";
import { pathNamedByDriver } from "../../../src/contract/input/driverProblem";
import { inputFromJson, inputToJson } from "../../../src/contract/input/inputJson";
import { locateJson, pathAtOffset, scanJson } from "../../../src/contract/jsonScan";
import { isWithin, jsonPathText, type JsonPath } from "../../../src/contract/jsonPath";
import { parseRustType } from "../../../src/contract/types/typeReader";

const pair = parseRustType("((bytes32, u64), u64)");
const hash = "eb".repeat(32);

describe("an input written as JSON", () => {
  it("means the same wherever a tuple stands and however it is spaced", () => {
    for (const text of [`[["0x${hash}",3294],39]`, ` [ [ "${hash}" , "3294" ] , "39" ]\n`]) {
      assert.deepEqual(inputFromJson(pair, text), { value: [[hash, "3294"], "39"], problems: [] });
    }
  });

  it("keeps 2^64 − 1 and beyond exact", () => {
    assert.deepEqual(inputFromJson(parseRustType("u64"), "18446744073709551615").value, "18446744073709551615");
    assert.deepEqual(inputFromJson(parseRustType("Anything"), "18446744073709551617").value, 18446744073709551617n);
    const [problem] = inputFromJson(parseRustType("u64"), "18446744073709551616").problems;
    assert.equal(problem?.message, "18446744073709551616 is out of range: u64 takes 0 to 18446744073709551615.");
  });

  const rounded: [type: string, text: string, at: string][] = [
    ["u64", "4503599627370497.5", "4503599627370497.5"],
    ["u64", "0.99999999999999999", "0.99999999999999999"],
    ["u8", " 1.0", "1.0"],
    ["i128", "1e3", "1e3"],
    ["(String, Vec<i64>)", '["2.5", [1, -2.00000000000000001]]', "-2.00000000000000001"],
    ["Option<u32>", "7E0", "7E0"],
    ["Vec<u8>", "[1, 0.99999999999999999999]", "0.99999999999999999999"],
  ];
  for (const [type, text, at] of rounded) {
    it(`takes no whole number from one with a fraction or an exponent: ${text} for ${type}`, () => {
      const { problems } = inputFromJson(parseRustType(type), text);
      assert.deepEqual(
        problems.map(({ start, end }) => text.slice(start, end)),
        [at],
      );
      assert.ok(problems[0]?.message.startsWith(`${at} is not a whole number: `), problems[0]?.message);
    });
  }

  it("rounds nothing that goes to a driver as it stands, and takes what can be read exactly", () => {
    const message = (text: string) => inputFromJson(parseRustType("Anything"), text).problems[0]?.message;
    assert.match(
      message('{"a": [4503599627370497.5]}') ?? "",
      /^4503599627370497.5 would be sent as 4503599627370498: /,
    );
    assert.match(message("1e400") ?? "", /would be sent as Infinity/);
    for (const text of ["0.5", "-1.50e2", "1e3", "0.1", "5e-324", "-0.0", '"4503599627370497.5"'])
      assert.equal(message(text), undefined, text);
    assert.deepEqual(inputFromJson(parseRustType("f64"), "0.99999999999999999").problems, []);
    assert.deepEqual(inputFromJson(parseRustType("(u8, Anything)"), '[1, {"a": 1.5, "a": 2}]').problems, []);
  });

  it("stays quick when thousands of its numbers have fractions", () => {
    const text = `[${Array.from({ length: 20_000 }, () => "0.12345678901234567891").join()}]`;
    for (const type of ["Vec<Anything>", "Vec<u64>", "Vec<u8>"]) {
      assert.equal(inputFromJson(parseRustType(type), text).problems.length, 50, type);
    }
  });

  it("marks each problem at its own place", () => {
    const text = `[ [ "${hash}", "12x" ], -1 ]`;
    const marked = inputFromJson(pair, text).problems.map(({ path, start, end }) => [
      jsonPathText(path),
      text.slice(start, end),
    ]);
    assert.deepEqual(marked, [
      ["$[0][1]", '"12x"'],
      ["$[1]", "-1"],
    ]);
  });

  it("never makes up a missing argument", () => {
    const { problems } = inputFromJson(parseRustType("(String, u64)"), '["a1b2"]');
    assert.deepEqual(
      problems.map(({ message }) => message),
      ["Expected a list of 2 items; found 1 item."],
    );
  });

  it("is written in the drivers' spelling", () => {
    assert.equal(
      inputToJson(parseRustType("(u64, u8, bytes32)"), [5n, "5", `0x${hash.toUpperCase()}`]),
      `["5",5,"${hash}"]`,
    );
    assert.equal(inputToJson(parseRustType("(u64,)"), [5], undefined, true), '[\n  "5"\n]');
  });

  const broken: [text: string, at: number, message: string][] = [
    ["", 0, "line 1, column 1: expected a value, the text ends"],
    ["a1b2c3, 100", 0, "line 1, column 1: expected a value, found a1b2c3"],
    [`(0x${hash},3294)`, 0, `line 1, column 1: expected a value, found (0x${hash}`.slice(0, 53)],
    ["[1, 2", 5, "line 1, column 6: expected a comma or ], the text ends"],
    ["[1 2]", 3, "line 1, column 4: expected a comma or ], found 2"],
    ["[1,]", 3, "line 1, column 4: expected a value, found ]"],
    ["[1}", 2, "line 1, column 3: expected a comma or ], found }"],
    ['{"a" 1}', 5, "line 1, column 6: expected a colon, found 1"],
    ['{"a": 1,}', 8, "line 1, column 9: expected a key in double quotes, found }"],
    ["{a: 1}", 1, "line 1, column 2: expected a key in double quotes or }, found a"],
    ['{\n "a": tru\n}', 8, "line 2, column 7: expected a value, found tru"],
    ["1 2", 2, "line 1, column 3: expected nothing more, found 2"],
    ["01", 0, "line 1, column 1: expected a value, found 01"],
    ["1.", 0, "line 1, column 1: expected a value, found 1."],
    ["'x'", 0, "line 1, column 1: expected a value, found 'x'"],
    ['"x', 0, 'line 1, column 1: expected a value, found "x'],
    ['"a\tb"', 0, 'line 1, column 1: expected a value, found "a\tb"'],
    ['"\\x"', 0, 'line 1, column 1: expected a value, found "\\x"'],
    ["undefined", 0, "line 1, column 1: expected a value, found undefined"],
    ["[null, NaN]", 7, "line 1, column 8: expected a value, found NaN"],
  ];
  for (const [text, at, message] of broken) {
    it(`has the exact position of the mistake in ${JSON.stringify(text.slice(0, 30))}`, () => {
      assert.throws(() => JSON.parse(text));
      const { value, problems } = inputFromJson(pair, text);
      assert.equal(value, undefined);
      assert.equal(problems[0]?.start, at);
      assert.ok(problems[0]?.message.startsWith(`Not JSON at ${message}`), problems[0]?.message);
    });
  }

  for (const text of [
    "null",
    " [ ] ",
    "{}",
    '"\\u0041\\n\u007f\u2028💥"',
    "-0.5e+7",
    '[{"a":{"b":[1,"]"]}},[]]',
    "true\r\n\t ",
  ]) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      JSON.parse(text);
      assert.equal(scanJson(text), undefined);
    });
  }

  it("agrees with JSON.parse on altered texts", () => {
    const source = '{"a": [1, -2.5e3, "x\\n", true], "b": {"c": null}}';
    for (let at = 0; at <= source.length; at++) {
      for (const chunk of ["", ",", '"', "]", "{", "0", "\\", " "]) {
        const text = source.slice(0, at) + chunk + source.slice(at + 1);
        assert.equal(scanJson(text) === undefined, parses(text), text);
      }
    }
  });

  it("is read however deep it is nested", () => {
    const text = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    assert.equal(scanJson(text), undefined);
    assert.equal(scanJson(text.slice(1))?.start, text.length - 2);
    assert.equal(inputFromJson(parseRustType("u8"), text).problems[0]?.end, text.length);
  });
});

describe("a place in JSON", () => {
  const text = '{"to": "x", "list": [1, {"to]": [true, ""]}], "to": 2}';
  const paths: [path: JsonPath, written: string, source: string | undefined][] = [
    [[], "$", text],
    [["to"], "$.to", "2"],
    [["list"], "$.list", '[1, {"to]": [true, ""]}]'],
    [["list", 1, "to]", 1], '$.list[1]["to]"][1]', '""'],
    [["list", 7], "$.list[7]", undefined],
  ];
  for (const [path, written, source] of paths) {
    it(`${written} is found`, () => {
      assert.equal(jsonPathText(path), written);
      const [location] = locateJson(text, [path]);
      assert.equal(location && text.slice(location.start, location.end), source);
    });
  }

  it("is known for every offset", () => {
    assert.deepEqual(pathAtOffset(text, text.indexOf("true") + 2), ["list", 1, "to]", 0]);
    assert.deepEqual(pathAtOffset(text, 0), []);
  });

  it("lies within what surrounds it", () => {
    assert.ok(isWithin(["a", 0, "b"], ["a"]));
    assert.ok(isWithin([], []));
    assert.ok(!isWithin(["a"], ["a", 0]));
    assert.ok(!isWithin(["a", 1], ["a", 0]));
  });
});

describe("a driver's message", () => {
  const sent = '{"to":1,"items":[{"amount":"5"},{"amount":"x"}]}';
  const cases: [message: string, path: JsonPath | undefined][] = [
    ["invalid type: integer `1`, expected a string at line 1 column 7", ["to"]],
    ["bad value at $.items[1].amount: x", ["items", 1, "amount"]],
    ["field `to` must be text", ["to"]],
    ["field `amount` must be a number", undefined],
    ["no such path $.nothing[0]", undefined],
    ["encode_input_fn failed with: 5", undefined],
    ["at line 900 column 2", undefined],
    ["", undefined],
  ];
  for (const [message, path] of cases) {
    it(`${JSON.stringify(message)} ${path ? `belongs to ${jsonPathText(path)}` : "belongs to the whole input"}`, () => {
      assert.deepEqual(pathNamedByDriver(message, sent), path);
    });
  }

  it("belongs to the whole input when what was sent is not JSON", () => {
    assert.equal(pathNamedByDriver("at line 1 column 1", "(1"), undefined);
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
