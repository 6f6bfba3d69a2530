import assert from "node:assert/strict";
import { probeCapabilities } from "../../../src/client/capabilities";
import { NodeConnection } from "../../../src/client/nodeConnection";
import { probeNode } from "../../../src/client/probeNode";
import { loopbackNote, withLoopbackNote } from "../../../src/client/failures/loopbackNote";
import { NodeError } from "../../../src/client/failures/nodeError";
import { proxyFromEditor } from "../../../src/client/http/proxySettings";
import type { ConnectionConfig } from "../../../src/client/connectionConfig";
import { FaultServer } from "../../support/faultServer";
import { startSandbox } from "../../support/startSandbox";

function config(url: string): ConnectionConfig {
  return { name: "", url, timeoutMs: 4000, contracts: [], origin: "settings" };
}

describe("looking at an address", () => {
  let stop: { stop(): Promise<void> } | undefined;
  const stopping = <T extends { stop(): Promise<void> }>(started: T): T => {
    stop = started;
    return started;
  };
  afterEach(() => stop?.stop());

  it("finds version, chain id, roles and the newest block, and leaves nothing open", async () => {
    const sandbox = stopping(await startSandbox({ blockMs: 0, roles: ["plain"] }));
    const found = await probeNode(config(`${sandbox.url}/on/`), {});
    assert.equal(found.address, sandbox.url);
    assert.equal(found.info["chain_id"], 250);
    assert.equal(found.prefix, undefined);
    assert.equal(found.tip?.height, 239n);
    const offered = Object.values(found.capabilities).map(({ offered }) => offered);
    assert.deepEqual(offered, ["yes", "no", "no", "yes"]);
    const { openSockets, connections } = (await sandbox.control("state")) as Record<string, number>;
    // The one that is open asks this question.
    assert.equal(openSockets, 1, `${connections} connections were made`);
  });

  it("finds out the identifier prefix, and that GraphQL has only the legacy route", async () => {
    const sandbox = stopping(await startSandbox({ blockMs: 0, args: ["--prefix", "Rusk", "--legacy-graphql-only"] }));
    const { prefix, capabilities } = await probeNode(config(sandbox.url), {});
    assert.equal(prefix, "Rusk");
    assert.match(capabilities.graphql.text, /legacy route/);
  });

  it("says that a web page is no node", async () => {
    const server = stopping(
      await FaultServer.start((_request, reply) =>
        reply.answer(404, { "content-type": "text/html" }, "<html>not found</html>"),
      ),
    );
    await assert.rejects(probeNode(config(server.url), {}), { reason: "not-a-node" });
  });

  it("says that JSON without fields is no node's info", async () => {
    const server = stopping(
      await FaultServer.start((_request, reply) => reply.answer(200, { "content-type": "application/json" }, "[]")),
    );
    await assert.rejects(probeNode(config(server.url), {}), { reason: "not-a-node" });
  });

  it("ends when the person gives up", async () => {
    const server = stopping(await FaultServer.start(() => undefined));
    const closing = new AbortController();
    const looking = probeNode(config(server.url), {}, closing.signal);
    setImmediate(() => closing.abort());
    await assert.rejects(looking, { name: "AbortError" });
  });
});

describe("looking again at what a node offers", () => {
  it("gives a prover no job when it is known what came of the last one", async () => {
    const server = await FaultServer.start((_request, reply) => reply.answer(404, { "Node-Version": "1.4.5" }));
    const node = new NodeConnection({ endpoint: server.endpoint() });
    const jobs = () => server.requests.filter(({ path }) => path.endsWith("/prove")).length;
    const { capabilities } = await probeCapabilities(node);
    assert.deepEqual([capabilities.prover.offered, jobs()], ["no", 1]);
    const again = await probeCapabilities(node, undefined, capabilities.prover);
    assert.deepEqual([again.capabilities.prover, jobs()], [capabilities.prover, 1]);
    await node.dispose();
    await server.stop();
  });
});

describe("what localhost means", () => {
  const table: [string, string | undefined, RegExp | undefined][] = [
    ["http://localhost:8080", undefined, undefined],
    ["http://example.org", "wsl", undefined],
    ["http://localhost:8080", "wsl", /localhost here is the WSL machine box.*ip route.*port 8080/],
    ["http://127.0.0.1:8080", "dev-container", /127\.0\.0\.1 here is the container box.*host\.docker\.internal/],
    ["http://[::1]:8080", "ssh-remote", /::1 here is the SSH host box/],
    ["http://localhost:8080", "something-new", /the remote machine box/],
  ];
  for (const [address, remote, expected] of table) {
    it(`for ${address} in ${remote ?? "a local window"}`, () => {
      const note = loopbackNote(address, { hostName: "box", remote });
      if (expected) assert.match(note ?? "", expected);
      else assert.equal(note, undefined);
    });
  }
});

describe("an address that cannot be reached", () => {
  const unreachable = new NodeError("unreachable", "No.");
  const remote = { hostName: "box", remote: "wsl" };
  it("is told what it means in a remote window, also when it was written without a scheme", () => {
    assert.match(withLoopbackNote(unreachable, "127.0.0.1:8080", remote).remedy ?? "", /is the WSL machine box/);
  });

  it("is left as it is for another failure, another address, or in no such window", () => {
    const refused = new NodeError("refused", "No.");
    assert.equal(withLoopbackNote(refused, "127.0.0.1:8080", remote), refused);
    assert.equal(withLoopbackNote(unreachable, "example.org", remote), unreachable);
    assert.equal(withLoopbackNote(unreachable, "127.0.0.1:8080", undefined), unreachable);
  });
});

describe("the proxy of the editor", () => {
  const editor = { url: "", noProxy: [], off: false, strictSsl: true };
  const url = new URL("https://node.example/x");

  it("is the one of the settings, before the environment's", () => {
    const proxy = proxyFromEditor(
      url,
      { ...editor, url: "http://p:1", noProxy: ["a"] },
      { HTTPS_PROXY: "http://q:2", NO_PROXY: "b,c" },
    );
    assert.deepEqual(proxy, { url: "http://p:1", noProxy: ["a", "b", "c"], strictSsl: true });
  });

  it("is the environment's when the settings name none", () => {
    const proxy = proxyFromEditor(url, { ...editor, strictSsl: false, noProxy: ["a"] }, { https_proxy: "q:2" });
    assert.deepEqual(proxy, { url: "http://q:2", noProxy: ["a"], strictSsl: false });
  });

  it("is none when proxies are off or nothing names one", () => {
    assert.equal(
      proxyFromEditor(url, { ...editor, off: true, url: "http://p:1" }, { HTTPS_PROXY: "http://q:2" }),
      undefined,
    );
    assert.equal(proxyFromEditor(url, editor, {}), undefined);
  });
});
