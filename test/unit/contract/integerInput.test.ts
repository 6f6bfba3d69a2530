import assert from "node:assert/strict";
import type { Json } from "../../../src/wire/json/exactJson";
import { checkInput, readInput } from "../../../src/contract/input/callInput";
import { inputFromText } from "../../support/inputFromText";
import { parseRustType } from "../../../src/contract/types/typeReader";

type Whole = number | string | bigint;

/** Width by width: the bounds in the drivers' spelling, and what lies just beyond. */
const widths: [type: string, min: Whole, max: Whole, below: Whole, above: Whole][] = [
  ["u8", 0, 255, -1, 256],
  ["u16", 0, 65535, -1, 65536],
  ["u32", 0, 4294967295, -1, 4294967296],
  ["u64", "0", "18446744073709551615", -1, "18446744073709551616"],
  ["usize", "0", "18446744073709551615", -1, 18446744073709551616n],
  ["u128", "0", "340282366920938463463374607431768211455", "-1", "340282366920938463463374607431768211456"],
  ["i8", -128, 127, -129, 128],
  ["i16", -32768, 32767, -32769, 32768],
  ["i32", -2147483648, 2147483647, -2147483649, 2147483648],
  ["i64", "-9223372036854775808", "9223372036854775807", "-9223372036854775809", 9223372036854775808n],
  ["isize", "-9223372036854775808", "9223372036854775807", -9223372036854775809n, "9223372036854775808"],
  [
    "i128",
    "-170141183460469231731687303715884105728",
    "170141183460469231731687303715884105727",
    "-170141183460469231731687303715884105729",
    170141183460469231731687303715884105728n,
  ],
];

describe("an integer of a call's input", () => {
  for (const [name, min, max, below, above] of widths) {
    const type = parseRustType(name);
    it(`${name} takes ${String(min)} to ${String(max)} and nothing beyond`, () => {
      for (const bound of [min, max]) {
        for (const spelled of [bound, String(bound), BigInt(bound)]) {
          assert.deepEqual(readInput(type, spelled), { value: bound, problems: [] });
        }
        assert.deepEqual(inputFromText(type, ` ${String(bound)} `), { ok: true, value: bound });
      }
      for (const beyond of [below, above]) {
        const message = `${String(beyond)} is out of range: ${name} takes ${String(min)} to ${String(max)}.`;
        assert.deepEqual(checkInput(type, beyond), [{ path: [], message }]);
        assert.deepEqual(inputFromText(type, String(beyond)), { ok: false, problem: message });
      }
    });
  }

  it("takes 2^64 − 1 exactly and refuses 2^64", () => {
    assert.equal(readInput(parseRustType("u64"), 2n ** 64n - 1n).value, "18446744073709551615");
    assert.equal(checkInput(parseRustType("u64"), 2n ** 64n).length, 1);
  });

  const noNumbers = [
    "",
    " ",
    "12x",
    "1,5",
    "1.0",
    "1e3",
    "0x10",
    "+1",
    "1_000",
    "1 000",
    "１２",
    "--1",
    "Infinity",
    "null",
  ];
  for (const text of noNumbers) {
    it(`is not read from ${JSON.stringify(text)}`, () => {
      for (const name of ["u8", "u64", "i128"]) {
        const typed = inputFromText(parseRustType(name), text);
        assert.ok(!typed.ok);
        assert.match(typed.problem, new RegExp(`${name} takes .*from .* to `));
        assert.equal(checkInput(parseRustType(name), text).length, 1);
      }
    });
  }

  const noIntegers: [value: Json, problem: string][] = [
    [1.5, "1.5 is not a whole number: u8 takes digits only, from 0 to 255."],
    [1e20, "100000000000000000000 is not written in full digits: u8 takes digits only, from 0 to 255."],
    [true, "Expected u8, a whole number from 0 to 255; found true."],
    [null, "Expected u8, a whole number from 0 to 255; found null."],
    [[1], "Expected u8, a whole number from 0 to 255; found a list of 1 item."],
    [{}, "Expected u8, a whole number from 0 to 255; found an object."],
    ["", "A value is needed: u8 takes a whole number from 0 to 255."],
    ["9".repeat(5000), "The number is too long: u8 takes a whole number from 0 to 255."],
  ];
  for (const [value, message] of noIntegers) {
    it(`refuses ${JSON.stringify(value)?.slice(0, 20)} with a reason`, () => {
      assert.deepEqual(checkInput(parseRustType("u8"), value), [{ path: [], message }]);
    });
  }
});
