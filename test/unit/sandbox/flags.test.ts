import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { readOptions } from "../../../src/sandbox/options";
import { selfSigned } from "../../support/selfSigned";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket, ask } from "./plainNode";

const { counter, mixedCase } = contractIds;
const counted = `/on/contracts:${counter}/counted`;

describe("Sandbox: flags of the command line", () => {
  it("closes a reader that falls behind", async () => {
    const slow = await startSandbox({
      blockMs: 0,
      rate: 100_000,
      args: ["--history", "0", "--slow-reader-bytes", "1000"],
    });
    const socket = await PlainSocket.open(slow.url);
    try {
      socket.socket.pause();
      await socket.subscription("GET", counted, socket.id);
      const sessions = async () => ((await slow.control("state")) as { sessions: object[] }).sessions;
      while ((await sessions()).length > 0);
      socket.socket.resume();
      assert.deepEqual(await socket.closed, { code: 1001, reason: "Shutting down" });
    } finally {
      socket.end();
      await slow.stop();
    }
  });

  it("closes an idle kept-alive socket after --keep-alive-ms, without having announced it", async () => {
    const impatient = await startSandbox({ blockMs: 0, args: ["--history", "0", "--keep-alive-ms", "40"] });
    try {
      const socket = connect(impatient.port, "127.0.0.1");
      socket.write("POST /on/node/info HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n");
      const [answer] = (await once(socket, "data")) as [Buffer];
      assert.doesNotMatch(answer.toString(), /^keep-alive:/im);
      await once(socket, "end");
      socket.destroy();
    } finally {
      await impatient.stop();
    }
  });

  it("binds a session to its cookie and hides everything outside a path prefix", async () => {
    const args = ["--history", "0", "--sticky-cookie", "route=n1", "--path-prefix", "/chain/one"];
    const proxied = await startSandbox({ blockMs: 0, args });
    const socket = await PlainSocket.open(proxied.url);
    try {
      assert.match(String((await socket.upgraded).headers["set-cookie"]), /^route=n1;/);
      const headers = { "Node-Session-Id": socket.id };
      const get = (path: string, more = {}) =>
        ask(proxied.url, path, { method: "GET", headers: { ...headers, ...more } });
      assert.equal((await get("/chain/one/on/blocks/accepted")).status, 424);
      assert.equal((await get("/chain/one/on/blocks/accepted", { cookie: "a=b; route=n1" })).status, 200);
      const outside = await get("/on/blocks/accepted");
      assert.deepEqual([outside.status, outside.headers.get("content-type")], [404, "text/html"]);
    } finally {
      socket.end();
      await proxied.stop();
    }
  });

  it("serves https and wss with the key and certificate it is given", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sandbox-tls-"));
    const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    writeFileSync(key, selfSigned.key);
    writeFileSync(cert, selfSigned.cert);
    const secure = await startSandbox({ blockMs: 0, args: ["--history", "0", "--tls-key", key, "--tls-cert", cert] });
    try {
      assert.match(secure.url, /^https:/);
      const socket = new WebSocket(`${secure.url.replace("https", "wss")}/on`, { ca: selfSigned.cert });
      const [id] = (await once(socket, "message")) as [Buffer];
      assert.match(id.toString(), /^[0-9a-f]{32}$/);
      const closed = once(socket, "close");
      socket.terminate();
      await closed;
    } finally {
      await secure.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it("refuses to start with a flag that it does not know or a value that cannot be", () => {
    assert.throws(() => readOptions(["--magic"]), /--magic/);
    assert.throws(() => readOptions(["--port", "many"]), /--port takes a whole number, not "many"/);
    assert.throws(() => readOptions(["--role", "plain,king"]), /--role takes plain, archive, prover, not "king"/);
    assert.throws(() => readOptions(["--like", "2.0"]), /--like takes document, 1\.4, not "2\.0"/);
  });

  it("with --exact-topics never delivers a topic with capitals", async () => {
    const exact = await startSandbox({ blockMs: 0, args: ["--history", "0", "--exact-topics"] });
    const plain = await PlainSocket.open(exact.url);
    try {
      await plain.subscription("GET", `/on/contracts:${mixedCase}/RewardPaid`, plain.id);
      await plain.subscription("GET", `/on/contracts:${mixedCase}/paid`, plain.id);
      await exact.control("emit", { contract: mixedCase, topic: "RewardPaid", json: 1 });
      await exact.control("emit", { contract: mixedCase, topic: "paid", json: 2 });
      assert.equal((await plain.event()).location, `/on/contracts:${mixedCase}/paid`);
    } finally {
      plain.end();
      await exact.stop();
    }
  });
});
