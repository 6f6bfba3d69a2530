import assert from "node:assert/strict";
import { inspect } from "node:util";
import fc from "fast-check";
import { parseExactJson } from "../../../src/wire/json/exactJson";
import { isCutFrame, pastedFrame } from "../../../src/wire/pastedFrame";
import { readPastedBytes } from "../../../src/wire/pastedBytes";
import { transactionCall } from "../../../src/wire/transactionCall";
import { scenarios } from "../../support/recordings";

const contract = "b06d61d9f26f37edb9d95eef8451b8f1865b2b03f60ab59ab4b248628d950764";
const header = `{"Content-Location":"/on/contracts:${contract}/moved","Odd":"} \\" {"}`;
const data = Uint8Array.of(1, 0, 0x7b, 0xff);

function message(length: Uint8Array, text = header): Uint8Array {
  return Buffer.concat([length, Buffer.from(text), data]);
}

function recordedMessages(): Buffer[] {
  return scenarios().flatMap(({ frames }) =>
    frames.flatMap(({ header: sent, text = "", hex }) => {
      if (text.endsWith("…") || hex?.endsWith("…")) return [];
      const length = Buffer.alloc(4);
      length.writeUInt32LE(Buffer.byteLength(sent));
      return [
        Buffer.concat([length, Buffer.from(sent), hex === undefined ? Buffer.from(text) : Buffer.from(hex, "hex")]),
      ];
    }),
  );
}

describe("a pasted event", () => {
  const target = { component: "contracts", entity: contract, topic: "moved" };

  it("is read with its length, without it, and with a part of it", () => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    for (const kept of [4, 2, 1, 0]) {
      const frame = pastedFrame(message(length.subarray(0, kept)));
      assert.deepEqual(frame?.target, target);
      assert.deepEqual(frame?.data, data);
    }
  });

  const escapes = (bytes: Uint8Array) => [...bytes].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("");
  const forms: { [form: string]: (frame: Buffer) => string } = {
    hex: (frame) => frame.toString("hex"),
    "hex with 0x": (frame) => `0x${frame.toString("hex")}`,
    "hex with blanks and line breaks": (frame) =>
      frame
        .toString("hex")
        .replace(/(..)/g, "$1 ")
        .replace(/(.{48})/g, "$1\n"),
    base64: (frame) => frame.toString("base64"),
    "Python's b'…'": (frame) => `b'${escapes(frame)}'`,
    "a printed Uint8Array": (frame) => inspect(Uint8Array.from(frame), { maxArrayLength: null }),
    "a printed Buffer": (frame) => `<Buffer ${frame.toString("hex").replace(/(..)(?=.)/g, "$1 ")}>`,
    "JSON of a Buffer": (frame) => JSON.stringify(frame),
    "Rust's and JSON's list of numbers": (frame) => `[${[...frame].join(", ")}]`,
    "a shell's \\x…": (frame) => `$'${escapes(frame)}'`,
  };
  for (const [form, print] of Object.entries(forms)) {
    it(`tells its own contract and event, pasted as ${form}; cut, it is taken for nothing else`, () => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(header.length);
      const frame = Buffer.from(message(length));
      const read = readPastedBytes(print(frame));
      assert.ok("bytes" in read, JSON.stringify(read));
      assert.deepEqual(pastedFrame(read.bytes)?.target, target);
      assert.deepEqual(pastedFrame(read.bytes)?.data, data);
      assert.equal(isCutFrame(read.bytes), false);
      const cut = readPastedBytes(print(frame.subarray(0, 60)));
      assert.ok("bytes" in cut, JSON.stringify(cut));
      assert.equal(pastedFrame(cut.bytes), undefined);
      assert.equal(isCutFrame(cut.bytes), true);
    });
  }

  it("is known to be cut wherever its header was cut, with and without its length", () => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    for (let end = 6; end < 4 + header.length; end++) assert.ok(isCutFrame(message(length).subarray(0, end)), `${end}`);
    for (let end = 20; end < header.length; end++) assert.ok(isCutFrame(Buffer.from(header.slice(0, end))), `${end}`);
    for (const other of ["", "{", '{"', '{"a":1', "{}", '{"Content-Location"'])
      assert.equal(isCutFrame(Buffer.from(other)), false, other);
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void isCutFrame(bytes)));
    const view = Uint8Array.from([9, 9, 9, ...message(length).subarray(0, 50)]).subarray(3);
    assert.equal(isCutFrame(view), true);
  });

  it("is found in what Python prints of it", () => {
    const written = `b'\\x8c\\x00\\x00\\x00${header.replaceAll("\\", "\\\\")}\\x01\\x00{\\xff'`;
    const read = readPastedBytes(written);
    assert.ok("bytes" in read, JSON.stringify(read));
    assert.deepEqual(pastedFrame(read.bytes)?.target, target);
    assert.deepEqual(pastedFrame(read.bytes)?.data, data);
  });

  it("is what a deployed node sent, byte for byte, and tells the call of its transaction", () => {
    const frames = recordedMessages();
    assert.ok(frames.length > 0);
    for (const bytes of frames) {
      const read = readPastedBytes(JSON.stringify([...bytes]));
      assert.ok("bytes" in read);
      assert.deepEqual(Buffer.from(pastedFrame(read.bytes)!.bytes), bytes);
    }
    const calls = frames.flatMap((bytes) => {
      const { target, data: sent } = pastedFrame(Uint8Array.from(bytes))!;
      return target.topic === "included" ? [transactionCall(parseExactJson(new TextDecoder().decode(sent)))] : [];
    });
    assert.ok(calls.some((call) => call?.contract === contract && call.bytes.length > 0));
  });

  it("is not seen in other bytes", () => {
    for (const text of ["", "{", "{}", '{"a":1}', '{"Content-Location":"blocks"}', "{".repeat(100_000)]) {
      assert.equal(pastedFrame(Buffer.from(text)), undefined);
    }
    fc.assert(fc.property(fc.uint8Array(), (bytes) => void pastedFrame(bytes)));
  });
});

describe("a transaction's call", () => {
  const call = { contract, fn: "move", bytes: Uint8Array.of(1) };
  const ofEvent = { contract, fn_name: "move", fn_args: "AQ==" };
  const ofGraphql = { contractId: contract, fnName: "move", data: "01" };

  it("is found in the transaction, in an event about it, and in an answer of GraphQL", () => {
    const shapes = [ofEvent, { call: ofEvent }, { inner: { call: ofEvent } }, ofGraphql, { callData: ofGraphql }];
    for (const shape of [...shapes, { id: "x", tx: { callData: ofGraphql } }]) {
      assert.deepEqual(transactionCall(shape), call, JSON.stringify(shape));
    }
  });

  it("is not made of what has other types, or no such bytes", () => {
    const others = [null, [], 1, "call", { call: null }, { ...ofEvent, fn_args: "A" }, { ...ofEvent, contract: 5 }];
    for (const other of [...others, { ...ofGraphql, data: "0" }]) assert.equal(transactionCall(other), undefined);
  });
});
