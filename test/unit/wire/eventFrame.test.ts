import assert from "node:assert/strict";
import fc from "fast-check";
import { decodeEventFrame, type EventFrame } from "../../../src/wire/eventFrame";
import { limits } from "../../../src/wire/limits";

const contract = "a1b2c3d4".repeat(8);
const hash = "4".repeat(64);

describe("event frame", () => {
  it("gives header, location, target, origin and data", () => {
    const frame = decoded(
      frameOf({ "Node-Origin": hash, "Content-Location": `/on/contracts:${contract}/deposit` }, [1, 2, 3]),
    );
    assert.equal(frame.location, `/on/contracts:${contract}/deposit`);
    assert.deepEqual(frame.target, { component: "contracts", entity: contract, topic: "deposit" });
    assert.equal(frame.origin, hash);
    assert.deepEqual(frame.data, Uint8Array.of(1, 2, 3));
    assert.deepEqual(Object.keys(frame.header), ["Node-Origin", "Content-Location"]);
  });

  it("reads a frame that begins in the middle of a shared buffer", () => {
    const inside = Buffer.concat([Buffer.alloc(165, 0xff), Buffer.from("020000007b7d", "hex"), Buffer.alloc(42, 0xff)]);
    assert.deepEqual(decodeEventFrame(inside.subarray(165, 171)), {
      problem: "The frame's header has no Content-Location.",
    });
    const whole = Buffer.from(frameOf({ "Content-Location": "/on/blocks/accepted" }, [7]));
    const shared = Buffer.concat([Buffer.alloc(31, 0xff), whole, Buffer.alloc(9, 0xff)]);
    const frame = decoded(shared.subarray(31, 31 + whole.length));
    assert.deepEqual(frame.data, Uint8Array.of(7));
  });

  it("gives the data as a view whose slice is a copy", () => {
    const bytes = Buffer.from(frameOf({ "Content-Location": "/on/blocks/accepted" }, [1]));
    const { data } = decoded(bytes);
    const kept = data.slice();
    bytes[bytes.length - 1] = 2;
    assert.deepEqual([data[0], kept[0]], [2, 1]);
  });

  for (const [name, header] of Object.entries({
    "spelled as the interface does": { "Content-Location": "/on/blocks:ab/accepted", "Node-Origin": hash },
    "in lower case": { "content-location": "/on/blocks:ab/accepted", "node-origin": hash },
    "in upper case, of a network with another prefix": {
      "CONTENT-LOCATION": "/on/blocks:ab/accepted",
      "RUSK-ORIGIN": hash,
    },
  })) {
    it(`finds header fields ${name}`, () => {
      const frame = decoded(frameOf(header));
      assert.deepEqual(frame.target, { component: "blocks", entity: "ab", topic: "accepted" });
      assert.equal(frame.origin, hash);
    });
  }

  for (const topic of [
    "RewardPaid",
    "a/b",
    "转账",
    "x\n[ERROR] fake\u001b[31m",
    "100%",
    "%41",
    "a:b",
    " ",
    "é\u0301",
    "\u2028",
  ]) {
    it(`keeps the topic ${JSON.stringify(topic)} as it was emitted`, () => {
      const frame = decoded(frameOf({ "Content-Location": `/on/contracts:${contract}/${topic}` }));
      assert.deepEqual(frame.target, { component: "contracts", entity: contract, topic });
    });
  }

  for (const [location, target] of Object.entries({
    "/on/blocks": { component: "blocks" },
    "/on/blocks/": { component: "blocks" },
    "/on/blocks:": { component: "blocks" },
    "/on/blocks:ab": { component: "blocks", entity: "ab" },
    "/on/transactions/executed": { component: "transactions", topic: "executed" },
    "/on/node/a:b": { component: "node", topic: "a:b" },
  })) {
    it(`understands the location ${location}`, () => {
      assert.deepEqual(decoded(frameOf({ "Content-Location": location })).target, target);
    });
  }

  it("keeps integers and a __proto__ field of the header exact and harmless", () => {
    const header = `{"Content-Location":"/on/blocks/accepted","n":18446744073709551615,"__proto__":{"polluted":true}}`;
    const frame = decoded(rawFrame(header));
    assert.equal(frame.header["n"], 18446744073709551615n);
    assert.equal(({} as { polluted?: boolean }).polluted, undefined);
    assert.equal(Object.getPrototypeOf(frame.header), Object.prototype);
    assert.equal(Object.hasOwn(frame.header, "__proto__"), true);
  });

  it("takes an origin that the node wrote as a number", () => {
    const frame = decoded(rawFrame(`{"Content-Location":"/on/blocks/accepted","Node-Origin":${hash}}`));
    assert.equal(frame.origin, hash);
  });

  for (const [name, bytes, problem] of [
    ["is empty", [], /0 bytes, too few/],
    ["is shorter than a header length", [1, 0, 0], /3 bytes, too few/],
    ["claims more header than follows", [255, 255, 255, 255, 123, 125], /claims 4294967295 header bytes, but 2 follow/],
    ["has an endless header", frameOf({ x: "y".repeat(limits.eventHeaderBytes) }), /at most 65536/],
    ["has no header", [0, 0, 0, 0], /not a JSON object/],
    ["has a header that is no JSON", rawFrame("{oops"), /not a JSON object/],
    ["has a list for a header", rawFrame("[]"), /not a JSON object/],
    ["lacks a comma", rawFrame(`{"Content-Location":"/on/blocks/accepted" "x":"y"}`), /not a JSON object/],
    [
      "has a line break in a text",
      rawFrame(`{"Content-Location":"/on/blocks/accepted","x":"\n"}`),
      /not a JSON object/,
    ],
    ["has a number with a zero before it", rawFrame(`{"Content-Location":"/on/x/y","x":01}`), /not a JSON object/],
    ["ends its header with a comma", rawFrame(`{"Content-Location":"/on/blocks/accepted",}`), /not a JSON object/],
    ["has null for a header", rawFrame("null"), /not a JSON object/],
    ["has no location", rawFrame("{}"), /no Content-Location/],
    ["has a location that is no text", rawFrame(`{"Content-Location":1}`), /no Content-Location/],
    ["has a location elsewhere", frameOf({ "Content-Location": "/off/blocks" }), /names no target: "\/off\/blocks"/],
    ["has a location without component", frameOf({ "Content-Location": "/on/:ab/x" }), /names no target/],
  ] as const) {
    it(`says what is wrong with a frame that ${name}`, () => {
      const frame = decodeEventFrame(Uint8Array.from(bytes));
      assert.ok("problem" in frame);
      assert.match(frame.problem, problem);
    });
  }

  it("never throws, whatever the bytes, and never claims data beyond them", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const frame = decodeEventFrame(bytes);
        if (!("problem" in frame)) assert.ok(frame.data.length < bytes.length);
      }),
    );
  });

  it("never throws, whatever the JSON of the header, and gives back the data", () => {
    fc.assert(
      fc.property(fc.json(), fc.uint8Array({ maxLength: 50 }), (header, data) => {
        const frame = decodeEventFrame(rawFrame(header, data));
        if (!("problem" in frame)) assert.deepEqual(frame.data, data);
      }),
    );
  });

  it("gives the same fields whether the header is plain or not", () => {
    const fields = fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.integer(), fc.constant(null)));
    fc.assert(
      fc.property(fields, fc.boolean(), (other, isSpaced) => {
        const header = { ...other, "Content-Location": "/on/blocks/accepted", "Node-Origin": hash };
        const frame = decoded(rawFrame(JSON.stringify(header, null, isSpaced ? 1 : 0)));
        assert.deepEqual([frame.header, frame.target, frame.origin], [header, frame.target, hash]);
        assert.equal(frame.target.topic, "accepted");
      }),
    );
  });

  it("gives back component, entity and topic, whatever the topic", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (topic) => {
        const { target } = decoded(frameOf({ "Content-Location": `/on/contracts:${contract}/${topic}` }));
        assert.deepEqual(target, { component: "contracts", entity: contract, topic: Buffer.from(topic).toString() });
      }),
    );
  });
});

function decoded(bytes: Uint8Array): EventFrame {
  const frame = decodeEventFrame(bytes);
  if ("problem" in frame) assert.fail(frame.problem);
  return frame;
}

function frameOf(header: object, data: Iterable<number> = []): Uint8Array {
  return rawFrame(JSON.stringify(header), data);
}

function rawFrame(header: string, data: Iterable<number> = []): Uint8Array {
  const json = new TextEncoder().encode(header);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, json.length, true);
  return Uint8Array.of(...length, ...json, ...data);
}
