import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { withLock } from "../../../scripts/lock.mjs";

describe("the lock between runs", () => {
  let folder: string;
  let lock: string;
  const silent = () => undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainscope-lock-"));
    lock = join(folder, "host.lock");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("holds while the work runs and is gone afterwards", async () => {
    const held = await withLock(lock, () => Promise.resolve(readdirSync(lock)), silent);
    assert.deepEqual(held, [String(process.pid)]);
    assert.equal(existsSync(lock), false);
  });

  it("is gone after work that failed, whose failure is passed on", async () => {
    await assert.rejects(
      withLock(lock, () => Promise.reject(new Error("no compiler")), silent),
      /no compiler/,
    );
    assert.equal(existsSync(lock), false);
  });

  it("waits for a living holder, and says so once", async () => {
    const holder = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: ["pipe", "ignore", "ignore"] });
    mkdirSync(lock);
    writeFileSync(join(lock, String(holder.pid)), "");
    const said: string[] = [];
    const order: string[] = [];
    const done = withLock(
      lock,
      () => Promise.resolve(order.push("work")),
      (line) => {
        said.push(line);
        order.push("holder ends");
        holder.kill();
      },
    );
    await Promise.all([done, once(holder, "exit")]);
    assert.deepEqual(order, ["holder ends", "work"]);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? "", /waiting for another run/);
  });

  it("is taken over from a process that ended without giving it back", async () => {
    const dead = spawn(process.execPath, ["-e", ""]);
    await once(dead, "exit");
    mkdirSync(lock);
    writeFileSync(join(lock, String(dead.pid)), "");
    assert.equal(await withLock(lock, () => Promise.resolve("mine"), silent), "mine");
    assert.equal(existsSync(lock), false);
  });

  it("lets one in at a time", async () => {
    let inside = 0;
    let most = 0;
    const child = `
      import { withLock } from ${JSON.stringify(pathToFileURL(join(__dirname, "../../../scripts/lock.mjs")).href)};
      import { appendFileSync } from "node:fs";
      for (let turn = 0; turn < 5; turn++) await withLock(process.argv[1], async () => {
        appendFileSync(process.argv[2], "in\\n");
        await new Promise(setImmediate);
        appendFileSync(process.argv[2], "out\\n");
      }, () => {});`;
    const trace = join(folder, "trace");
    writeFileSync(trace, "");
    const runs = [1, 2].map(() => spawn(process.execPath, ["--input-type=module", "-e", child, lock, trace]));
    const codes = await Promise.all(runs.map(async (run) => (await once(run, "exit"))[0] as number));
    assert.deepEqual(codes, [0, 0]);
    for (const line of readFileSync(trace, "utf8").trim().split("\n")) {
      inside += line === "in" ? 1 : -1;
      most = Math.max(most, inside);
    }
    assert.deepEqual({ inside, most }, { inside: 0, most: 1 });
  });
});
