import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { checkVersion } from "../../../src/sandbox/http/versionRule";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { ask, json } from "./plainNode";

const { transfer, token, counter } = contractIds;

describe("Sandbox: versioning (§9)", () => {
  describe("a requirement", () => {
    const rows: [requirement: string, node: string, satisfied: boolean][] = [
      ["^1.6.0", "1.6.0", true],
      ["^1.6", "1.9.3", true],
      ["^1.7.0", "1.6.0", false],
      ["^0.7.0", "1.6.0", false],
      ["^0.7.1", "0.7.4", true],
      ["^0.7.1", "0.8.0", false],
      ["^0.0.3", "0.0.4", false],
      ["~1.6.2", "1.6.9", true],
      ["~1.6.2", "1.7.0", false],
      ["~1", "1.9.0", true],
      ["1.6.0", "1.8.0", true],
      ["=1.6.0", "1.6.1", false],
      ["=1.6", "1.6.9", true],
      ["1.6.x", "1.6.9", true],
      ["1.6.x", "1.7.0", false],
      ["*", "9.0.0", true],
      [">=1.2.0, <2.0.0", "1.6.0", true],
      [">=1.2.0, < 1.6.0", "1.6.0", false],
      [">=1.2.0 <2.0.0", "1.6.0", false],
      [">1.6", "1.6.5", false],
      ["<=1.6", "1.6.5", true],
      ["^0.9 || ^1.0", "1.6.0", false],
      ["^1.7.0", "1.7.0-dev", true],
    ];
    for (const [requirement, node, satisfied] of rows) {
      it(`${requirement} ${satisfied ? "takes" : "refuses"} ${node}`, () => {
        const check = () => checkVersion({ headers: { "node-version": requirement } }, "Node", node);
        if (satisfied) check();
        else assert.throws(check, { status: 400 });
      });
    }
  });

  describe("a strict requirement", () => {
    const rows: [requirement: string, node: string, satisfied: boolean][] = [
      ["^1.7.0", "1.7.0-dev", false],
      ["^1.7.0-dev", "1.7.0-dev", true],
      ["^1.7.0-alpha.2", "1.7.0-alpha.10", true],
      ["^1.7.0-beta", "1.7.0-alpha", false],
      ["=1.7.0", "1.7.0", true],
      [">=1.6.0", "1.7.0-dev", false],
    ];
    for (const [requirement, node, satisfied] of rows) {
      it(`${requirement} ${satisfied ? "takes" : "refuses"} ${node}`, () => {
        const headers = { "node-version": requirement, "node-version-strict": "true" };
        const check = () => checkVersion({ headers }, "Node", node);
        if (satisfied) check();
        else assert.throws(check, { status: 400 });
      });
    }
  });

  describe("over HTTP", () => {
    let sandbox: Sandbox;
    before(async () => (sandbox = await startSandbox({ blockMs: 0, args: ["--history", "0"] })));
    after(() => sandbox.stop());

    it("every answer carries Node-Version: successes and failures of every method", async () => {
      const requests: [path: string, method: string, status: number][] = [
        ["/on/node/info", "POST", 200],
        ["/on/node/unknown", "POST", 404],
        ["/on/blocks/accepted", "GET", 424],
        ["/on/blocks/accepted", "DELETE", 424],
        ["/on/blocks/accepted", "PUT", 424],
        ["/graphql", "POST", 400],
        ["/elsewhere", "GET", 500],
      ];
      for (const [path, method, status] of requests) {
        const answer = await ask(sandbox.url, path, { method });
        assert.deepEqual([path, answer.status, answer.headers.get("node-version")], [path, status, "1.6.0"]);
      }
    });

    it("strict without a version is refused", async () => {
      const headers = { "Node-Version-Strict": "1" };
      const { status, text } = await ask(sandbox.url, "/on/node/info", { headers });
      assert.deepEqual(
        [status, text],
        [400, "Version error: Missing Node-Version header while Node-Version-Strict is set"],
      );
    });

    it("what is no requirement is refused", async () => {
      const { status, text } = await ask(sandbox.url, "/on/node/info", { headers: { "Node-Version": "newest" } });
      const words = "unexpected character 'n' while parsing major version number";
      assert.deepEqual([status, text], [400, `Version error: ${words}`]);
    });

    it("node info reports the version, also after it changed", async () => {
      await sandbox.control("version", { version: "2.0.0-rc.1" });
      const { headers, text } = await ask(sandbox.url, "/on/node/info");
      await sandbox.control("reset");
      assert.equal(headers.get("node-version"), "2.0.0-rc.1");
      assert.equal((JSON.parse(text) as { version: string }).version, "2.0.0-rc.1");
    });

    const deprecated = async (path: string, body?: string) => {
      const answer = await ask(sandbox.url, path, body === undefined ? {} : { body });
      assert.equal(answer.headers.get("deprecation"), "true");
      assert.match(answer.headers.get("deprecation-note") ?? "", /deprecated and scheduled for removal/);
      return answer;
    };

    it("account status is deprecated: numbers, with next_nonce", async () => {
      const { accounts } = (await sandbox.control("state")) as { accounts: string[] };
      const { text } = await deprecated(`/on/account:${accounts[2]}/status`);
      assert.equal(text, '{"balance":9007199254740993,"next_nonce":9007199254740994,"nonce":9007199254740993}');
    });

    it("contract status is deprecated: the balance in an object", async () => {
      const { text } = await deprecated(`/on/contract:${token}/status`);
      assert.equal(text, '{"balance":15700089532863777423}');
      const headers = json;
      const successor = await ask(sandbox.url, `/on/contracts:${transfer}/contract_balance`, {
        headers,
        body: `"${token}"`,
      });
      assert.equal(successor.text, '"15700089532863777423"');
    });

    it("contract_owner is deprecated: it links its successor and ignores the topic", async () => {
      const first = await deprecated(`/on/contract_owner:${counter}/owner`);
      const second = await deprecated(`/on/contract_owner:${counter}/anything`);
      const metadata = JSON.parse((await ask(sandbox.url, `/on/contract:${counter}/metadata`)).text) as object;
      assert.deepEqual([first.text, second.text], [first.text, first.text]);
      assert.equal((metadata as { contract_owner: string }).contract_owner, first.text);
      assert.equal(first.headers.get("link"), `</on/contract:${counter}/metadata>; rel="successor-version"`);
    });

    it("the legacy GraphQL route is deprecated", async () => {
      await deprecated("/on/graphql/query");
      await deprecated("/on/graphql/query", "{ lastBlockPair { json } }");
      await deprecated("/on/graphql/query", "{ nope }");
    });

    it("another identifier prefix names the headers", async () => {
      const other = await startSandbox({ blockMs: 0, args: ["--history", "0", "--prefix", "Rusk"] });
      try {
        const { status, headers, text } = await ask(other.url, "/on/node/info", {
          headers: { "Rusk-Version": "^0.7.0" },
        });
        assert.equal(status, 400);
        assert.equal(headers.get("rusk-version"), "1.6.0");
        assert.match(text, /Mismatched rusk version/);
      } finally {
        await other.stop();
      }
    });
  });
});
