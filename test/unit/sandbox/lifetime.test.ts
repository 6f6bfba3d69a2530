import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { resolve } from "node:path";
import { eventually } from "../../support/eventually";

const entry = resolve(__dirname, "../../../src/sandbox/main.ts");

describe("the sandbox's lifetime as a child process", () => {
  it("says where it listens and which contracts it runs", async () => {
    const { parent, ready } = await startInParent();
    parent.kill("SIGKILL");
    assert.match(ready.listening, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.ok(ready.contracts.some(({ name, id }) => name === "Counter" && /^[0-9a-f]{64}$/.test(id)));
  });

  it("ends when the process that started it dies without a word", async () => {
    const { parent, ready } = await startInParent();
    const port = Number(new URL(ready.listening).port);
    assert.equal(await answers(port), true);
    parent.kill("SIGKILL");
    await eventually(
      "the port to close",
      () => answers(port),
      (open) => !open,
    );
  });
});

interface Ready {
  listening: string;
  contracts: { id: string; name: string }[];
}

/** A process that forks the sandbox, as the extension host does, and prints what it says when ready. */
async function startInParent(): Promise<{ parent: ChildProcess; ready: Ready }> {
  const script = `
    const child = require("node:child_process").fork(${JSON.stringify(entry)}, [], { execArgv: ["--require", "tsx/cjs"], silent: true });
    child.once("message", (ready) => console.log(JSON.stringify(ready)));
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ["-e", script], {
    cwd: resolve(__dirname, "../../.."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(parent.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return { parent, ready: JSON.parse(String(line)) as Ready };
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => done(true)).once("error", () => done(false));
    socket.once("connect", () => socket.destroy());
  });
}
