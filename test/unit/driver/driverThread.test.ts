import assert from "node:assert/strict";
import { DriverThread } from "../../../src/driver/driverThread";
import { driverModule } from "../../../src/sandbox/driverModule";
import { rustType } from "../../../src/sandbox/rustType";
import { op } from "../../../src/sandbox/wasm";
import { driverThreadFile } from "../../support/driverThreadFile";
import { oddDriver, parameter } from "../../support/oddDriver";

const events = new Map([
  ["Counted", rustType("u64", {})],
  ["bytes", rustType("Vec<u8>", {})],
]);
const sound = driverModule({ schema: "{}", version: "1", events });
const trap = [0x00];
const largest = Buffer.alloc(8, 0xff);

describe("drivers in a thread of their own", () => {
  let thread: DriverThread;
  beforeEach(() => (thread = new DriverThread(driverThreadFile, 300)));
  afterEach(() => thread.dispose());

  const loaded = (module: Uint8Array) => thread.load(module);

  it("decode to the last digit, by the name as it is spelled", async () => {
    const driver = await loaded(sound);
    assert.equal(await driver.decodeEvent("Counted", largest), '"18446744073709551615"');
    await assert.rejects(driver.decodeEvent("counted", largest), /unknown event/);
  });

  it("answer each call with its own event's value, however many are asked for at once", async () => {
    const driver = await loaded(sound);
    const asked = Array.from({ length: 5000 }, (_, at) => {
      const data = Buffer.alloc(8);
      data.writeBigUInt64LE(BigInt(at));
      return driver.decodeEvent("Counted", data);
    });
    assert.deepEqual(
      await Promise.all(asked),
      asked.map((_, at) => `"${at}"`),
    );
  });

  it("take data that is a part of a larger buffer, and leave that buffer alone", async () => {
    const driver = await loaded(sound);
    const all = Buffer.concat([Buffer.alloc(3, 1), largest, Buffer.alloc(3, 1)]);
    assert.equal(await driver.decodeEvent("Counted", all.subarray(3, 11)), '"18446744073709551615"');
    assert.equal(all.length, 14);
  });

  it("decode what is longer than the room they were given at first", async () => {
    const driver = await loaded(sound);
    for (const length of [10, 1_000_000, 20]) {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(length);
      const data = Buffer.concat([head, Buffer.alloc(length, 0xab)]);
      assert.equal(await driver.decodeEvent("bytes", data), `"${"ab".repeat(length)}"`);
    }
  });

  it("say in their own words why not, and go on", async () => {
    const driver = await loaded(sound);
    await assert.rejects(driver.decodeEvent("Counted", Buffer.alloc(7)), /bytes do not fit/);
    assert.equal(await driver.decodeEvent("Counted", Buffer.alloc(8)), '"0"');
  });

  for (const [what, module, problem] of [
    ["bytes that are no module", Buffer.from("no module"), /does not export memory, init/],
    ["a module without decode_event", oddDriver({ without: "decode_event" }), /does not export decode_event/],
    ["a module that wants something from outside", importing(), /imports clock/],
  ] as const) {
    it(`are not made of ${what}`, async () => {
      await assert.rejects(loaded(module), problem);
    });
  }

  it("that do not start say so with each call", async () => {
    const driver = await loaded(oddDriver({ init: op.const32(2) }));
    await assert.rejects(driver.decodeEvent("a", largest), /init returned 2/);
  });

  it("that claim an answer longer than its buffer are not believed", async () => {
    const claim = [...op.get(parameter.out), ...op.get(parameter.size), ...op.store, ...op.const32(0)];
    const driver = await loaded(oddDriver({ decodeEvent: claim }));
    await assert.rejects(driver.decodeEvent("a", largest), /claims an answer of \d+ bytes in a buffer of/);
  });

  it("that fail without a word are reported with their status", async () => {
    const driver = await loaded(oddDriver({ decodeEvent: op.const32(2) }));
    await assert.rejects(driver.decodeEvent("a", largest), /status 2/);
  });

  it("that answer anything but UTF-8 are not believed", async () => {
    const twoBytes = [...op.get(parameter.out), ...op.const32(2), ...op.store];
    const odd = [...op.get(parameter.out), ...op.const32(4), ...op.add, ...op.const32(0xffff), ...op.store];
    const driver = await loaded(oddDriver({ decodeEvent: [...twoBytes, ...odd, ...op.const32(0)] }));
    await assert.rejects(driver.decodeEvent("a", largest), /not valid/);
  });

  it("that trap begin anew with the next call", async () => {
    const isZero = [...op.get(parameter.data), ...op.loadByte, ...op.isZero];
    const empty = [...op.get(parameter.out), ...op.const32(0), ...op.store];
    const driver = await loaded(oddDriver({ decodeEvent: [...isZero, ...op.when(trap), ...empty, ...op.const32(0)] }));
    await assert.rejects(driver.decodeEvent("a", Buffer.from([0])), /unreachable/);
    assert.equal(await driver.decodeEvent("a", Buffer.from([1])), "");
  });

  it("that have grown beyond 256 MiB begin anew", async () => {
    const grow = [...op.const32(2048), ...op.memoryGrow, ...op.drop];
    const length = [...op.get(parameter.out), ...op.const32(1), ...op.store];
    const halves = [...op.memorySize, ...op.const32(11), ...op.shiftRight, ...op.const32(0x30), ...op.add];
    const text = [...op.get(parameter.out), ...op.const32(4), ...op.add, ...halves, ...op.store];
    const driver = await loaded(oddDriver({ decodeEvent: [...grow, ...length, ...text, ...op.const32(0)] }));
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push(await driver.decodeEvent("a", largest));
    assert.deepEqual(answers, ["1", "2", "1", "2"]);
  });

  it("that hang are stopped and not run again, while the others go on", async () => {
    const good = await loaded(sound);
    const hanging = await loaded(oddDriver({ decodeEvent: [...op.loop(op.const32(1)), ...op.const32(0)] }));
    assert.equal(await good.decodeEvent("Counted", largest), '"18446744073709551615"');
    await assert.rejects(hanging.decodeEvent("a", largest), /took too long/);
    await assert.rejects(hanging.decodeEvent("a", largest), /not run any more/);
    assert.deepEqual([hanging.stopped, good.stopped], ["it took too long and was stopped", undefined]);
    assert.equal(await good.decodeEvent("Counted", largest), '"18446744073709551615"');
  });

  it("that are slow, but not too slow each, are not taken for hanging", async () => {
    const driver = await loaded(sound);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(3_000_000);
    const data = Buffer.concat([head, Buffer.alloc(3_000_000)]);
    const texts = await Promise.all(Array.from({ length: 25 }, () => driver.decodeEvent("bytes", data)));
    assert.ok(texts.every((text) => text.length === 6_000_002));
  });

  it("reject what is asked of them after the end, and what was under way", async () => {
    const driver = await loaded(sound);
    const under = driver.decodeEvent("Counted", largest);
    thread.dispose();
    await assert.rejects(under, /was stopped/);
    await assert.rejects(driver.decodeEvent("Counted", largest), /not run any more/);
    await assert.rejects(loaded(sound), /No driver is run any more/);
  });

  it("whose thread cannot be started say so", async () => {
    const nowhere = new DriverThread(`${driverThreadFile}.missing`);
    const driver = await nowhere.load(sound);
    await assert.rejects(driver.decodeEvent("Counted", largest), /its thread ended: .*driverThread\.js\.missing/);
    nowhere.dispose();
  });
});

/** A module that imports one function, `clock`, and exports all that a driver does. */
function importing(): Buffer {
  const module = oddDriver({});
  const typeSectionEnd = 8 + 2 + module[9]!;
  const name = (text: string) => [text.length, ...Buffer.from(text)];
  const body = [1, ...name("env"), ...name("clock"), 0, 0];
  return Buffer.concat([
    module.subarray(0, typeSectionEnd),
    Buffer.from([2, body.length, ...body]),
    module.subarray(typeSectionEnd),
  ]);
}
