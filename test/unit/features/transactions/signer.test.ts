import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { failureLine } from "../../../../src/client/failures/failureWords";
import { Connection } from "../../../../src/client/connection";
import { runSigner, signDriver, signerEnvironment } from "../../../../src/features/transactions/model/runSigner";
import type { DriverRequest, SignerRequest } from "../../../../src/features/transactions/model/signerRequest";
import { writeLives } from "../../../../src/features/transactions/model/rememberedLives";
import { limits } from "../../../../src/wire/limits";
import { eventually } from "../../../support/eventually";
import { misfit, type Schema } from "../../../support/fitsSchema";
import { sandboxProgram, startSandbox } from "../../../support/startSandbox";

const request: SignerRequest = {
  ...{ version: 1, kind: "transfer", url: "http://127.0.0.1:1", prefix: "Node", chainId: 9, nonce: null },
  ...{ gasLimit: "500000", gasPrice: "18446744073709551615", to: "key", value: "9007199254740993" },
};

/** One of each kind that it may be asked for; whichever it is, it fails alike. */
const requests: Record<string, SignerRequest> = {
  transfer: request,
  replacement: { ...request, nonce: "7", sender: "key" },
  call: callRequest(),
  deployment: { ...request, kind: "deploy", module: "/contract.wasm", init: "00", owner: "key" },
};

function callRequest(): SignerRequest {
  const { to: _to, value: _value, ...common } = request;
  const what = { contract: "ab".repeat(32), function: "set", input: "0100", inputJson: "1", deposit: "0" };
  return { ...common, kind: "call", ...what };
}

const driver: DriverRequest = {
  ...{ version: 1, kind: "sign-driver", url: "http://127.0.0.1:1", prefix: "Node", chainId: 9 },
  ...{ contract: "ab".repeat(32), owner: "key", digest: "cd".repeat(32) },
};

const schema = JSON.parse(readFileSync(resolve(__dirname, "../../../../docs/signer.schema.json"), "utf8")) as Schema;

describe("a person's own signer", function () {
  this.timeout(60_000);
  let folder: string;
  before(async () => (folder = await mkdtemp(join(tmpdir(), "chainscope-signer-"))));
  after(() => rm(folder, { recursive: true, force: true }));

  const signed = (script: string, more: object = {}, asked = request) =>
    runSigner({ command: process.execPath, args: ["-e", script], ...more }, asked);
  const hexOf = async (script: string) => Buffer.from((await signed(script)).bytes).toString("hex");
  const signature = (script: string, more: object = {}) =>
    signDriver({ command: process.execPath, args: ["-e", script], ...more }, driver);
  const rejects = (signing: Promise<unknown>, why: RegExp) =>
    assert.rejects(signing, (error: Error) => why.test(failureLine(error)) || assert.fail(failureLine(error)));
  const refuses = (script: string, why: RegExp, more: object = {}, ofDriver = why) =>
    Promise.all([
      ...Object.values(requests).map((asked) => rejects(signed(script, more, asked), why)),
      rejects(signature(script, more), ofDriver),
    ]);

  it("answers with hex, with raw bytes, or with JSON that names the id", async () => {
    assert.equal(await hexOf(`process.stdout.write("0x00ff10\\n")`), "00ff10");
    assert.equal(await hexOf(`process.stdout.write(Buffer.from([0, 255, 16]))`), "00ff10");
    const json = `process.stdout.write(JSON.stringify({ transaction: "00ff10", id: "AB".repeat(32) }))`;
    const { bytes, id } = await signed(json);
    assert.deepEqual([...bytes], [0, 255, 16]);
    assert.equal(id, "ab".repeat(32));
  });

  it("answers in any encoding that says what it is, as Windows' shells print", async () => {
    const printed = (text: string, encoding: BufferEncoding) =>
      `process.stdout.write(Buffer.from(${JSON.stringify(`\ufeff${text}\r\n`)}, ${JSON.stringify(encoding)}))`;
    for (const encoding of ["utf8", "utf16le"] as const) {
      assert.equal(await hexOf(printed("0x00ff10", encoding)), "00ff10", encoding);
      const { id } = await signed(printed(JSON.stringify({ transaction: "00ff10", id: "cd".repeat(32) }), encoding));
      assert.equal(id, "cd".repeat(32), encoding);
    }
  });

  it("that cannot be started is told so, also where there is no process to fail", async () => {
    for (const command of ["/no/such/signer", "signer\0.cmd"])
      await assert.rejects(runSigner({ command }, request), (error: Error) => {
        assert.match(failureLine(error), /^The signer could not be started \(.*It is run without a shell/s);
        return true;
      });
  });

  it("has one value of each name in its environment on Windows, where a person's own counts in any case", () => {
    const own = { PATH: "C:\\Windows", ComSpec: "cmd.exe", SECRET: "hidden" };
    const given = { Path: "C:\\wallet" };
    assert.deepEqual(signerEnvironment(own, given, "win32"), { ComSpec: "cmd.exe", Path: "C:\\wallet" });
    assert.deepEqual(signerEnvironment(own, given, "linux"), { ...given, PATH: "C:\\Windows", ComSpec: "cmd.exe" });
  });

  it("is given one JSON object that fits its schema, with integers as exact text", async () => {
    const file = join(folder, "asked");
    const script = `const all = []; process.stdin.on("data", (each) => all.push(each)).on("end", () => {
      require("fs").writeFileSync(${JSON.stringify(file)}, Buffer.concat(all)); process.stdout.write("00"); });`;
    for (const [name, asked] of Object.entries(requests)) {
      await signed(script, {}, asked);
      const given = JSON.parse(await readFile(file, "utf8")) as object;
      assert.deepEqual(given, asked);
      assert.equal(misfit(schema, { $ref: "#/definitions/request" }, given), undefined, name);
    }
    await assert.rejects(signature(script));
    const given = JSON.parse(await readFile(file, "utf8")) as object;
    assert.deepEqual(given, driver);
    assert.equal(misfit(schema, { $ref: "#/definitions/request" }, given), undefined);
  });

  it("is described by a schema that tells what is no request and no answer", () => {
    const why = (part: "request" | "answer", value: object) =>
      misfit(schema, { $ref: `#/definitions/${part}` }, value) ?? "fits";
    const { to: _to, ...withoutReceiver } = request;
    assert.match(why("request", withoutReceiver), /to is missing/);
    assert.match(why("request", { ...request, gasLimit: 500000 }), /gasLimit is integer/);
    assert.match(why("request", { ...request, key: "secret" }), /key has no place/);
    assert.match(why("request", { ...callRequest(), input: "0x00" }), /input does not match/);
    assert.equal(why("answer", { transaction: "0x00ff", id: "AB".repeat(32) }), "fits");
    assert.match(why("answer", { transaction: "0xf" }), /transaction does not match/);
    assert.match(why("answer", {}), /transaction is missing, or .*signature is missing/);
    assert.equal(why("answer", { signature: "00ff", owner: "key" }), "fits");
    const { digest: _digest, ...withoutDigest } = driver;
    assert.match(why("request", withoutDigest), /digest is missing/);
  });

  it("gets no shell, no arguments of ours, and nothing of our environment but what a program needs to run", async () => {
    process.env["CHAINSCOPE_TEST_SECRET"] = "hidden";
    const file = join(folder, "environment");
    const script = `require("fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.env, process.argv.slice(1)]));
      process.stdout.write("00")`;
    await signed(script, { args: ["-e", script, "$(touch x); `ls`"], env: { OWN: "given" } });
    delete process.env["CHAINSCOPE_TEST_SECRET"];
    const [environment, args] = JSON.parse(await readFile(file, "utf8")) as [Record<string, string>, string[]];
    assert.equal(environment["OWN"], "given");
    assert.equal("CHAINSCOPE_TEST_SECRET" in environment, false);
    assert.deepEqual(args, ["$(touch x); `ls`"]);
  });

  it("that hangs is ended after its time", async () => {
    await refuses("setInterval(() => {}, 1000)", /^The signer did not answer within 1 second\.$/, {
      timeoutSeconds: 1,
    });
  });

  it("that prints nothing, or nothing that is a transaction, is told so", async () => {
    await refuses("", /^The signer printed nothing\.$/);
    const unread = /^The signer printed JSON that cannot be read\./;
    const odd = /^The signer printed no transaction\. Odd number of hex digits/;
    await refuses(`process.stdout.write("0xabc")`, odd, {}, unread);
    const without = /^The signer printed JSON without "signature"\.$/;
    await refuses(`process.stdout.write("{}")`, /printed JSON without "transaction"/, {}, without);
    await refuses(`process.stdout.write("{")`, unread);
    const noHex = /printed a "transaction" that is no hex/;
    await refuses(`process.stdout.write('{"transaction":"zz"}')`, noHex, {}, without);
  });

  it("signs a driver with hex, and names no one else than its owner", async () => {
    const prints = (answer: object) => `process.stdout.write(${JSON.stringify(JSON.stringify(answer))})`;
    assert.equal(await signature(prints({ signature: "00ff" })), "00ff");
    assert.equal(await signature(prints({ signature: "0x00FF", owner: "key" })), "0x00FF");
    const fails = (answer: object, why: RegExp) => rejects(signature(prints(answer)), why);
    const other = /^The signer signed for another account than the contract's owner\.$/;
    for (const owner of ["else", "", 7, { toString: 1 }]) await fails({ signature: "00ff", owner }, other);
    const noHex = /^The signer printed a "signature" that is no hex\. /;
    for (const odd of ["00f", "zz", "", "00 ff", "\u0660\u0660", "00\r\nx: 1"]) await fails({ signature: odd }, noHex);
    for (const none of [null, 12, ["00"], { hex: "00" }])
      await fails({ signature: none }, /JSON without "signature"\.$/);
    const long = `process.stdout.write(JSON.stringify({ signature: "00".repeat(1 << 20) }))`;
    await rejects(signature(long), /printed a "signature" of more than 1024 characters\.$/);
  });

  it("that prints megabytes is ended, and what it says of its own is kept short", async () => {
    const endless = `const go = () => process.stdout.write("a".repeat(1 << 20), go); go()`;
    await refuses(endless, new RegExp(`^The signer printed more than ${limits.signer.outputBytes} bytes`));
    const loud = `process.stderr.write("x".repeat(1 << 20), () => process.exit(3))`;
    await assert.rejects(signed(loud), (error: Error) =>
      /^The signer ended with code 3\. It says: x.{1,650}$/.test(failureLine(error)),
    );
  });

  it("that fails says why in its own words, made visible", async () => {
    await refuses(
      `console.error("no such \\u202ekey"); process.exit(1)`,
      /^The signer ended with code 1\. It says: no such \\u202ekey$/,
    );
  });

  it("that fails has nothing of what it printed in what a log gets", async () => {
    for (const printed of [`{"transaction":"8d41fe`, `{"transaction":"8d41fex"}`, "8d41fe8", "[8d41fe, 1]", "8d41fe"]) {
      const script = `process.stdout.write(${JSON.stringify(printed)}); console.error("8d41fe"); process.exitCode = `;
      for (const code of printed === "8d41fe" ? [1] : [0, 1])
        await assert.rejects(signed(script + code), ({ stack = "" }: Error) => !stack.includes("8d41fe"));
    }
  });

  it("that is missing, or no program, could not be started", async () => {
    const why = /^The signer could not be started \(/;
    await assert.rejects(runSigner({ command: join(folder, "none") }, request), ({ message }: Error) =>
      why.test(message),
    );
    const text = join(folder, "text");
    await writeFile(text, "not a program");
    await assert.rejects(runSigner({ command: text }, request), ({ message }: Error) => why.test(message));
  });

  it("can be given up on, which ends it", async () => {
    const abort = new AbortController();
    const file = join(folder, "pid");
    const script = `require("fs").writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
    const waiting = runSigner({ command: process.execPath, args: ["-e", script] }, request, abort.signal);
    const pid = await eventually(
      "its process",
      async () => Number(await readFile(file, "utf8").catch(() => "")),
      (id) => id > 0,
    );
    abort.abort();
    await assert.rejects(waiting, { name: "AbortError" });
    await eventually(
      "its end",
      () => isRunning(pid),
      (running) => !running,
    );
  });

  it("comes with the sandbox, whose transactions a node takes one after the other, and never writes down what it signed", async () => {
    const sandbox = await startSandbox({ blockMs: 0, args: ["--history", "2", "--txs-per-block", "0"] });
    const connection = new Connection({
      ...{ name: "Sandbox", url: sandbox.url, timeoutMs: 20_000, contracts: [], origin: "window" as const },
    });
    try {
      const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
      const args = [...sandboxProgram(), "sign"];
      for (const nonce of ["4", "5"]) {
        const own: SignerRequest = {
          ...request,
          url: sandbox.url,
          chainId: null,
          gasPrice: "1",
          value: "5",
          to: accounts[1]!,
        };
        const { bytes, id } = await runSigner({ command: process.execPath, args }, own);
        const life = connection.transactions.open(bytes);
        await connection.transactions.send(life);
        await eventually(
          "it is in the mempool",
          () => life.standing,
          (at) => at === "waiting",
        );
        assert.deepEqual([life.id, String(life.facts.nonce), life.facts.receiver], [id, nonce, accounts[1]]);
        const kept = writeLives(connection.transactions.records);
        assert.equal(kept.includes(Buffer.from(bytes).toString("hex").slice(0, 60)), false);
      }
    } finally {
      connection.dispose();
      await sandbox.stop();
    }
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
