import assert from "node:assert/strict";
import { proxyAddress, proxyFor, proxyFromEnvironment } from "../../../src/client/http/proxySettings";

const proxy = (noProxy: string[]) => ({ url: "http://proxy:3128", noProxy, strictSsl: true });

const unspecified = ["0.0.0.0", "[::]", "[::ffff:127.0.0.1]"];

describe("proxy settings", () => {
  for (const host of ["localhost", "LOCALHOST.", "node.localhost", "127.0.0.1", "127.8.9.1", "[::1]", ...unspecified]) {
    it(`reach ${host} directly, whatever the proxy`, () => {
      assert.equal(proxyFor(new URL(`http://${host}:8080`), proxy([])), undefined);
      assert.equal(proxyFor(new URL(`wss://${host}/on`), proxy([])), undefined);
    });
  }

  const rules: [rule: string, url: string, direct: boolean][] = [
    ["*", "http://anything", true],
    ["node.lan", "http://node.lan:8080", true],
    ["node.lan", "http://a.node.lan", true],
    ["node.lan", "http://othernode.lan", false],
    [".lan", "http://node.lan", true],
    ["*.lan", "https://a.node.lan", true],
    ["NODE.lan", "http://node.lan", true],
    ["node.lan:8080", "http://node.lan:8080", true],
    ["node.lan:8080", "http://node.lan", false],
    ["node.lan:443", "https://node.lan", true],
    ["node.lan:443", "wss://node.lan", true],
    ["10.0.0.7", "http://10.0.0.7", true],
    ["fd00::7", "http://[fd00::7]:80", true],
    ["[fd00::7]:81", "http://[fd00::7]:81", true],
    ["10.0.0.0/8", "http://10.200.3.4:8080", true],
    ["10.0.0.0/8", "http://11.0.0.1", false],
    ["10.0.0.0/8", "http://10.node.lan", false],
    ["10.0.0.0/8", "http://[::ffff:10.1.2.3]", true],
    ["10.0.0.0/8:81", "http://10.1.1.1:80", false],
    ["172.16.0.0/12", "wss://172.31.255.255/on", true],
    ["172.16.0.0/12", "wss://172.32.0.0/on", false],
    ["0.0.0.0/0", "http://8.8.8.8", true],
    ["fd00::/8", "http://[fdab::7]:8080", true],
    ["[fd00::]/8", "http://[fdab::7]", true],
    ["fd00::/8", "http://[fe80::7]", false],
    ["10.0.0.0/33", "http://10.0.0.0", false],
    ["10.0.0.0/", "http://10.0.0.0", false],
    ["10.0.0.0/8/8", "http://10.0.0.0", false],
    ["node.lan/8", "http://node.lan", false],
    ["", "http://node.lan", false],
  ];
  for (const [rule, url, direct] of rules) {
    it(`send ${url} ${direct ? "directly" : "through the proxy"} under the exception “${rule}”`, () => {
      assert.equal(proxyFor(new URL(url), proxy([rule])) === undefined, direct);
    });
  }

  it("come from the environment, by the scheme of the URL", () => {
    const environment = { HTTP_PROXY: "http://one:1", https_proxy: "two:2", NO_PROXY: "a, b.c" };
    const plain = proxyFromEnvironment(new URL("http://h"), environment);
    assert.deepEqual(plain, { url: "http://one:1", noProxy: ["a", "b.c"], strictSsl: true });
    assert.equal(proxyFromEnvironment(new URL("wss://h"), environment)?.url, "http://two:2");
    assert.equal(proxyFromEnvironment(new URL("https://h"), { ALL_PROXY: "http://all" })?.url, "http://all");
    assert.equal(proxyFromEnvironment(new URL("http://h"), { HTTP_PROXY: "" }), undefined);
  });

  it("keep credentials apart from the proxy's address", () => {
    const { url, authorization } = proxyAddress({ ...proxy([]), url: "http://me:p%40ss@proxy:3128" });
    assert.equal(url.href, "http://proxy:3128/");
    assert.equal(authorization, `Basic ${btoa("me:p@ss")}`);
    assert.equal(proxyAddress({ ...proxy([]), authorization: "Bearer x" }).authorization, "Bearer x");
  });

  it("refuse a proxy that is no URL or of an unknown kind", () => {
    for (const url of ["", "proxy", "socks5://proxy:1", "ftp://x"]) {
      assert.throws(() => proxyAddress({ ...proxy([]), url }), { reason: "invalid-input" });
    }
  });
});
