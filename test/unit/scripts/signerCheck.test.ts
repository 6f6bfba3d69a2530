import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { trySigner } from "../../../scripts/signerTrial";
import { connectTo } from "../../support/sharedSandbox";
import { sandboxProgram, startSandbox, type Sandbox } from "../../support/startSandbox";

const root = resolve(__dirname, "../../..");
const node = process.execPath;
const sandboxOptions = { blockMs: 0, args: ["--history", "2", "--txs-per-block", "0", "--like", "1.4"] };

describe("a trial of a person's signer", function () {
  this.timeout(120_000);
  let folder: string;
  let sandbox: Sandbox;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-signer-trial-"));
    sandbox = await startSandbox(sandboxOptions);
  });
  after(async () => {
    await sandbox.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** All that is said of a signer, and in the end whether it is fine; each of `lines` is looked for in that. */
  async function says(
    [command = "", ...args]: readonly string[],
    lines: readonly RegExp[],
    { url = sandbox.url, isSandbox = false } = {},
  ): Promise<string[]> {
    const connection = connectTo({ url }, { timeoutMs: 60_000 });
    const said: string[] = [];
    try {
      const trial = trySigner(connection, { command, args }, isSandbox);
      let each = await trial.next();
      for (; !each.done; each = await trial.next()) said.push(each.value);
      said.push(each.value ? "fine" : "not fine");
    } finally {
      await connection.dispose();
    }
    for (const line of lines) assert.match(said.join("\n"), line);
    return said;
  }

  const fine = /^fine$/m;
  const notFine = /^not fine$/m;
  const sign = () => [node, ...sandboxProgram(), "sign"];
  const runs = (script: string) => [node, "-e", script];
  const prints = (output: string) => runs(`process.stdout.write(${JSON.stringify(output)})`);

  /** The command of the sandbox's own signer, with a fault: `first` changes the request, `then` the answer. */
  async function faulty({ first = "", then = "" }): Promise<string[]> {
    const file = join(await mkdtemp(join(folder, "faulty-")), "signer.cjs");
    await writeFile(
      file,
      `const { spawnSync } = require("node:child_process");
      const asked = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
      ${first};
      const { stdout, stderr } = spawnSync(process.execPath, process.argv.slice(2), { input: JSON.stringify(asked) });
      if (stdout.length === 0) throw new Error(String(stderr));
      const answer = JSON.parse(stdout);
      ${then};
      process.stdout.write(JSON.stringify(answer));`,
    );
    return [node, file, ...sign().slice(1)];
  }

  it("finds nothing wrong with the sandbox's own: what it prints, what the node makes of it, nonce and id", async () => {
    const [head, ...said] = await says(sign(), [fine]);
    assert.equal(head, `Node: ${sandbox.url}, headers begin with Node, chain 250.`);
    assert.deepEqual(said, [
      "transfer",
      "  ✔ ended with code 0 and printed a transaction of 274 bytes, with its id",
      "  ✔ rules: nothing speaks against it",
      "  ✔ trial run: works, gas 101 795",
      "call",
      "  ✔ ended with code 0 and printed a transaction of 266 bytes, with its id",
      "  ✔ rules: nothing speaks against it",
      "  ✔ trial run: works, gas 74 000",
      "transfer with nonce 0",
      "  ✔ ended with code 0 and printed a transaction of 274 bytes, with its id",
      "  ✔ nonce: it signs with the one that it is given",
      "  ✔ id: the node has the same",
      "sign-driver",
      "  ✔ ended with code 0 and printed a signature of 64 bytes",
      "10 ok, 0 not, 0 could not be tried. This check sent nothing.",
      "fine",
    ]);
  });

  it("says what could not be tried where the signer's account has nothing, and counts that against no one", async () => {
    const needed = "Its account needs 0\\.02 coins there for that: .*--url\\.$";
    await says(
      [...sign(), "another seed"],
      [
        new RegExp(`^ {2}· rules: the account has too little for it and its gas\\. ${needed}`, "m"),
        new RegExp(`^ {2}· trial run: the account is empty\\. ${needed}`, "m"),
        /^ {2}✔ nonce: it signs with the one that it is given$/m,
        /^8 ok, 0 not, 4 could not be tried\./m,
        fine,
      ],
    );
  });

  it("takes it for no fault that its own sandbox node cannot read another network's transactions; any other's word counts", async () => {
    const unread = "rules: these bytes are no transaction that the node can read\\.";
    const own = new RegExp(`^ {2}· ${unread} The sandbox reads its own format alone: .*--url\\.$`, "m");
    const foreign = '{ "transaction": "00ff", "signature": "00ff" }';
    await says(prints(foreign), [own, fine], { isSandbox: true });
    const other = new RegExp(`^ {2}✘ ${unread} It must print the whole serialized transaction\\.$`, "m");
    await says(prints(foreign), [other, notFine]);
  });

  it("says what is wrong with a signer that prints nothing, or no hex", async () => {
    const format = 'It must print hex, raw bytes or \\{ "transaction": hex, "id": hex \\}, and nothing else\\.$';
    await says(prints(""), [new RegExp(`^ {2}✘ The signer printed nothing\\. ${format}`, "m"), notFine]);
    const words = new RegExp(`^ {2}✘ The signer printed no transaction\\. .*\\. ${format}`, "m");
    await says(prints("Signed!"), [words, notFine]);
    const noHex = new RegExp(`^ {2}✘ The signer printed a "transaction" that is no hex\\. .*\\. ${format}`, "m");
    await says(prints('{ "transaction": "signed" }'), [noHex, notFine]);
  });

  it("says what is wrong with a signer that ends with code 1, in its own words made visible, or is missing", async () => {
    const ended = /^ {2}✘ The signer ended with code 1\. It says: no \\x1b\[31mkey\. It must end with code 0; .*$/m;
    await says(runs('console.error("no \\u001b[31mkey"); process.exit(1)'), [ended, notFine]);
    const missing = /^ {2}✘ The signer could not be started \(.*\)\. It is run without a shell: /m;
    await says([join(folder, "none")], [missing, /^0 ok, 4 not, 0 could not be tried\./m, notFine]);
  });

  it("has the node tell a wrong chain", async () => {
    const other = /^ {2}✘ trial run: .*another chain\. It must sign for the chainId that it is given\.$/m;
    await says(await faulty({ first: "asked.chainId += 1" }), [other, notFine]);
  });

  it("has the node tell a nonce that is used, and one that leaves a gap", async () => {
    const next = "Where nonce is null it must take the next one of its account, after those that wait\\.$";
    const used = new RegExp(`^ {2}✘ rules: nonce 2 is used; the next is 4\\. ${next}`, "m");
    await says(await faulty({ first: 'asked.nonce ??= "2"' }), [used, notFine]);
    const gap = new RegExp(`^ {2}✘ rules: nonce 4 is missing: .*\\. ${next}`, "m");
    await says(await faulty({ first: 'asked.nonce ??= "6"' }), [gap, notFine]);
  });

  it("has the node tell a nonce that is not the one given", async () => {
    const deaf = (nonce: string) =>
      new RegExp(`^ {2}✘ nonce: it signs with ${nonce}, not with 0\\. It must take the one that it is given\\.$`, "m");
    await says(await faulty({ first: "asked.nonce = null" }), [deaf("another"), notFine]);
    await says(await faulty({ first: 'asked.nonce &&= "3"' }), [deaf("3"), notFine]);
  });

  it("has the node tell a call without the input that was given", async () => {
    const without = /^ {2}✘ trial run: the contract .*\. It must call the function that it is given, /m;
    await says(await faulty({ first: "delete asked.input" }), [without, notFine]);
  });

  it("compares the id with the node's, where the signer names one", async () => {
    const other = /^ {2}✘ id: it is [0-9a-f]{64} to the node, and not (?:ab){32}\. It may be left out\.$/m;
    await says(await faulty({ then: 'answer.id = "ab".repeat(32)' }), [other, notFine]);
    const without = /a transaction of 274 bytes, without an id$/m;
    await says(await faulty({ then: "delete answer.id" }), [without, /^9 ok, 0 not,/m, fine]);
  });

  it("takes it for no fault of a signer that it signs no drivers, but for one that it signs them wrong", async () => {
    const none = /^ {2}· The signer ended with code 1\. .*\. A signature of a driver can be pasted instead\.$/m;
    await says(await faulty({ first: 'if (asked.kind === "sign-driver") throw new Error("no")' }), [none, fine]);
    const odd = /^ {2}✘ The signer printed a "signature" that is no hex\. .*\. It must print \{ "signature": hex \} /m;
    await says(await faulty({ then: 'if (answer.signature) answer.signature += "0"' }), [odd, notFine]);
  });

  it("sends nothing, and says so when the signer sends what it was to sign", async () => {
    const own = await startSandbox(sandboxOptions);
    try {
      await says(sign(), [fine], own);
      assert.deepEqual(((await own.control("state")) as { propagated: object }).propagated, {});
      // Until the node has it: from then on it refuses the same.
      const send = `const send = () => fetch(process.argv[1] + "/on/transactions/propagate", { method: "POST", body: process.argv[2] })
        .then(({ status }) => status === 202 && send()); send();`;
      const args = `["-e", ${JSON.stringify(send)}, asked.url, "0x" + answer.transaction]`;
      const eager = await faulty({ then: `spawnSync(process.execPath, ${args})` });
      await says(eager, [/^ {2}✘ rules: it is in the mempool already\. It must sign and no more: /m, notFine], own);
    } finally {
      await own.stop();
    }
  });

  it("gives the signer nothing of its own environment", async () => {
    const file = join(folder, "environment");
    process.env["CHAINSCOPE_TEST_SECRET"] = "hidden";
    const script = `require("fs").writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env))`;
    await says(runs(script), [notFine]).finally(() => delete process.env["CHAINSCOPE_TEST_SECRET"]);
    const environment = JSON.parse(await readFile(file, "utf8")) as object;
    assert.equal("CHAINSCOPE_TEST_SECRET" in environment, false);
    assert.equal("PATH" in environment, true);
  });
});

describe("npm run signer-check", function () {
  this.timeout(120_000);

  it("starts a sandbox node itself, and ends well when nothing is wrong", async () => {
    const { code, out, err } = await script(node, ...sandboxProgram(), "sign");
    assert.deepEqual([code, err], [0, ""], out);
    assert.match(out, /^Node: http:\S+, a sandbox node, headers begin with Node, chain 250\.\n/);
    assert.match(out, /^10 ok, 0 not, 0 could not be tried\. This check sent nothing\.\n$/m);
  });

  it("ends a signer that hangs after the seconds that it is told, and ends with code 1", async () => {
    const { code, out } = await script("--seconds", "1", node, "-e", "setInterval(() => {}, 1000)");
    assert.equal(code, 1, out);
    assert.match(out, /^ {2}✘ The signer did not answer within 1 second\. It must end by itself .*--seconds/m);
  });

  it("leaves to the signer's command what stands behind it, with no shell between", async () => {
    const words = ["--url", "x", "--seconds", "$(touch x)", "`ls`"];
    const { code, out } = await script(
      ...[node, "-e", 'console.error(process.argv.slice(1).join(" ")); process.exit(1)', "--"],
      ...words,
    );
    assert.equal(code, 1, out);
    assert.ok(out.includes(`ended with code 1. It says: ${words.join(" ")}. `), out);
  });

  it("says in one sentence that no node answers, or how it is to be called", async () => {
    const unreachable = await script("--url", "http://127.0.0.1:1", node);
    assert.deepEqual([unreachable.code, unreachable.out], [2, ""]);
    assert.match(unreachable.err, /^[^\n]*127\.0\.0\.1:1[^\n]*\n$/);
    for (const [args, why] of [
      [["--url", "http://127.0.0.1:1"], /^Which signer\? Its command is missing\.\nnpm run signer-check -- \[--url /],
      [["--seconds", "0", node], /^--seconds takes whole seconds, from 1 to 9999\.\nnpm run signer-check -- /],
    ] as const) {
      const { code, err } = await script(...args);
      assert.equal(code, 2);
      assert.match(err, why);
    }
  });
});

async function script(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const file = join(root, "scripts", "signerCheck.ts");
  const child = spawn(node, ["--require", "tsx/cjs", file, ...args], { cwd: root });
  const closed = once(child, "close") as Promise<[number]>;
  const [[code], out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}
