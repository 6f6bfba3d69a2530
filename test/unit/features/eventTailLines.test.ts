import assert from "node:assert/strict";
import type { ResponseMeta } from "../../../src/client/http/nodeResponse";
import type { EventArrival, ReceivedEvent } from "../../../src/client/session/recentEvents";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import {
  EventDecoder,
  undecodedText,
  type EventDrivers,
} from "../../../src/features/eventTail/model/decode/eventDecoder";
import { eventLine, noticeLine } from "../../../src/features/eventTail/model/lines/eventLine";
import { cutText } from "../../../src/wire/shortWords";
import { decodeEventFrame, type EventFrame } from "../../../src/wire/eventFrame";
import { eventMessage } from "../../../src/features/eventTail/model/recordings/eventMessage";

const contract = "a1b2c3d4".repeat(8);
const names = new ContractNames([{ id: contract, name: "My Counter" }]);
const at = new Date(2030, 4, 6, 7, 8, 9, 10).getTime();

describe("event lines", () => {
  it("have time, connection, contract, topic and value, two spaces apart", () => {
    assert.equal(
      line(frameOf({ component: "contracts", entity: contract, topic: "counted" }), '"7"'),
      '07:08:09.010  Local\u00a0Node  My\u00a0Counter  counted  "7"',
    );
  });

  it("show the entity of a block or transaction shortened", () => {
    const event = frameOf({ component: "blocks", entity: "0123456789abcdef".repeat(4), topic: "accepted" });
    assert.equal(line(event, "{}"), "07:08:09.010  Local\u00a0Node  blocks  accepted  01234567…cdef  {}");
  });

  it("end after the entity when there is no data", () => {
    const event = frameOf({ component: "transactions", entity: "ab".repeat(32), topic: "removed" });
    assert.match(line(event, ""), / {2}transactions {2}removed {2}abababab…abab$/);
  });

  it("say of a filled event from which block it is", () => {
    const event = received(frameOf({ component: "blocks", topic: "accepted" }), { source: "filled", height: 7n });
    assert.match(eventLine(event, "blocks", "{}"), / {2}\{\} {2}⤵ filled from block 7$/);
  });

  it("mark a replayed event at its connection", () => {
    const event = received(frameOf({ component: "blocks", topic: "accepted" }), { source: "replayed" });
    assert.match(eventLine(event, "blocks", "{}"), / {2}Local\u00a0Node\u00a0\(replay\) {2}blocks {2}accepted/);
  });

  for (const [topic, shown] of [
    ["a/b", "a/b"],
    ["转账", "转账"],
    ["x\n[ERROR] fake\u001b[31m", "x\\n[ERROR]\u00a0fake\\x1b[31m"],
    ["a\u2028b\u202ec", "a\\u2028b\\u202ec"],
  ] as const) {
    it(`keep the topic ${JSON.stringify(topic)} on one line`, () => {
      const text = line(frameOf({ component: "contracts", entity: contract, topic }), "\n1");
      assert.equal(text, `07:08:09.010  Local\u00a0Node  My\u00a0Counter  ${shown}  \\n1`);
    });
  }

  it("cut a long payload, say its length, and cut no character in half", () => {
    assert.equal(cutText("a".repeat(10), 10), "a".repeat(10));
    assert.equal(cutText("a".repeat(11), 10), `${"a".repeat(10)}… (11 characters)`);
    assert.equal(cutText("ab🦀cd", 3), "ab… (6 characters)");
  });

  it("keep a notice on one line", () => {
    assert.equal(noticeLine(at, "Local", "lost:\nnode says \u001b"), "07:08:09.010  Local  ── lost:\\nnode says \\x1b");
  });

  it("show undecoded bytes as hex with the reason, long ones with their length", () => {
    assert.equal(undecodedText(Uint8Array.of(1, 255), "no driver"), "0x01ff (not decoded: no driver)");
    assert.equal(undecodedText(new Uint8Array(9), "no driver", 4), "0x0000… (9 bytes) (not decoded: no driver)");
  });
});

describe("event decoding", () => {
  const driver = { asked: [] as string[] };
  const drivers: EventDrivers = {
    drivers: {
      decodeEvent: (_id, event, bytes) => {
        driver.asked.push(`${event} ${Buffer.from(bytes).toString("hex")}`);
        const value = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true);
        return Promise.resolve({ value, text: String(value), meta: {} as ResponseMeta });
      },
    },
    schemas: { of: () => Promise.resolve("{}") },
  };

  it("asks the driver for a contract's data even when the bytes are the text of a number", async () => {
    const frame = frameOf({ component: "contracts", entity: contract, topic: "deposit" }, Buffer.from("12345678"));
    assert.deepEqual(await new EventDecoder(drivers).decode(frame), {
      value: 4050765991979987505n,
      text: "4050765991979987505",
    });
    assert.deepEqual(driver.asked, ["deposit 3132333435363738"]);
  });

  for (const text of ["[]", "null", '"aa"', "12345678"]) {
    it(`shows ${text} of a contract without a driver as hex`, async () => {
      const frame = frameOf({ component: "contracts", entity: contract, topic: "deposit" }, Buffer.from(text));
      const answer = await new EventDecoder(undefined).decode(frame);
      assert.ok("problem" in answer);
      assert.match(undecodedText(frame.data, answer.problem), /^0x[0-9a-f]+ \(not decoded: /);
    });
  }

  for (const [what, data, text] of [
    ["big integers exactly", '{"value": 18446744073709551615}', '{"value":18446744073709551615}'],
    ["a text with a line break", '"a\\nb"', '"a\\nb"'],
    ["no data", "", ""],
  ] as const) {
    it(`reads ${what} from a chain event`, async () => {
      const frame = frameOf({ component: "transactions", entity: "ab", topic: "executed" }, Buffer.from(data));
      const answer = await new EventDecoder(undefined).decode(frame);
      assert.equal("text" in answer && answer.text, text);
    });
  }

  it("says of a chain event that is not JSON, or not UTF-8, that it is none", async () => {
    for (const data of [Buffer.from("{"), Buffer.of(0xff, 0xfe)]) {
      const frame = frameOf({ component: "blocks", entity: "ab", topic: "accepted" }, data);
      assert.deepEqual(await new EventDecoder(undefined).decode(frame), { problem: "not JSON" });
    }
  });

  for (const data of [
    '{"block_height":7,"err":null,"gas_spent":100,"inner":{"type":"moonlight","fee":{"gas_limit":"500"},"call":null}}',
    '{"block_height":7,"err":null,"gas_spent":200,"inner":{"type":"phoenix","nullifiers":["aa"]}}',
    '{"block_height":8,"err":"Panic: \\"x\\"\\nline2","gas_spent":300,"inner":null}',
  ]) {
    it(`reads the executed transaction ${data}`, async () => {
      const frame = frameOf({ component: "transactions", entity: "11", topic: "executed" }, Buffer.from(data));
      const answer = await new EventDecoder(undefined).decode(frame);
      assert.equal("text" in answer && answer.text, data);
    });
  }
});

function line(frame: EventFrame, text: string): string {
  return eventLine(received(frame), names.source(frame.target), text);
}

function received(frame: EventFrame, arrival: Partial<EventArrival> = {}): ReceivedEvent {
  return { number: 1, at, arrival: { connection: "Local Node", sessionId: "5e55", source: "live", ...arrival }, frame };
}

function frameOf(target: EventFrame["target"], data: Uint8Array = new Uint8Array()): EventFrame {
  return decoded(eventMessage(target, data));
}

function decoded(message: Uint8Array): EventFrame {
  const frame = decodeEventFrame(message);
  assert.ok(!("problem" in frame), JSON.stringify(frame));
  return frame;
}
