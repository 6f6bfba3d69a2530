import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DriverProcess, type RunningDriver } from "../../../src/driver/driverProcess";
import { ModuleRefusal } from "../../../src/driver/moduleReader";
import { driverModule } from "../../../src/sandbox/driver/driverModule";
import { rustType } from "../../../src/sandbox/wire/rustType";
import { op } from "../../../src/sandbox/driver/wasm";
import { driverProcessFile } from "../../support/driverProcessFile";
import { eventually } from "../../support/eventually";
import {
  answerLength,
  fillMemory,
  greedyCode,
  leb128,
  oddDriver,
  parameter,
  slowDriver,
  withSection,
} from "../../support/oddDriver";

const mebibyte = 2 ** 20;
const sound = driverModule({ schema: "{}", version: "1", events: new Map([["Counted", rustType("u64", {})]]) });
const largest = Buffer.alloc(8, 0xff);
const forever = op.loop(op.const32(1));
const hanging = { decodeEvent: [...forever, ...op.const32(0)] };
/** So much memory that its allocations have room. */
const roomy = [...op.const32(256), ...op.memoryGrow, ...op.drop, ...op.const32(0)];
const tooSmall = op.when([...op.const32(4), ...op.return]);

describe("a contract that gives away", function () {
  this.timeout(60_000);
  let runner: DriverProcess;
  let good: RunningDriver;
  const begin = async (
    ...bounds: ConstructorParameters<typeof DriverProcess> extends [string, ...infer R] ? R : never
  ) => {
    runner = new DriverProcess(driverProcessFile, ...bounds);
    good = await runner.load(sound);
  };
  afterEach(() => runner.dispose());

  const decode = (driver: RunningDriver, data: Uint8Array = largest) =>
    driver.decodeEvent("Counted", data) ?? Promise.reject(new Error("too much waits"));
  const goesOn = async () => assert.equal(await decode(good), '"18446744073709551615"');
  /** Runs the work and holds this process to what it may grow by. */
  const within = async (bytes: number, work: () => Promise<unknown>) => {
    const { rss } = process.memoryUsage();
    await work();
    const grown = process.memoryUsage().rss - rss;
    assert.ok(grown < bytes, `this process grew by ${Math.round(grown / mebibyte)} MiB`);
  };

  it("a module of many large tables costs a refusal, and stays refused", async () => {
    await begin();
    const tables = Array.from({ length: 90 }, () => [0x70, 0, ...leb128(10_000_000)]).flat();
    const module = withSection(oddDriver({}), 4, [90, ...tables]);
    await within(64 * mebibyte, async () => {
      for (let time = 0; time < 2; time++) await assert.rejects(runner.load(module), ModuleRefusal);
    });
    await goesOn();
  });

  for (const [what, odd] of [
    ["as it starts", { init: [...greedyCode, ...op.const32(0)] }],
    ["as it starts, and is broken then", { init: [...greedyCode, 0x00] }],
    ["with each event", { decodeEvent: [...greedyCode, ...op.const32(2)] }],
  ] as const) {
    it(`a driver that fills all the memory it can get ${what} costs its own events`, async () => {
      await begin();
      const driver = await runner.load(oddDriver(odd));
      await within(64 * mebibyte, async () => {
        const all = await Promise.allSettled(Array.from({ length: 6 }, () => decode(driver)));
        assert.ok(all.some(({ status }) => status === "rejected") || what === "as it starts");
      });
      await goesOn();
      assert.equal(good.stopped, undefined);
    });
  }

  it("a driver that makes the process larger than it may be is stopped for good", async () => {
    await begin({ processBytes: 24 * mebibyte });
    const before = runner.pid;
    const module = oddDriver({ decodeEvent: [...greedyCode, ...forever, ...op.const32(0)] });
    const driver = await runner.load(module);
    await assert.rejects(decode(driver), /took too much memory/);
    assert.equal(driver.stopped, "it took too much memory and was stopped");
    await assert.rejects(runner.load(module), /took too much memory/);
    await goesOn();
    assert.notEqual(runner.pid, before);
  });

  it("a driver that wants 60 MiB for its answer is refused them", async () => {
    await begin();
    const isShort = [...op.get(parameter.size), ...op.const32(60 * mebibyte), ...op.below];
    const long = [...answerLength(op.const32(60 * mebibyte - 4)), ...op.const32(0)];
    const driver = await runner.load(oddDriver({ init: roomy, decodeEvent: [...isShort, ...tooSmall, ...long] }));
    await within(64 * mebibyte, () => assert.rejects(decode(driver), /answer is too long/));
    await goesOn();
  });

  it("a driver that answers the most it may is read a few answers at a time, and no more in one second", async () => {
    await begin();
    const size = op.get(parameter.size);
    const isShort = [...size, ...op.const32(mebibyte), ...op.below];
    const whole = answerLength([...size, ...op.const32(4), ...op.subtract]);
    const driver = await runner.load(
      oddDriver({
        init: roomy,
        decodeEvent: [...isShort, ...tooSmall, ...whole, ...op.const32(0)],
      }),
    );
    let answered = 0;
    await within(160 * mebibyte, async () => {
      const all = Array.from({ length: 80 }, () => decode(driver).then((text) => (answered += text.length)));
      for (const each of all) each.catch(() => undefined);
      await all[0];
      await goesOn();
      assert.ok(answered > 0 && answered <= 8 * mebibyte, `${answered} bytes at once`);
      await all[8];
    });
  });

  it("a driver that is slow, with thousands of its events waiting, is stopped; another contract is served meanwhile", async () => {
    await begin();
    const slow = await runner.load(slowDriver(300));
    const asked = Array.from({ length: 20_000 }, () => slow.decodeEvent("a", largest));
    const waiting = asked.filter((each) => each !== undefined);
    assert.equal(waiting.length, 5000);
    let answered = 0;
    for (const each of waiting)
      each.then(
        () => answered++,
        () => undefined,
      );
    let served = 0;
    while (slow.stopped === undefined) {
      await goesOn();
      served++;
    }
    // No event of the other waited for more than one of the slow one.
    assert.ok(served > 0 && served + 1 >= answered, `${served} events of the other while ${answered} of the slow one`);
    assert.match(
      slow.stopped,
      /slow, took more than its share of the time while others waited|took too long and was stopped/,
    );
    await assert.rejects(waiting.at(-1)!, /more than its share|too long/);
    await goesOn();
  });

  it("a driver that is slow, and no one else’s wait, goes on", async () => {
    await begin();
    const slow = await runner.load(slowDriver(150));
    await Promise.all(Array.from({ length: 20 }, () => decode(slow)));
    assert.equal(slow.stopped, undefined);
  });

  it("a driver that never ends, as it starts or with an event, is stopped for good and the others are not", async () => {
    await begin();
    const before = runner.pid;
    for (const odd of [hanging, { init: [...forever, ...op.const32(0)] }]) {
      const driver = await runner.load(oddDriver(odd));
      const wanted = decode(driver);
      // What waits for others while it hangs is not lost.
      const meanwhile = Array.from({ length: 10 }, () => decode(good));
      await assert.rejects(wanted, /took too long/);
      assert.deepEqual(await Promise.all(meanwhile), Array<string>(10).fill('"18446744073709551615"'));
      await assert.rejects(decode(driver), /not run any more/);
      await assert.rejects(runner.load(oddDriver(odd)), ModuleRefusal);
    }
    assert.equal(good.stopped, undefined);
    assert.notEqual(runner.pid, before);
  });

  it("a module of hundreds of thousands of functions is compiled where it harms no one", async () => {
    await begin();
    const count = 300_000;
    const repeated = (bytes: number[]) => Array.from({ length: count }, () => bytes).flat();
    // All of the first type, which takes nothing and gives a number: 0.
    const bodies = withSection(oddDriver({}), 10, [...leb128(count), ...repeated([4, 0, ...op.const32(0), 0x0b])]);
    const module = withSection(bodies, 3, [...leb128(count), ...repeated([0])]);
    await within(128 * mebibyte, async () => {
      const driver = await runner.load(module);
      await assert.rejects(decode(driver), /has no memory left/);
    });
    await goesOn();
  });

  it("64 hostile drivers costs their own events", async () => {
    await begin({ eventMs: 100 });
    const kinds = [
      hanging,
      { init: [...greedyCode, ...op.const32(0)] },
      { init: [0x00] },
      { init: op.const32(7) },
      { decodeEvent: [0x00] },
      { decodeEvent: op.const32(4) },
      { decodeEvent: [...answerLength(op.const32(-1)), ...op.const32(0)] },
      { decodeEvent: [...fillMemory(op.const32(-1)), ...op.const32(0)] },
    ];
    await within(128 * mebibyte, async () => {
      // Each is another module, or the first that was stopped would speak for all.
      const modules = Array.from({ length: 64 }, (_, at) => oddDriver({ ...kinds[at % 8], mark: `${at}` }));
      const drivers = await Promise.all(modules.map((module) => runner.load(module)));
      const asked = drivers.map((driver) => decode(driver));
      const mine = Array.from({ length: 100 }, () => decode(good));
      await Promise.allSettled(asked);
      await Promise.all(mine);
    });
    assert.equal(good.stopped, undefined);
    await goesOn();
  });

  it("anything, and whose process is killed, goes on in another unless it had its turn", async () => {
    await begin({ eventMs: 60_000 });
    const before = runner.pid!;
    process.kill(before, "SIGKILL");
    await eventually(
      "the end of the process",
      () => runner.pid,
      (pid) => pid === undefined,
    );
    await goesOn();
    assert.notEqual(runner.pid, before);
    const driver = await runner.load(oddDriver(hanging));
    const wanted = decode(driver);
    await new Promise(setImmediate);
    process.kill(runner.pid!, "SIGKILL");
    await assert.rejects(wanted, /its process ended SIGKILL/);
    await goesOn();
  });

  it("anything leaves no process behind, be it stopped, in the middle of a call, or our own killed", async () => {
    await begin();
    const hangs = await runner.load(oddDriver(hanging));
    const wanted = decode(hangs);
    const pid = runner.pid!;
    await new Promise(setImmediate);
    runner.dispose();
    await assert.rejects(wanted, /it was stopped/);
    await eventually(
      "the end of the process",
      () => isAlive(pid),
      (alive) => !alive,
    );

    const parent = spawn(
      process.execPath,
      ["--require", "tsx/cjs", join(__dirname, "../../support/hangingDriver.ts")],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const [said] = (await once(parent.stdout, "data")) as [Buffer];
    parent.kill("SIGKILL");
    const orphan = Number(String(said));
    assert.ok(isAlive(orphan));
    await eventually(
      "the end of the process",
      () => isAlive(orphan),
      (alive) => !alive,
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
