import assert from "node:assert/strict";
import { driverModule } from "../../../src/sandbox/driver/driverModule";
import { writeJson, type Json } from "../../../src/sandbox/wire/json";
import { rustType, type NamedTypes } from "../../../src/sandbox/wire/rustType";
import { decode, encode } from "../../../src/sandbox/wire/typeCodec";
import { PlainDriver } from "./plainDriver";

const named: NamedTypes = {
  Point: { fields: { x: "i64", 'say "y"': "u8" } },
  Shape: { variants: { Empty: "()", Dot: "Point", Many: "Vec<Point>" } },
};
const values: [type: string, values: Json[]][] = [
  ["()", [null]],
  ["bool", [true, false]],
  ["u8", [0, 9, 10, 255]],
  ["i8", [-128, -1, 0, 127]],
  ["u16", [65535]],
  ["i16", [-32768, 100]],
  ["u32", [4294967295]],
  ["i32", [-2147483648, 2147483647]],
  ["u64", ["0", "9007199254740993", "18446744073709551615"]],
  ["i64", ["-9223372036854775808", "9223372036854775807", "-10"]],
  ["[u8; 4]", ["00ff10a0"]],
  ["Vec<u8>", ["", "deadbeef"]],
  ["Option<u64>", [null, "7"]],
  ["(u8, bool, ())", [[1, true, null]]],
  ["Vec<(u8, u8)>", [[], [[1, 2]], [[1, 2], [3, 4]]]], // prettier-ignore
  ["[i8; 3]", [[-1, 0, 1]]],
  ["Point", [{ x: "-5", 'say "y"': 5 }]],
  ["Shape", [{ Empty: null }, { Many: [{ x: "1", 'say "y"': 2 }] }, { Dot: { x: "0", 'say "y"': 0 } }]],
];

describe("Sandbox: a driver's module", () => {
  for (const [text, all] of values) {
    const type = rustType(text, named);
    const events = new Map([
      ["other", rustType("u8", {})],
      ["it", type],
    ]);
    const driver = new PlainDriver(driverModule({ schema: "{}", version: "1", events }));
    driver.init();
    for (const value of all) {
      it(`decodes ${writeJson(value)} as ${text}, and nothing shorter or longer`, () => {
        const bytes = encode(type, value);
        const wanted = writeJson(decode(type, bytes));
        assert.deepEqual(driver.decodeEvent("it", bytes), { status: 0, text: wanted });
        assert.equal(driver.decodeEvent("it", bytes, wanted.length + 3).status, 4);
        for (let length = 0; length < bytes.length; length++) {
          assert.equal(driver.decodeEvent("it", bytes.subarray(0, length)).status, 2, `${length} bytes`);
        }
        assert.equal(driver.decodeEvent("it", Buffer.concat([bytes, Buffer.alloc(1)])).status, 2);
      });
    }
  }

  it("has no code for keys and texts, and says so", () => {
    for (const text of ["AccountPublicKey", "Vec<String>", "(u8, u128)"]) {
      const events = new Map([["it", rustType(text, {})]]);
      const driver = new PlainDriver(driverModule({ schema: "{}", version: "1", events }));
      driver.init();
      assert.equal(driver.decodeEvent("it", Buffer.alloc(200)).status, 2);
      assert.equal(driver.text("get_last_error"), "no code for it");
    }
  });

  it("takes memory as it is asked to, and says when there is no more", () => {
    const driver = new PlainDriver(driverModule({ schema: "{}", version: "1", events: new Map() }));
    const { alloc, dealloc, memory } = driver.exports;
    const at = alloc(10_000_000);
    assert.ok(memory.buffer.byteLength >= at + 10_000_000);
    dealloc(at, 10_000_000);
    assert.equal(alloc(5), at);
    assert.equal(alloc(100_000_000), 0);
  });
});
