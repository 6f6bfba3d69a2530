import assert from "node:assert/strict";
import { DriverProcess } from "../../../../src/driver/driverProcess";
import { loadInitDriver } from "../../../../src/features/contractPanel/model/initDriver";
import { driverModule } from "../../../../src/sandbox/driver/driverModule";
import { op } from "../../../../src/sandbox/driver/wasm";
import { driverProcessFile } from "../../../support/driverProcessFile";
import { answerLength, echoCode, imported, oddDriver, withSection } from "../../../support/oddDriver";

const schemaOf = (...names: string[]) =>
  JSON.stringify({ functions: names.map((name) => ({ name, input: "(u64, String)", output: "()" })) });
const endless = op.loop(op.const32(1));

describe("what a contract begins with, by the driver of its own", () => {
  let drivers: DriverProcess;
  beforeEach(() => (drivers = new DriverProcess(driverProcessFile, { eventMs: 300 })));
  afterEach(() => drivers.dispose());

  const says = (work: Promise<unknown>, why: RegExp) => assert.rejects(work, { name: "NodeError", message: why });

  it("is encoded by init, or by the constructor that its schema has, to the last digit", async () => {
    for (const [names, wanted] of [
      [["get", "new", "init"], "init"],
      [["constructor", "new"], "constructor"],
      [["set", "new"], "new"],
    ] as const) {
      const driver = await loadInitDriver(drivers, oddDriver({ schema: schemaOf(...names), encodeInput: echoCode }));
      assert.equal(driver.fn?.name, wanted);
      assert.equal(driver.fn.input, "(u64, String)");
      const json = '["18446744073709551615","\u00fc"]';
      assert.equal(await driver.encode(json), Buffer.from(json).toString("hex"));
      driver.dispose();
    }
  });

  it("is nothing for an input that takes no bytes", async () => {
    const nothing = [...answerLength(op.const32(0)), ...op.const32(0)];
    const driver = await loadInitDriver(drivers, oddDriver({ schema: schemaOf("init"), encodeInput: nothing }));
    assert.equal(await driver.encode("null"), "");
  });

  it("is not asked for where the schema has no such function, is empty, or is none", async () => {
    const names = ["Init", "init ", "initialize", "INIT"];
    for (const schema of ["", "[1", "{}", "7", '{"functions":{"init":1}}', schemaOf(...names)])
      assert.equal((await loadInitDriver(drivers, oddDriver({ schema }))).fn, undefined);
  });

  it("is refused in the driver's own words, made visible, and can be tried again", async () => {
    const events = new Map();
    const driver = await loadInitDriver(drivers, driverModule({ schema: schemaOf("init"), version: "1", events }));
    for (let times = 0; times < 2; times++)
      await says(driver.encode("[]"), /^The driver refuses this: this module decodes events only$/);
  });

  it("costs nothing but a sentence when the driver hangs, stops, or claims more than there is", async () => {
    for (const [encodeInput, why] of [
      [[...endless, ...op.const32(0)], /took too long/],
      [[...answerLength(op.const32(-1)), ...op.const32(0)], /claims an answer of 4294967295 bytes/],
      [[0x00], /unreachable/],
      [op.const32(4), /its answer is too long/],
    ] as const) {
      const driver = await loadInitDriver(
        drivers,
        oddDriver({ schema: schemaOf("init"), encodeInput: [...encodeInput] }),
      );
      await says(driver.encode("[]"), why);
      driver.dispose();
    }
    const sound = await loadInitDriver(drivers, oddDriver({ schema: schemaOf("new"), encodeInput: echoCode }));
    assert.equal(await sound.encode("1"), "31");
  });

  it("is not asked of a module that is no driver, or does not start", async () => {
    const load = (module: Uint8Array) => loadInitDriver(drivers, module);
    await says(load(Buffer.from("no module")), /^This module is not a driver: /);
    await says(
      load(oddDriver({ without: "encode_input_fn" })),
      /^This module is not a driver: it does not export encode_input_fn\.$/,
    );
    await says(
      load(withSection(oddDriver({}), 2, imported("clock"))),
      /^This module is not a driver: it imports “clock”/,
    );
    await says(
      load(oddDriver({ init: [...endless, ...op.const32(0)] })),
      /^The driver tells no schema: .*took too long/,
    );
    await says(load(oddDriver({ init: op.const32(2) })), /^The driver tells no schema: init returned 2\.$/);
  });
});
