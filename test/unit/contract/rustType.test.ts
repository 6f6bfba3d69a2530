import assert from "node:assert/strict";
import { parseRustType } from "../../../src/contract/types/typeReader";
import type { RustType } from "../../../src/contract/types/rustType";
import { rustTypeText } from "../../../src/contract/types/rustTypeText";

const u64: RustType = { kind: "integer", name: "u64" };
const text: RustType = { kind: "text", name: "String" };
const named = (path: string, ...parameters: RustType[]): RustType => {
  return { kind: "named", name: path.split("::").at(-1) ?? "", path, arguments: parameters };
};
const vec = (of: RustType): RustType => ({ kind: "list", of, name: "Vec" });
const option = (of: RustType): RustType => ({ kind: "option", of });

const readable: [text: string, type: RustType, printed?: string][] = [
  ["()", { kind: "unit" }],
  ["( )", { kind: "unit" }, "()"],
  ["bool", { kind: "bool" }],
  ...["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"].map(
    (name): [string, RustType] => [name, { kind: "integer", name } as RustType],
  ),
  ["f32", { kind: "float", name: "f32" }],
  ["f64", { kind: "float", name: "f64" }],
  ["String", text],
  ["string", text, "String"],
  ["alloc::string::String", text, "String"],
  ["&str", { kind: "text", name: "str" }],
  ["&'static str", { kind: "text", name: "str" }, "&str"],
  ["&'a mut u64", u64, "u64"],
  ["&&u64", u64, "u64"],
  ["char", { kind: "text", name: "char" }],
  ["[u8; 32]", { kind: "bytes", text: "[u8; 32]", length: 32 }],
  ["[u8;32]", { kind: "bytes", text: "[u8; 32]", length: 32 }, "[u8; 32]"],
  ["[u8; 1_024usize]", { kind: "bytes", text: "[u8; 1_024usize]", length: 1024 }],
  ["[u8; 0x20]", { kind: "bytes", text: "[u8; 0x20]", length: 32 }],
  ["[u8; 0]", { kind: "bytes", text: "[u8; 0]", length: 0 }],
  ["[u8; KEY_SIZE * 2]", { kind: "bytes", text: "[u8; KEY_SIZE * 2]" }],
  ["[u8]", { kind: "bytes", text: "[u8]" }],
  ["&[u8]", { kind: "bytes", text: "[u8]" }, "[u8]"],
  ["Vec<u8>", { kind: "bytes", text: "Vec<u8>" }],
  ["bytes32", { kind: "bytes", text: "[u8; 32]", length: 32 }, "[u8; 32]"],
  ["bytes", { kind: "bytes", text: "Vec<u8>" }, "Vec<u8>"],
  ["[u64; 3]", { kind: "array", of: u64, lengthText: "3", length: 3 }],
  ["[u64; N]", { kind: "array", of: u64, lengthText: "N" }],
  ["[[u8; 2]; 2]", { kind: "array", of: { kind: "bytes", text: "[u8; 2]", length: 2 }, lengthText: "2", length: 2 }],
  ["[u64]", { kind: "list", of: u64, name: "slice" }],
  ["Vec<u64>", vec(u64)],
  ["Vec::<u64>", vec(u64), "Vec<u64>"],
  ["Vec<u64,>", vec(u64), "Vec<u64>"],
  ["alloc::vec::Vec<T>", vec(named("T")), "Vec<T>"],
  ["::alloc::vec::Vec<u64>", vec(u64), "Vec<u64>"],
  ["list<u64>", vec(u64), "Vec<u64>"],
  ["BTreeSet<u64>", { kind: "list", of: u64, name: "BTreeSet" }],
  ["Option<u64>", option(u64)],
  ["core::option::Option<u64>", option(u64), "Option<u64>"],
  ["option<string>", option(text), "Option<String>"],
  ["Option<Option<u64>>", option(option(u64))],
  ["Option < Vec < u64 > >", option(vec(u64)), "Option<Vec<u64>>"],
  ["Result<u64, String>", { kind: "result", ok: u64, error: text }],
  ["Result<u64>", named("Result", u64)],
  ["Box<u64>", u64, "u64"],
  ["Rc<Box<[u64]>>", { kind: "list", of: u64, name: "slice" }, "[u64]"],
  ["Cow<'a, str>", { kind: "text", name: "str" }, "&str"],
  ["(u64)", u64, "u64"],
  ["(u64,)", { kind: "tuple", items: [u64] }],
  ["(Address, u64)", { kind: "tuple", items: [named("Address"), u64] }],
  ["(Address,u64,)", { kind: "tuple", items: [named("Address"), u64] }, "(Address, u64)"],
  ["((), (u64, (bool,)))", parseRustType("((),(u64,(bool,)))")],
  ["SetValue", named("SetValue")],
  ["my_crate::SetValue", named("my_crate::SetValue")],
  ["my_crate::Option<u64>", named("my_crate::Option", u64)],
  ["crate::types::Vec<u8>", named("crate::types::Vec", { kind: "integer", name: "u8" })],
  ["HashMap<String, Vec<u64>>", named("HashMap", text, vec(u64))],
  [
    "Wrapper<'a, 32, { N + 1 }, T>",
    named("Wrapper", named("32"), named("{ N + 1 }"), named("T")),
    "Wrapper<32, { N + 1 }, T>",
  ],
  ["r#type", named("type"), "type"],
  ["Größe", named("Größe")],
  ["转账", named("转账")],
  ["  u64\n", u64, "u64"],
];

const unreadable: [text: string, at: number, problem: RegExp][] = [
  ["", 0, /not known/],
  ["   ", 3, /not known/],
  ["(", 1, /the end/],
  [")", 0, /Expected a type, found `\)`/],
  ["(u8", 3, /Expected `,` or `\)`, found the end/],
  ["(u8 u8)", 4, /Expected `,` or `\)`, found `u`/],
  ["(,)", 1, /Expected a type, found `,`/],
  ["[u8", 3, /Expected `;` or `\]`/],
  ["[u8; 32", 7, /`\]` is missing/],
  ["[u8; ]", 5, /length is missing/],
  ["[u8; -1]", 5, /cannot be negative/],
  ["Vec<", 4, /closing `>` is missing/],
  ["Vec<u8", 6, /closing `>` is missing/],
  ["Vec<u8 u8>", 7, /Expected `,` or `>`/],
  ["Vec<>", 0, /takes one type parameter, found 0/],
  ["Vec", 0, /takes one type parameter, found 0/],
  ["Option<u8, u8>", 0, /takes one type parameter, found 2/],
  ["Result", 0, /two outcomes/],
  ["u64<u8>", 0, /takes no type parameters/],
  ["u64>", 3, /`>` follows a complete type/],
  ["u64 u64", 4, /follows a complete type/],
  ["a::", 3, /Expected a type, found the end/],
  ["Vec<T>::Item", 6, /associated type/],
  ["<T as Trait>::Item", 0, /Expected a type, found `<`/],
  ["dyn Error", 0, /`dyn` types have no JSON form/],
  ["fn(u8) -> u8", 0, /`fn` types/],
  ["*const u8", 0, /found `\*`/],
  ["!", 0, /found `!`/],
  ["1u8", 0, /found `1`/],
  ['{"type":"u8"}', 0, /found `\{`/],
  ["\u0000", 0, /Expected a type/],
  ["💥", 0, /found `💥`/],
  [`${"Option<".repeat(70)}u8${">".repeat(70)}`, 448, /nested deeper than 64/],
  [`${"(".repeat(3000)}`, 64, /nested deeper than 64/],
  ["a".repeat(5000), 4096, /longer than 4096/],
];

describe("the reader of Rust type names", () => {
  it("is tried on at least 60 texts", () => assert.ok(readable.length + unreadable.length >= 60));

  for (const [source, type, printed] of readable) {
    it(`reads ${JSON.stringify(source)}`, () => {
      assert.deepEqual(parseRustType(source), type);
      assert.equal(rustTypeText(type), printed ?? source);
      assert.deepEqual(parseRustType(rustTypeText(type)), type);
    });
  }

  for (const [source, at, problem] of unreadable) {
    it(`says what is wrong with ${JSON.stringify(source.slice(0, 30))}`, () => {
      const type = parseRustType(source);
      assert.ok(type.kind === "unknown", rustTypeText(type));
      assert.match(type.problem, problem);
      assert.equal(type.at, at);
    });
  }

  it("reads 20 levels of nesting", () => {
    const source = `${"Option<Vec<".repeat(10)}u64${">>".repeat(10)}`;
    assert.equal(rustTypeText(parseRustType(source)), source);
  });

  it("never throws on a cut or altered text", () => {
    const source = "&'a Result<(my::Thing<[u8; 32], { N }>, Option<Vec<u64>>), Box<dyn Error>>";
    for (let at = 0; at <= source.length; at++) {
      for (const chunk of ["", "<", ">", "(", ",", ";", "'", "::", "é"]) {
        assert.ok(parseRustType(source.slice(0, at) + chunk).kind);
        assert.ok(parseRustType(source.slice(0, at) + chunk + source.slice(at + 1)).kind);
      }
    }
  });
});
