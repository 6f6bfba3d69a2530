import assert from "node:assert/strict";
import type { ResponseMeta } from "../../../src/client/http/nodeResponse";
import { DriverClient } from "../../../src/client/routes/driverClient";
import { NodeError, type NodeErrorReason } from "../../../src/client/failures/nodeError";
import { Transport } from "../../../src/client/http/transport";
import { EventDecoder, type EventDrivers } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { eventMessage } from "../../../src/features/eventTail/model/recordings/eventMessage";
import { decodeEventFrame, type EventFrame } from "../../../src/wire/eventFrame";
import { FaultServer } from "../../support/faultServer";
import { FakeClock } from "../../support/fakeClock";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";

const contract = "a1b2c3d4".repeat(8);
const other = "4d3c2b1a".repeat(8);

describe("event decoder", () => {
  it("asks for so many decodings at a time, in order, and answers all of them", async () => {
    const asked: { event: number; answer: () => void }[] = [];
    const drivers = driversOf(
      (_name, bytes) => new Promise<number>((done) => asked.push({ event: bytes[0]!, answer: () => done(bytes[0]!) })),
    );
    const decoder = new EventDecoder(drivers, { concurrency: 2 });
    const answers = [1, 2, 3, 4].map((byte) => decoder.decode(event("counted", byte)));
    await turn();
    assert.deepEqual(
      asked.map(({ event }) => event),
      [1, 2],
    );
    asked[1]!.answer();
    await turn();
    assert.deepEqual(
      asked.map(({ event }) => event),
      [1, 2, 3],
    );
    for (let at = 0; at < 4; at++) {
      asked[at]?.answer();
      await turn();
    }
    assert.deepEqual(
      (await Promise.all(answers.map(async (answer) => answer))).map((answer) => "text" in answer && answer.text),
      ["1", "2", "3", "4"],
    );
  });

  it("keeps places for other contracts while the node is slow with one, and lets them take turns", async () => {
    const answers: (() => void)[] = [];
    const asked: string[] = [];
    const drivers = driversOf((name) => {
      asked.push(name);
      return new Promise<number>((done) => answers.push(() => done(1)));
    });
    const decoder = new EventDecoder(drivers, { concurrency: 4 });
    for (let count = 0; count < 10; count++) void decoder.decode(event("slow"));
    const others = ["a", "b"].map((name) => event(name, 1, other));
    for (const each of others) void decoder.decode(each);
    await turn();
    assert.deepEqual(asked, ["slow", "slow", "slow", "a"]);
    answers[0]!();
    await turn();
    assert.deepEqual(asked.slice(4), ["slow"]);
    answers[1]!();
    await turn();
    assert.deepEqual(asked.slice(5), ["b"]);
  });

  it("lets only so many events of a contract wait for the node, and says so of the others", async () => {
    const decoder = new EventDecoder(
      driversOf(() => new Promise(() => undefined)),
      { concurrency: 4 },
    );
    const decoded = Array.from({ length: 5010 }, () => decoder.decode(event("slow")));
    const refused = decoded.filter((each) => !(each instanceof Promise));
    assert.equal(refused.length, 7);
    assert.match(JSON.stringify(refused[0]), /too many events of its contract wait/);
    assert.ok(decoder.decode(event("a", 1, other)) instanceof Promise);
  });

  it("does not read more than a mebibyte of what a node makes of an event, unless someone wants to see it", async () => {
    const server = await FaultServer.start((_, reply) =>
      reply.answer(200, { "content-type": "application/json" }, `"${"a".repeat(2 ** 20)}"`),
    );
    const transport = new Transport({ endpoint: server.endpoint() });
    const drivers = { drivers: new DriverClient(transport), schemas: { of: () => Promise.reject(new Error("none")) } };
    const decoded = await new EventDecoder(drivers).decode(event("counted"));
    assert.match("problem" in decoded ? decoded.problem : "", /longer than the limit of 1048576 bytes/);
    const whole = await new EventDecoder(drivers, { mostResponseBytes: 2 ** 21 }).decode(event("counted"));
    assert.equal("text" in whole && whole.text.length, 2 ** 20 + 2);
    await transport.dispose();
    await server.stop();
  });

  for (const [reason, status, afterwards] of [
    ["not-found", 404, 1],
    ["node-fault", 500, 6],
    ["timeout", undefined, 3],
    ["closed-without-answer", undefined, 3],
  ] as const) {
    it(`asks ${afterwards} times for six events when each answer is ${reason}`, async () => {
      let asked = 0;
      const decoder = new EventDecoder(
        driversOf(() => {
          asked++;
          throw failure(reason, status);
        }),
      );
      for (let count = 0; count < 6; count++) {
        assert.deepEqual(await decoder.decode(event("counted", count)), { problem: `it is ${reason}` });
      }
      assert.equal(asked, afterwards);
    });
  }

  it("asks a driver again after a while", async () => {
    const clock = new FakeClock();
    let uploaded = false;
    const drivers = driversOf(() => {
      if (!uploaded) throw failure("not-found", 404);
      return Promise.resolve(1);
    });
    const decoder = new EventDecoder(drivers, { clock });
    assert.deepEqual(await decoder.decode(event("counted")), { problem: "it is not-found" });
    uploaded = true;
    assert.deepEqual(await decoder.decode(event("counted")), { problem: "it is not-found" });
    clock.advance(30_000);
    assert.deepEqual(await decoder.decode(event("counted")), { value: 1, text: "1" });
  });

  it("uses the schema's spelling when the name arrived in another case", async () => {
    const names: string[] = [];
    const drivers = driversOf((name) => {
      names.push(name);
      if (name !== "RewardPaid") throw failure("node-fault", 500);
      return Promise.resolve(10);
    }, '{"events":[{"topic":"RewardPaid","data":"u64"}]}');
    assert.deepEqual(await new EventDecoder(drivers).decode(event("rewardpaid")), { value: 10, text: "10" });
    assert.deepEqual(names, ["rewardpaid", "RewardPaid"]);
  });

  it("does not send long data to a driver for a line", async () => {
    const answer = await new EventDecoder(
      driversOf(() => Promise.resolve(0)),
      { mostBytes: 0 },
    ).decode(event("a"));
    assert.match("problem" in answer ? answer.problem : "", /too long/);
  });

  it("decodes what the sandbox's drivers decode", async () => {
    const sandbox = await sharedSandbox();
    const node = connectTo(sandbox);
    const { contracts } = (await sandbox.control("state")) as { contracts: Record<string, string> };
    const counted = frame(
      { component: "contracts", entity: contracts["Counter"]!, topic: "counted" },
      [1, 0, 0, 0, 0, 0, 0, 128],
    );
    const vault = frame({ component: "contracts", entity: contracts["Vault"]!, topic: "deposit" }, [1]);
    const decoder = new EventDecoder(node);
    assert.deepEqual(await decoder.decode(counted), { value: "9223372036854775809", text: '"9223372036854775809"' });
    const undecoded = await decoder.decode(vault);
    assert.match("problem" in undecoded ? undecoded.problem : "", /No data driver/);
    await node.dispose();
  });
});

function driversOf(decode: (name: string, bytes: Uint8Array) => Promise<number>, schema = "{}"): EventDrivers {
  return {
    drivers: {
      decodeEvent: async (_id, name, bytes) => {
        const value = await decode(name, bytes);
        return { value, text: String(value), meta };
      },
    },
    schemas: { of: () => Promise.resolve(schema) },
  };
}

const meta = {} as ResponseMeta;

function failure(reason: NodeErrorReason, status: number | undefined): NodeError {
  return new NodeError(reason, `it is ${reason}`, status === undefined ? {} : { status });
}

function event(topic: string, byte = 1, entity = contract): EventFrame {
  return frame({ component: "contracts", entity, topic }, [byte]);
}

function frame(target: EventFrame["target"], data: number[]): EventFrame {
  const decoded = decodeEventFrame(eventMessage(target, Uint8Array.from(data)));
  assert.ok(!("problem" in decoded));
  return decoded;
}

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
