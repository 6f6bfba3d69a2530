import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { bytesToHex } from "../../../src/wire/hex";
import { limits } from "../../../src/wire/limits";
import { pastedHex, readPastedBytes, readWords } from "../../../src/wire/pastedBytes";

const whole = { maxArrayLength: null, maxStringLength: null } as const;
const hexOf = (byte: number) => byte.toString(16).padStart(2, "0");
const printable = (byte: number) => byte > 31 && byte < 127;

/** As Python's `repr` writes bytes. */
function python(bytes: Uint8Array): string {
  const all = [...bytes];
  const quote = all.includes(39) && !all.includes(34) ? '"' : "'";
  const short: Record<number, string> = { 9: "\\t", 10: "\\n", 13: "\\r", 92: "\\\\" };
  const written = all.map((byte) => {
    const character = String.fromCharCode(byte);
    if (character === quote) return `\\${quote}`;
    return short[byte] ?? (printable(byte) ? character : `\\x${hexOf(byte)}`);
  });
  return `b${quote}${written.join("")}${quote}`;
}

/** As `pprint` breaks long bytes into several literals. */
function pythonLines(bytes: Uint8Array): string {
  const parts = [python(bytes.subarray(0, 3)), python(bytes.subarray(3))];
  return `(${parts.join("\n ")})`;
}

/** As Rust's `escape_ascii` writes bytes. */
function rust(bytes: Uint8Array): string {
  const short: Record<number, string> = { 9: "\\t", 10: "\\n", 13: "\\r", 34: '\\"', 39: "\\'", 92: "\\\\" };
  return `b"${[...bytes].map((byte) => short[byte] ?? (printable(byte) ? String.fromCharCode(byte) : `\\x${hexOf(byte)}`)).join("")}"`;
}

/** As bash's `printf %q` writes bytes. */
function bash(bytes: Uint8Array): string {
  const short: Record<number, string> = { 7: "\\a", 9: "\\t", 10: "\\n", 27: "\\E", 39: "\\'", 92: "\\\\" };
  const octal = (byte: number) => `\\${byte.toString(8).padStart(3, "0")}`;
  return `$'${[...bytes].map((byte) => short[byte] ?? (printable(byte) ? String.fromCharCode(byte) : octal(byte))).join("")}'`;
}

function xxd(bytes: Uint8Array): string {
  return rows(bytes, (offset, row) => {
    const pairs = row
      .map(hexOf)
      .join("")
      .replace(/(.{4})(?=.)/g, "$1 ");
    return `${offset}: ${pairs.padEnd(39)}  ${characters(row)}`;
  });
}

function hexdump(bytes: Uint8Array): string {
  if (bytes.length === 0) return "";
  const lines = rows(bytes, (offset, row) => {
    const halves = [row.slice(0, 8), row.slice(8)].map((half) => half.map(hexOf).join(" "));
    return `${offset}  ${halves.join("  ").padEnd(48)}  |${characters(row)}|`;
  });
  return `${lines}\n${bytes.length.toString(16).padStart(8, "0")}\n`;
}

/** As `od -A x -t x1` writes bytes. */
function od(bytes: Uint8Array): string {
  const lines = rows(bytes, (offset, row) => `${offset.slice(2)} ${row.map(hexOf).join(" ")}`);
  return bytes.length < 17 ? bytesToHex(bytes) : `${lines}\n${bytes.length.toString(16).padStart(6, "0")}\n`;
}

function rows(bytes: Uint8Array, line: (offset: string, row: number[]) => string): string {
  const count = Math.ceil(bytes.length / 16);
  return Array.from({ length: count }, (_, at) =>
    line((at * 16).toString(16).padStart(8, "0"), [...bytes.subarray(at * 16, at * 16 + 16)]),
  ).join("\n");
}

function characters(row: readonly number[]): string {
  return row.map((byte) => (printable(byte) ? String.fromCharCode(byte) : ".")).join("");
}

const printers: { [name: string]: (bytes: Uint8Array) => string } = {
  "hex with 0x": (bytes) => `0x${bytesToHex(bytes).toUpperCase()}`,
  "hex in lines": (bytes) => bytesToHex(bytes).replace(/(.{7})/g, "$1\r\n"),
  "hex with colons": (bytes) => [...bytes].map(hexOf).join(":"),
  "0x before each": (bytes) => [...bytes].map((byte) => `0x${hexOf(byte)}`).join(", "),
  "base64 by name": (bytes) => `base64:${Buffer.from(bytes).toString("base64")}`,
  "a transaction's arguments": (bytes) => `"fn_args": "${Buffer.from(bytes).toString("base64")}",`,
  "a data URL": (bytes) => `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}`,
  "Python's repr": python,
  "Python's repr of a bytearray": (bytes) => `bytearray(${python(bytes)})`,
  "Python's pprint": pythonLines,
  "Rust's escape_ascii": rust,
  "Rust's {:?}": (bytes) => `[${[...bytes].join(", ")}]`,
  "Rust's {:#?}": (bytes) => (bytes.length ? `[\n${[...bytes].map((byte) => `    ${byte},\n`).join("")}]` : "[]"),
  "Rust's {:#04x?}": (bytes) => `[${[...bytes].map((byte) => `0x${hexOf(byte)}`).join(", ")}]`,
  "Rust source": (bytes) => `let data: [u8; ${bytes.length}] = [${[...bytes].join("u8, ")}];`,
  "Go's %v": (bytes) => `[${[...bytes].join(" ")}]`,
  "Go's %#v": (bytes) => `[]byte{${[...bytes].map((byte) => `0x${byte.toString(16)}`).join(", ")}}`,
  "Java's signed list": (bytes) => `[${[...new Int8Array(bytes)].join(", ")}]`,
  "bash's %q": bash,
  "shell escapes": (bytes) => [...bytes].map((byte) => `\\x${hexOf(byte)}`).join(""),
  "console.log of a Uint8Array": (bytes) => inspect(bytes, whole),
  "console.log of an ArrayBuffer": (bytes) => inspect(bytes.slice().buffer, whole),
  "JSON of a Uint8Array": (bytes) => (bytes.length ? JSON.stringify(bytes, undefined, 1) : "[]"),
  "JSON of a Buffer": (bytes) => JSON.stringify(Buffer.from(bytes)),
  xxd: xxd,
  "xxd through a box of one line": (bytes) => xxd(bytes).replaceAll("\n", " "),
  "hexdump -C through a box of one line": (bytes) => hexdump(bytes).replaceAll("\n", " "),
  "od through a box of one line": (bytes) => od(bytes).replaceAll("\n", " "),
  "hexdump -C": hexdump,
};

describe("pasted bytes", () => {
  for (const [name, print] of Object.entries(printers)) {
    it(`come back exactly from ${name}`, () => {
      // Letters and digits are bytes too, and are what readers of the characters beside a dump would stumble over.
      const byte = fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from(`"'\\ \t\n|#{}[]09afxn`)));
      fc.assert(
        fc.property(fc.array(byte, { maxLength: 70 }), (list) => {
          const bytes = Uint8Array.from(list);
          assert.deepEqual(readPastedBytes(`  ${print(bytes)}\n`), { bytes, as: wordsFor(print(bytes)) });
        }),
      );
    });
  }

  it("come back from what Node.js prints of a buffer, unless it leaves some out, which is said", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
        const read = readPastedBytes(inspect(Buffer.from(bytes)));
        if (bytes.length > 50) assert.match(JSON.stringify(read), /leaves out \d+ bytes/);
        else assert.deepEqual(read, { bytes, as: "a printed buffer" });
      }),
    );
  });

  it("come back from bare base64, or are refused: never others", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (bytes) => {
        const text = Buffer.from(bytes).toString("base64");
        const read = readPastedBytes(text);
        // What is hex as well is taken for hex, which says itself what it is.
        if (/^(?:0x)?[0-9a-f]*$/i.test(text)) return;
        if ("problem" in read) assert.match(read.problem, /base64:|hex/);
        else assert.deepEqual(read.bytes, bytes);
      }),
    );
    const frame = Buffer.from('\xbf\0\0\0{"Content-Location":"/on/blocks/accepted"}', "latin1");
    assert.equal(pastedHex(frame.toString("base64url")), frame.toString("hex"));
    assert.deepEqual(readPastedBytes("AQ=="), { bytes: Uint8Array.of(1), as: "base64" });
    assert.deepEqual(readPastedBytes("0x0A"), readPastedBytes("0x0a"));
  });

  it("are told with their number, and what they were read from where that is not plain hex", () => {
    const said = (text: string) => {
      const read = readPastedBytes(text);
      return "problem" in read ? read.problem : readWords(read);
    };
    assert.equal(said("0xff"), "1 byte");
    assert.equal(said("ff ff"), "2 bytes, read from hex in groups");
    assert.equal(said("b'\\xff\\x00'"), "2 bytes, read from a byte string");
    assert.equal(said('"c0ffee"'), "3 bytes");
  });

  it("are all of the hex that is broken into lines, though its lines look like a dump's offsets", () => {
    for (const lines of [
      ["0fa90fa9", "0fa90fa9"],
      ["deadbeef", "cafebabe"],
      ["0fa90fa9 0102", "0fa90faa 0304"],
      ["00000000 0102", "00000001 0304", "00000003 05"],
    ])
      assert.equal(pastedHex(lines.join("\n")), lines.join("").replaceAll(" ", ""));
  });

  const characters = 10 * 1024 * 1024;
  for (const [unit, before, after] of [
    ["5a", "", ""],
    ["5a ", "", ""],
    ["0x5a, ", "", ""],
    ["\\x5a", "b'", "'"],
    ["90, ", "[", "]"],
  ] as const) {
    it(`come back whole from ten megabytes of ${before}${unit.trim()}…${after}`, function () {
      this.timeout(60_000);
      const count = Math.floor(characters / unit.length);
      const read = readPastedBytes(`${before}${unit.repeat(count)}${after}`);
      assert.ok("bytes" in read, JSON.stringify(read));
      assert.ok(Buffer.alloc(count, 0x5a).equals(read.bytes));
    });
  }

  const refused: [text: string, why: RegExp][] = [
    ["1, 2, 3", /hex or decimal/],
    ["10, 20", /hex or decimal/],
    ["[1, 256]", /Item 2 .* “256”/],
    ["[-1, 200]", /Item 2/],
    ["[01, 0a, 100]", /Item 3/],
    ["[[1, 2], [3]]", /not one list/],
    ["(1, 2) [3]", /one list alone/],
    ["[1, 2", /part of it is missing/],
    ["Uint8Array(200) [ 1, 2, ... 198 more items ]", /leaves out 198 bytes/],
    ["Uint8Array(3) [ 1, 2 ]", /claims 3 items and has 2/],
    ["b'\\xbf\\x00{\"Content-Location\"…'", /“…”: bytes were left out/],
    ["b'\\xbf", /before its closing quote/],
    ["b'é'", /“é”: which bytes it was is not known/],
    ["b'a' 7", /After the closing quote/],
    ["'\\u00bf'", /does not say which byte/],
    ["\\x1", /does not say which byte/],
    ["\\q", /no escape that is known/],
    ['Buffer.from("\\xff")', /quoted text alone/],
    ["0xzz", /^Character 3 is not a hex digit \(0–9, a–f\)\.$/],
    ["transfer", /Character 1 is not a hex digit.*write base64: before it/],
    ["fffffffffffffffg", /Character 16 is not a hex digit/],
    ["fff", /Odd number of hex digits \(3\)/],
    ["f f", /Odd number of hex digits in “f”/],
    ["00000000  00 00\n*\n00000040\n", /repeated lines/],
    ["00000000: 0102 0304\n00000010: 05", /lacks bytes after offset 0/],
    ["00000000: 0102\n00000000: 0304", /offsets do not count up evenly/],
    ["00000000: 0102\n00000002: 03\n00000003: 04\n00000005: 06", /offsets do not count up evenly: see 3/],
    [`0x${"ab".repeat(32)}c`, /Odd number of hex digits \(65\)/],
    [`${"ff".repeat(20)}…`, /not a hex digit/],
    ["<Buffer 01 02 ... 30 more bytes>", /leaves out 30 bytes/],
    ["Buffer.from([1, 2, ...])", /leaves out bytes/],
    ["base64:A", /not base64/],
    ["base64:AB==", /not base64/],
    ["ff".repeat(limits.pastedCharacters), /at most \d+ are read/],
  ];
  for (const [text, why] of refused) {
    it(`refuse ${text.slice(0, 40)} in words`, () => {
      const read = readPastedBytes(text);
      assert.ok("problem" in read, JSON.stringify(read));
      assert.match(read.problem, why);
      assert.ok(read.problem.length < 200);
      assert.throws(() => pastedHex(text), SyntaxError);
    });
  }

  it("are read from any text at all without failing, in time that grows with the text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readPastedBytes(text)));
    for (const chunk of [
      "[",
      "{",
      "\\",
      "b'",
      "0x",
      "ff ",
      '"',
      "<",
      "1,",
      "*\n",
      "0000: ",
      "=",
      "\n",
      "-",
      '{"0":1,',
      "…",
    ]) {
      readPastedBytes(chunk.repeat(100_000));
      readPastedBytes(`Uint8Array(3) [${chunk.repeat(100_000)}`);
    }
  });
});

/** What the text of a printer is taken for. */
function wordsFor(text: string): string {
  if (/base64/.test(text.slice(0, 60)) || text.startsWith('"fn_args"')) return "base64";
  return readAs(text);
}

function readAs(text: string): string {
  const read = readPastedBytes(text);
  return "problem" in read ? read.problem : read.as;
}
