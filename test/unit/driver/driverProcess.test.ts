import assert from "node:assert/strict";
import { DriverProcess, type RunningDriver } from "../../../src/driver/driverProcess";
import { driverModule } from "../../../src/sandbox/driver/driverModule";
import { rustType } from "../../../src/sandbox/wire/rustType";
import { op } from "../../../src/sandbox/driver/wasm";
import { driverProcessFile } from "../../support/driverProcessFile";
import { oddDriver, imported, parameter, slowDriver, withSection } from "../../support/oddDriver";

const events = new Map([
  ["Counted", rustType("u64", {})],
  ["bytes", rustType("Vec<u8>", {})],
]);
const sound = driverModule({ schema: "{}", version: "1", events });
const trap = [0x00];
const largest = Buffer.alloc(8, 0xff);

describe("drivers in a process of their own", () => {
  let runner: DriverProcess;
  beforeEach(() => (runner = new DriverProcess(driverProcessFile, { eventMs: 300 })));
  afterEach(() => runner.dispose());

  const loaded = (module: Uint8Array) => runner.load(module);
  const decode = (driver: RunningDriver, event: string, data: Uint8Array) =>
    driver.decodeEvent(event, data) ?? Promise.reject(new Error("too much waits"));

  it("decode to the last digit, by the name as it is spelled", async () => {
    const driver = await loaded(sound);
    assert.equal(await decode(driver, "Counted", largest), '"18446744073709551615"');
    await assert.rejects(decode(driver, "counted", largest), /unknown event/);
  });

  it("answer each call with its own event's value, however many are asked for at once", async () => {
    const driver = await loaded(sound);
    const asked = Array.from({ length: 5000 }, (_, at) => {
      const data = Buffer.alloc(8);
      data.writeBigUInt64LE(BigInt(at));
      return decode(driver, "Counted", data);
    });
    assert.deepEqual(
      await Promise.all(asked),
      asked.map((_, at) => `"${at}"`),
    );
  });

  it("take data that is a part of a larger buffer, and leave that buffer alone", async () => {
    const driver = await loaded(sound);
    const all = Buffer.concat([Buffer.alloc(3, 1), largest, Buffer.alloc(3, 1)]);
    assert.equal(await decode(driver, "Counted", all.subarray(3, 11)), '"18446744073709551615"');
    assert.equal(all.length, 14);
  });

  it("decode what is longer than the room they were given at first", async () => {
    const driver = await loaded(sound);
    for (const length of [10, 500_000, 20]) {
      const head = Buffer.alloc(4);
      head.writeUInt32LE(length);
      const data = Buffer.concat([head, Buffer.alloc(length, 0xab)]);
      assert.equal(await decode(driver, "bytes", data), `"${"ab".repeat(length)}"`);
    }
  });

  it("say in their own words why not, and go on", async () => {
    const driver = await loaded(sound);
    await assert.rejects(decode(driver, "Counted", Buffer.alloc(7)), /bytes do not fit/);
    assert.equal(await decode(driver, "Counted", Buffer.alloc(8)), '"0"');
  });

  for (const [what, module, problem] of [
    ["bytes that are no module", Buffer.from("no module"), /no WebAssembly module/],
    ["a module without decode_event", oddDriver({ without: "decode_event" }), /does not export decode_event/],
    ["a module that wants something from outside", withSection(oddDriver({}), 2, imported("clock")), /imports “clock”/],
    ["a module whose import hides", withSection(oddDriver({}), 2, imported("a\u001b[2J\u202e")), /“a\\x1b\[2J\\u202e”/],
  ] as const) {
    it(`are not made of ${what}`, async () => {
      await assert.rejects(loaded(module), problem);
    });
  }

  it("that do not start say so with each call", async () => {
    const driver = await loaded(oddDriver({ init: op.const32(2) }));
    await assert.rejects(decode(driver, "a", largest), /init returned 2/);
  });

  it("that claim an answer longer than its buffer are not believed", async () => {
    const claim = [...op.get(parameter.out), ...op.get(parameter.size), ...op.store, ...op.const32(0)];
    const driver = await loaded(oddDriver({ decodeEvent: claim }));
    await assert.rejects(decode(driver, "a", largest), /claims an answer of \d+ bytes in a buffer of/);
  });

  it("that fail without a word are reported with their status", async () => {
    const driver = await loaded(oddDriver({ decodeEvent: op.const32(2) }));
    await assert.rejects(decode(driver, "a", largest), /status 2/);
  });

  it("that answer anything but UTF-8 are not believed", async () => {
    const twoBytes = [...op.get(parameter.out), ...op.const32(2), ...op.store];
    const odd = [...op.get(parameter.out), ...op.const32(4), ...op.add, ...op.const32(0xffff), ...op.store];
    const driver = await loaded(oddDriver({ decodeEvent: [...twoBytes, ...odd, ...op.const32(0)] }));
    await assert.rejects(decode(driver, "a", largest), /not valid/);
  });

  it("that trap begin again with the next call", async () => {
    const isZero = [...op.get(parameter.data), ...op.loadByte, ...op.isZero];
    const empty = [...op.get(parameter.out), ...op.const32(0), ...op.store];
    const driver = await loaded(oddDriver({ decodeEvent: [...isZero, ...op.when(trap), ...empty, ...op.const32(0)] }));
    await assert.rejects(decode(driver, "a", Buffer.from([0])), /unreachable/);
    assert.equal(await decode(driver, "a", Buffer.from([1])), "");
  });

  it("that have grown beyond 32 MiB begin again", async () => {
    const grow = [...op.const32(256), ...op.memoryGrow, ...op.drop];
    const length = [...op.get(parameter.out), ...op.const32(1), ...op.store];
    const sixteens = [...op.memorySize, ...op.const32(8), ...op.shiftRight, ...op.const32(0x30), ...op.add];
    const text = [...op.get(parameter.out), ...op.const32(4), ...op.add, ...sixteens, ...op.store];
    const driver = await loaded(oddDriver({ decodeEvent: [...grow, ...length, ...text, ...op.const32(0)] }));
    const answers = [];
    for (let call = 0; call < 4; call++) answers.push(await decode(driver, "a", largest));
    assert.deepEqual(answers, ["1", "2", "1", "2"]);
  });

  it("that hang are stopped and not run again, while the others go on", async () => {
    const good = await loaded(sound);
    const hanging = await loaded(oddDriver({ decodeEvent: [...op.loop(op.const32(1)), ...op.const32(0)] }));
    assert.equal(await decode(good, "Counted", largest), '"18446744073709551615"');
    await assert.rejects(decode(hanging, "a", largest), /took too long/);
    await assert.rejects(decode(hanging, "a", largest), /not run any more/);
    assert.deepEqual([hanging.stopped, good.stopped], ["it took too long and was stopped", undefined]);
    assert.equal(await decode(good, "Counted", largest), '"18446744073709551615"');
  });

  it("that are slow, but not too slow each, are not taken for hanging", async () => {
    const driver = await loaded(slowDriver(40));
    const texts = await Promise.all(Array.from({ length: 25 }, () => decode(driver, "a", largest)));
    assert.ok(texts.every((text) => text === ""));
    assert.equal(driver.stopped, undefined);
  });

  it("reject what is asked of them after the end, and what was under way", async () => {
    const driver = await loaded(sound);
    const under = decode(driver, "Counted", largest);
    runner.dispose();
    await assert.rejects(under, /was stopped/);
    await assert.rejects(decode(driver, "Counted", largest), /not run any more/);
    await assert.rejects(loaded(sound), /No driver is run any more/);
  });

  it("whose process cannot be started are refused, and it is not tried without end", async () => {
    const nowhere = new DriverProcess(`${driverProcessFile}.missing`);
    for (let time = 0; time < 3; time++) {
      await assert.rejects(nowhere.load(sound), /No process for drivers could be started: .*ended with 1/);
    }
    await assert.rejects(nowhere.load(sound), /No driver is run any more/);
    nowhere.dispose();
  });
});
