import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { DriverProcess } from "../../../src/driver/driverProcess";
import { EventDecoder } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { LocalDrivers } from "../../../src/features/eventTail/model/decode/localDrivers";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { driverModule } from "../../../src/sandbox/driver/driverModule";
import { rustType } from "../../../src/sandbox/wire/rustType";
import { op } from "../../../src/sandbox/driver/wasm";
import { limits } from "../../../src/wire/limits";
import { driverProcessFile } from "../../support/driverProcessFile";
import { eventually } from "../../support/eventually";
import { FakeClock } from "../../support/fakeClock";
import { leb128, oddDriver, withSection } from "../../support/oddDriver";
import { receivedEvent } from "../../support/receivedEvent";
import { connectTo } from "../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

const { counter, mixedCase, vault, transfer } = contractIds;
const minute = 60_000;
const largest = Buffer.alloc(8, 0xff);

describe("drivers that run here", () => {
  let sandbox: Sandbox;
  let node: NodeConnection;
  let clock: FakeClock;
  let runner: DriverProcess;
  let allowed: boolean;
  let stopped: [contractId: string, why: string][];
  let drivers: LocalDrivers;
  let decoder: EventDecoder;

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] });
  });
  after(() => sandbox.stop());

  beforeEach(async () => {
    await sandbox.control("reset");
    node = connectTo(sandbox);
    clock = new FakeClock();
    runner = new DriverProcess(driverProcessFile);
    allowed = true;
    stopped = [];
    drivers = new LocalDrivers({
      contracts: node.contracts,
      run: (module) => runner.load(module),
      allowed: () => allowed,
      stopped: (contractId, why) => stopped.push([contractId, why]),
      clock,
    });
    decoder = new EventDecoder(node, { local: drivers, clock });
  });
  afterEach(async () => {
    drivers.dispose();
    runner.dispose();
    await node.dispose();
  });

  const decode = async (entity: string, topic: string, data: Uint8Array) =>
    decoder.decode(receivedEvent({ component: "contracts", entity, topic }, data).frame);
  const requests = async (route: string): Promise<number> => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return Object.entries(requests).reduce((sum, [path, count]) => (path.includes(route) ? sum + count : sum), 0);
  };
  const untilCount = (route: string, wanted: number) =>
    eventually(
      `${wanted} requests of ${route}`,
      () => requests(route),
      (count) => count === wanted,
    );
  /** Decodes until the node is not asked any more, which is when the driver is here. */
  const arrived = (entity: string, topic: string, data: Uint8Array) =>
    eventually(
      "the driver",
      async () => {
        const before = await requests("decode_event");
        await decode(entity, topic, data);
        return (await requests("decode_event")) - before;
      },
      (asked) => asked === 0,
    );

  it("are fetched with the first event, which the node still decodes, and spare it all others", async () => {
    const wanted = { value: "18446744073709551615", text: '"18446744073709551615"' };
    assert.deepEqual(await decode(counter, "counted", largest), wanted);
    assert.equal(await requests("decode_event:counted"), 1);
    await arrived(counter, "counted", largest);
    const before = await requests("/on/");
    const all = await Promise.all(Array.from({ length: 1000 }, () => decode(counter, "counted", largest)));
    assert.ok(all.every((each) => "text" in each && each.text === wanted.text));
    assert.equal(await requests("/on/"), before);
    assert.equal(await requests("download_driver"), 1);
  });

  it("decode events whose names have capitals, which a node that lower-cases paths cannot", async () => {
    const undecoded = await decode(mixedCase, "RewardPaid", largest);
    assert.match("problem" in undecoded ? undecoded.problem : "", /nodes lower-case names/);
    await eventually(
      "the value",
      () => decode(mixedCase, "RewardPaid", largest),
      (decoded) => "text" in decoded && decoded.text === '"18446744073709551615"',
    );
  });

  it("leave to the node what they cannot decode, and are not tried for it without end", async () => {
    const tried: string[] = [];
    const run = async (module: Uint8Array) => {
      const driver = await runner.load(module);
      return {
        decodeEvent: (event: string, data: Uint8Array) => {
          tried.push(event);
          return driver.decodeEvent(event, data);
        },
        schema: () => driver.schema(),
        encodeInput: () => undefined,
        dispose: () => driver.dispose(),
        stopped: undefined,
      };
    };
    const local = new LocalDrivers({
      contracts: node.contracts,
      run,
      allowed: () => true,
      stopped: assert.fail,
      clock,
    });
    decoder = new EventDecoder(node, { local, clock });
    await arrived(counter, "counted", largest);
    // An account's key, for which the sandbox's drivers have no code, and two u64.
    const valueSet = Buffer.concat([Buffer.alloc(97, 1), Buffer.from("08000000000000000700000000000000", "hex")]);
    for (let count = 0; count < 6; count++) {
      const decoded = await decode(counter, "value_set", valueSet);
      assert.match("text" in decoded ? decoded.text : decoded.problem, /^\{"by":"[1-9A-Za-z]+","new":"8","old":"7"\}$/);
    }
    assert.equal(tried.filter((event) => event === "value_set").length, 3);
    await decode(counter, "counted", largest);
    assert.equal(tried.at(-1), "counted");
    local.dispose();
  });

  it("are replaced within a minute when the node has another one", async () => {
    await arrived(counter, "counted", largest);
    const events = new Map([["counted", rustType("[u8; 8]", {})]]);
    const another = driverModule({ schema: "{}", version: "2", events });
    await node.contracts.uploadDriver(counter, another, sandbox.signature(another));
    clock.advance(minute);
    await eventually(
      "what the new driver makes of it",
      () => decode(counter, "counted", largest),
      (decoded) => "text" in decoded && decoded.text === `"${"ff".repeat(8)}"`,
    );
    // The same signature: the same driver.
    const downloads = await requests("download_driver");
    const checks = await requests("metadata");
    clock.advance(minute);
    await decode(counter, "counted", largest);
    await untilCount("metadata", checks + 1);
    assert.equal(await requests("download_driver"), downloads);
    await sandbox.restart();
  });

  it("without a signature are fetched again every ten minutes", async () => {
    await arrived(mixedCase, "paid", largest);
    for (const [minutes, downloads] of [
      [1, 1],
      [8, 1],
      [1, 2],
    ] as const) {
      const checks = await requests("metadata");
      clock.advance(minutes * minute);
      await decode(mixedCase, "paid", largest);
      await untilCount("metadata", checks + 1);
      await untilCount("download_driver", downloads);
    }
  });

  it("are not asked for again and again where there are none, nor of contracts that never have one to give", async () => {
    const asked: number[] = [];
    for (let count = 0; count < 3; count++) {
      assert.ok("problem" in (await decode(vault, "deposit", largest)));
      await decode(transfer, "moonlight", largest);
      asked.push(await requests("metadata"));
      clock.advance(minute);
    }
    // Once to fetch the driver, once to word the node's refusal to decode without one.
    assert.deepEqual(asked, [2, 2, 2]);
    assert.equal(await requests("download_driver"), 0);
  });

  it("are not fetched when that is not wanted, and not used any more", async () => {
    allowed = false;
    await decode(counter, "counted", largest);
    assert.equal((await requests("metadata")) + (await requests("download_driver")), 0);
    allowed = true;
    await arrived(counter, "counted", largest);
    allowed = false;
    const before = await requests("decode_event:counted");
    await decode(counter, "counted", largest);
    assert.equal(await requests("decode_event:counted"), before + 1);
  });

  for (const [what, control, fault] of [
    ["refuses it", "answer", { status: 403, text: "no" }],
    ["cuts it off", "drop", { afterBytes: 100 }],
    ["gives something else", "answer", { text: "no module" }],
  ] as const) {
    it(`are done without when the node ${what}, and asked for a minute later`, async () => {
      await sandbox.control(control, { path: "download_driver", count: 2, ...fault });
      assert.ok("text" in (await decode(counter, "counted", largest)));
      await untilCount("download_driver", 1);
      assert.ok("text" in (await decode(counter, "counted", largest)));
      assert.equal(await requests("decode_event:counted"), 2);
      await sandbox.control("reset");
      clock.advance(minute);
      await arrived(counter, "counted", largest);
    });
  }

  it("that hang are stopped, which is told once, and not run again until the node has another", async () => {
    runner.dispose();
    runner = new DriverProcess(driverProcessFile, { eventMs: 300 });
    const hanging = oddDriver({ decodeEvent: [...op.loop(op.const32(1)), ...op.const32(0)] });
    await node.contracts.uploadDriver(mixedCase, hanging, sandbox.signature(hanging));
    await decode(mixedCase, "paid", largest);
    await eventually(
      "the driver to be stopped",
      () => decode(mixedCase, "paid", largest),
      (decoded) => "text" in decoded && decoded.text === '"18446744073709551615"' && stopped.length > 0,
    );
    assert.deepEqual(stopped, [[mixedCase, "it took too long and was stopped"]]);
    const downloads = await requests("download_driver");
    for (const minutes of [1, 10]) {
      const checks = await requests("metadata");
      clock.advance(minutes * minute);
      await decode(mixedCase, "paid", largest);
      await untilCount("metadata", checks + 1);
    }
    assert.equal(await requests("download_driver"), downloads);
    const events = new Map([["paid", rustType("bool", {})]]);
    const sound = driverModule({ schema: "{}", version: "2", events });
    await node.contracts.uploadDriver(mixedCase, sound, sandbox.signature(sound));
    clock.advance(minute);
    await eventually(
      "the new driver",
      () => decode(mixedCase, "paid", Buffer.from([1])),
      (decoded) => "text" in decoded && decoded.text === "true",
    );
    assert.equal(stopped.length, 1);
    await sandbox.restart();
  });

  it("that declare too much are not run, which is told once, and not fetched again", async () => {
    const tables = [90, ...Array.from({ length: 90 }, () => [0x70, 0, ...leb128(10_000_000)]).flat()];
    const large = withSection(oddDriver({}), 4, tables);
    await node.contracts.uploadDriver(mixedCase, large, sandbox.signature(large));
    await eventually(
      "the refusal",
      () => decode(mixedCase, "paid", largest),
      (decoded) => "text" in decoded && decoded.text === '"18446744073709551615"' && stopped.length > 0,
    );
    assert.deepEqual(stopped, [[mixedCase, "it declares 90 tables"]]);
    const checks = await requests("metadata");
    clock.advance(minute);
    await decode(mixedCase, "paid", largest);
    await untilCount("metadata", checks + 1);
    assert.equal(await requests("download_driver"), 1);
    assert.equal(stopped.length, 1);
    await sandbox.restart();
  });

  it("that are longer than a node takes are not run, which is told once, and not fetched again", async () => {
    const path = `/on/contract:${counter}/download_driver`;
    await sandbox.control("answer", { path, text: "x".repeat(limits.requestBytes.driver + 1), count: 2 });
    await decode(counter, "counted", largest);
    await eventually(
      "the refusal",
      () => stopped,
      (told) => told.length > 0,
    );
    assert.deepEqual(stopped, [[counter, "it is longer than the 2097152 bytes that a node takes"]]);
    const checks = await requests("metadata");
    clock.advance(minute);
    assert.ok("text" in (await decode(counter, "counted", largest)));
    await untilCount("metadata", checks + 1);
    assert.equal(await requests("download_driver"), 1);
    assert.equal(stopped.length, 1);
  });

  it("that are too busy leave to the node what they do not take, and are asked again", async () => {
    let isBusy = false;
    const run = async (module: Uint8Array) => {
      const driver = await runner.load(module);
      return {
        decodeEvent: (event: string, data: Uint8Array) => (isBusy ? undefined : driver.decodeEvent(event, data)),
        schema: () => driver.schema(),
        encodeInput: () => undefined,
        dispose: () => driver.dispose(),
        stopped: undefined,
      };
    };
    const needs = { contracts: node.contracts, run, allowed: () => true, stopped: assert.fail, clock };
    const local = new LocalDrivers(needs);
    decoder = new EventDecoder(node, { local, clock });
    await arrived(counter, "counted", largest);
    isBusy = true;
    const before = await requests("decode_event:counted");
    for (let count = 0; count < 5; count++) assert.ok("text" in (await decode(counter, "counted", largest)));
    assert.equal(await requests("decode_event:counted"), before + 5);
    isBusy = false;
    await decode(counter, "counted", largest);
    assert.equal(await requests("decode_event:counted"), before + 5);
    local.dispose();
  });

  it("whose process ends leave to the node what waited for them", async () => {
    await arrived(counter, "counted", largest);
    const waiting = Array.from({ length: 5 }, () => decode(counter, "counted", largest));
    runner.dispose();
    for (const each of waiting) assert.ok("text" in (await each));
    assert.deepEqual(stopped, []);
  });
});
