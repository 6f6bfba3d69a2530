import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeEventFrame, EventFrameReader, type EventFrame } from "../../../src/wire/eventFrame";

const contract = "a1b2c3d4".repeat(8);
const otherContract = "d4c3b2a1".repeat(8);
const hash = "0f".repeat(32);
const otherHash = "f0".repeat(32);

describe("an event frame reader", () => {
  it("reads each header for itself, whatever the one before said", () => {
    const headers = [
      { "Content-Location": `/on/transactions:${hash}/included`, "Content-Type": "application/json" },
      { "Content-Location": `/on/transactions:${otherHash}/included`, "Content-Type": "application/json" },
      { "Content-Location": `/on/transactions:${otherHash}/executed`, "Content-Type": "application/json" },
      { "Content-Location": `/on/contracts:${contract}/counted`, "Node-Origin": hash },
      { "Content-Location": `/on/contracts:${contract}/counted`, "Node-Origin": otherHash },
      { "Content-Location": `/on/contracts:${otherContract}/counted`, "Node-Origin": otherHash },
      { "Content-Location": `/on/contracts:${contract}/counted`, "Node-Origin": hash },
      { "Content-Location": "/on/blocks/accepted" },
    ];
    const reader = new EventFrameReader();
    for (const header of [...headers, ...headers]) {
      const frame = read(reader, frameOf(JSON.stringify(header), [1, 2]));
      assert.deepEqual(frame.header, header);
      assert.equal(frame.location, header["Content-Location"]);
      assert.equal(frame.origin, header["Node-Origin"]);
      assert.deepEqual(frame.data, Uint8Array.of(1, 2));
      const [, component, entity, topic] = /^\/on\/(\w+)(?::(\w+))?\/(\w+)$/.exec(frame.location) ?? [];
      assert.deepEqual(frame.target, { component, ...(entity && { entity }), topic });
    }
  });

  it("gives events of one kind one object for it: a contract is part of it, the hash of a transaction is not", () => {
    const reader = new EventFrameReader();
    const kinds = [
      `/on/transactions:${hash}/included`,
      `/on/transactions:${otherHash}/included`,
      `/on/contracts:${contract}/counted`,
      `/on/contracts:${otherContract}/counted`,
      `/on/contracts:${contract}/counted`,
    ].map((location) => read(reader, frameOf(JSON.stringify({ "Content-Location": location }))).kind);
    assert.deepEqual(kinds[0], { component: "transactions", topic: "included" });
    assert.equal(kinds[1], kinds[0]);
    assert.deepEqual(kinds[2], { component: "contracts", entity: contract, topic: "counted" });
    assert.deepEqual(kinds[3], { component: "contracts", entity: otherContract, topic: "counted" });
    assert.equal(kinds[4], kinds[2]);
  });

  it("looks at every byte of an id, so that none can be a header's end, another topic, or no text at all", () => {
    const reader = new EventFrameReader();
    const good = JSON.stringify({ "Content-Location": `/on/transactions:${hash}/included`, "Node-Origin": hash });
    read(reader, frameOf(good));
    for (const [start, length] of [
      [good.indexOf(hash), hash.length],
      [good.lastIndexOf(hash), hash.length],
    ] as const) {
      for (let at = start; at < start + length; at++) {
        for (const byte of [0x00, 0x0a, 0x1f, 0x22, 0x2f, 0x3a, 0x5c, 0x7f, 0x80, 0xff]) {
          const bytes = frameOf(good);
          bytes[4 + at] = byte;
          assert.deepEqual(facts(reader.read(bytes)), facts(decodeEventFrame(bytes)), `byte ${byte} at ${at}`);
        }
      }
    }
  });

  it("is not misled by a value that stands elsewhere in the header too", () => {
    for (const header of [
      `{"Node-Origin":"included","Content-Location":"/on/transactions:included/included"}`,
      `{"Node-Origin":"Content-Location","Content-Location":"/on/transactions:${hash}/included"}`,
      `{":":"v","Node-Origin":":","Content-Location":"/on/transactions:${hash}/included"}`,
      `{"x":"/on/transactions:${hash}/included","Content-Location":"/on/transactions:${hash}/included"}`,
      `{"content-location":"/on/blocks:${hash}/accepted","Content-Location":"/on/transactions:${hash}/included"}`,
      `{"Content-Location":"/on/x/y","Content-Location":"/on/transactions:${hash}/included"}`,
      `{"Node-Origin":12345678,"Content-Location":"/on/transactions:12345678/included"}`,
      `{"x":"é","Content-Location":"/on/transactions:${hash}/included"}`,
      `{"x":"\\"","Content-Location":"/on/transactions:${hash}/included"}`,
    ]) {
      const reader = new EventFrameReader();
      read(reader, frameOf(header));
      const bytes = frameOf(header);
      for (let at = 4; at < bytes.length; at++) {
        for (const byte of [0x78, 0x22, 0x2f]) {
          const other = bytes.slice();
          other[at] = byte;
          assert.deepEqual(facts(reader.read(other)), facts(decodeEventFrame(other)), `${header} at ${at - 4}`);
        }
      }
    }
  });

  it("reads an origin in its own field, also where another holds the same text, or the same name", () => {
    const location = '"Content-Location":"/on/blocks/accepted"';
    for (const around of [
      `{"Block":"A","Node-Origin":"B",${location}}`,
      `{"Node-Origin":"A","Node-Origin":"B",${location}}`,
      `{"Node-Origin":"A","Node-Origin" :"B",${location}}`,
      `{"more":{"Node-Origin":"A"},"Node-Origin":"B",${location}}`,
      `{"Node-Origin":"A","node-origin":"B",${location}}`,
      `{"Block":"Node-Origin","Node-Origin":"A",${location},"other":"B"}`,
    ]) {
      const reader = new EventFrameReader();
      for (const [first, second] of [
        [hash, hash],
        [otherHash, hash],
        [hash, otherHash],
        [otherHash, otherHash],
      ] as const) {
        const bytes = frameOf(around.replace('"A"', `"${first}"`).replace('"B"', `"${second}"`));
        assert.equal(read(reader, bytes).origin, read(new EventFrameReader(), bytes).origin, around);
        assert.deepEqual(facts(reader.read(bytes)), facts(decodeEventFrame(bytes)), around);
      }
    }
  });

  it("says what is wrong with garbage between good frames", () => {
    const reader = new EventFrameReader();
    const good = frameOf(JSON.stringify({ "Content-Location": `/on/transactions:${hash}/included` }));
    for (const garbage of [
      good.subarray(0, 20),
      good.slice().fill(0x22, 10, 20),
      Uint8Array.of(1, 0, 0),
      good.slice(4),
    ]) {
      read(reader, good);
      const problem = reader.read(garbage);
      assert.ok("problem" in problem);
      assert.deepEqual(problem, decodeEventFrame(garbage));
    }
  });

  it("reads what `decodeEventFrame` reads, whatever came before", () => {
    const id = fc.oneof(fc.constantFrom(hash, otherHash, "A-b_c.9", "x/y", "ä", '"', "\\", "\n"), fc.string());
    const location = fc
      .tuple(
        fc.constantFrom("transactions", "blocks", "contracts", "node", ""),
        id,
        fc.constantFrom("a", "B", "a/b", ""),
      )
      .map(([component, entity, topic]) => `/on/${component}:${entity}/${topic}`);
    const header = fc
      .record(
        {
          "Content-Location": location,
          "Node-Origin": id,
          "Content-Type": fc.constant("application/json"),
          n: fc.integer(),
        },
        { requiredKeys: [] },
      )
      .map((fields) => JSON.stringify(fields));
    const bytes = fc.array(
      fc.tuple(header, fc.nat(), fc.option(fc.nat(255))).map(([text, at, byte]) => {
        const frame = frameOf(text, [7]);
        if (byte !== null) frame[at % frame.length] = byte;
        return frame;
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(bytes, (frames) => {
        const reader = new EventFrameReader();
        for (const frame of [...frames, ...frames]) {
          assert.deepEqual(facts(reader.read(frame)), facts(decodeEventFrame(frame)));
        }
      }),
    );
  });
});

function read(reader: EventFrameReader, bytes: Uint8Array): EventFrame {
  const frame = reader.read(bytes);
  if ("problem" in frame) assert.fail(frame.problem);
  return frame;
}

function facts(frame: EventFrame | { problem: string }) {
  if ("problem" in frame) return frame;
  // The whole header last: once it was read, everything else is taken from it.
  const { kind, target, origin, location, header, data } = frame;
  return { header, location, target, kind, origin, data };
}

function frameOf(header: string, data: Iterable<number> = []): Uint8Array {
  const json = new TextEncoder().encode(header);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length, true);
  return Uint8Array.of(...length, ...json, ...data);
}
