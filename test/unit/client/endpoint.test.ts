import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { NodeError } from "../../../src/client/failures/nodeError";
import { splitCredentials } from "../../../src/client/http/credentials";

describe("endpoint", () => {
  const addresses: [text: string, address: string, info: string, socket: string][] = [
    ["localhost:8080", "http://localhost:8080", "http://localhost:8080/on/node/info", "ws://localhost:8080/on"],
    [" http://h ", "http://h", "http://h/on/node/info", "ws://h/on"],
    ["ws://h:8080/on", "http://h:8080", "http://h:8080/on/node/info", "ws://h:8080/on"],
    ["wss://h/on", "https://h", "https://h/on/node/info", "wss://h/on"],
    ["http://h:8080/on/", "http://h:8080", "http://h:8080/on/node/info", "ws://h:8080/on"],
    ["https://h/rusk/", "https://h/rusk", "https://h/rusk/on/node/info", "wss://h/rusk/on"],
    ["https://h/a/b/on//", "https://h/a/b", "https://h/a/b/on/node/info", "wss://h/a/b/on"],
    ["HTTP://[::1]:8080", "http://[::1]:8080", "http://[::1]:8080/on/node/info", "ws://[::1]:8080/on"],
    [
      "nodes.example.org",
      "https://nodes.example.org",
      "https://nodes.example.org/on/node/info",
      "wss://nodes.example.org/on",
    ],
    ["10.0.0.7:80/x", "http://10.0.0.7/x", "http://10.0.0.7/x/on/node/info", "ws://10.0.0.7/x/on"],
    ["http://h:1/graphql", "http://h:1", "http://h:1/on/node/info", "ws://h:1/on"],
    ["https://h/a/graphql/", "https://h/a", "https://h/a/on/node/info", "wss://h/a/on"],
    ["https://h/a/on/node/info", "https://h/a", "https://h/a/on/node/info", "wss://h/a/on"],
    ["h:1/on/graphql/query", "http://h:1", "http://h:1/on/node/info", "ws://h:1/on"],
    ["h:1/on/contracts:ab/get", "http://h:1", "http://h:1/on/node/info", "ws://h:1/on"],
    ["https://h/on/main", "https://h/on/main", "https://h/on/main/on/node/info", "wss://h/on/main/on"],
    ["http:8080", "http://http:8080", "http://http:8080/on/node/info", "ws://http:8080/on"],
    ["https://h/only", "https://h/only", "https://h/only/on/node/info", "wss://h/only/on"],
  ];
  for (const [text, address, info, socket] of addresses) {
    it(`reads ${JSON.stringify(text)} as ${address}, for HTTP and WebSocket alike`, () => {
      const endpoint = parseEndpoint(text);
      assert.equal(endpoint.address, address);
      assert.equal(endpoint.httpUrl("/on/node/info").href, info);
      assert.equal(endpoint.socketUrl().href, socket);
    });
  }

  const refused: [text: string, why: RegExp][] = [
    ["", /is empty/],
    ["localhost", /names no port/],
    ["127.0.0.1/x", /names no port/],
    ["h:99999", /port 99999 does not exist/],
    ["http://127.0.0.0:8080", /network, not of a host/],
    ["ftp://h", /by http or https, not by ftp/],
    ["javascript://h", /not by javascript/],
    ["http://", /not a node address/],
    ["http://h/x?y=1", /no \? or # part/],
    ["http://h/#y", /no \? or # part/],
    ["http://h ost:80", /white space/],
    ["http://h\r\n:80", /not a node address/],
    ["http:\\\\h", /lacks two slashes after/],
    ["http:/localhost:8080", /lacks two slashes after http:$/],
    ["https:example.org", /lacks two slashes after/],
    ["WS:/h:1", /lacks two slashes after/],
  ];
  for (const [text, why] of refused) {
    it(`refuses ${JSON.stringify(text)} and says why`, () => {
      assert.throws(
        () => parseEndpoint(text),
        (error) => error instanceof NodeError && error.reason === "invalid-input" && why.test(error.message),
      );
    });
  }

  it("refuses credentials in the address without repeating them", () => {
    for (const text of ["http://user:pw%31@h:80", "user:pw1@h:80", "http://token@h/", "http://user:pw 1@h"]) {
      assert.throws(
        () => parseEndpoint(text),
        (error) => error instanceof NodeError && !/pw|token|user:/.test(`${error.message} ${error.remedy}`),
      );
    }
  });

  it("splits credentials off an address, as the header that carries them", () => {
    assert.deepEqual(splitCredentials(" https://me:p%40ss@h/x "), {
      address: "https://h/x",
      authorization: `Basic ${btoa("me:p@ss")}`,
    });
    assert.deepEqual(splitCredentials("localhost:8080"), { address: "localhost:8080", authorization: undefined });
    assert.deepEqual(splitCredentials("http://h/@x"), { address: "http://h/@x", authorization: undefined });
  });

  it("names headers by the network's identifier prefix", () => {
    const node = parseEndpoint("http://h");
    assert.equal(node.headerName("Session-Id"), "Node-Session-Id");
    assert.equal(node.gqlvar("h"), "node-gqlvar-h");
    const other = parseEndpoint("http://h", "Rusk");
    assert.equal(other.headerName("Version"), "Rusk-Version");
    assert.equal(other.gqlvar("h"), "rusk-gqlvar-h");
    for (const prefix of ["", "a b", "x:\r\ny", "-a", "é"]) {
      assert.throws(() => parseEndpoint("http://h", prefix), { reason: "invalid-input" });
    }
  });

  it("takes the prefixes that the settings allow, and no others", () => {
    const manifest = readFileSync(resolve(__dirname, "../../../package.json"), "utf8");
    const allowed = new RegExp(/"prefix": \{[^}]*"pattern": "([^"]+)"/.exec(manifest)![1]!);
    for (const prefix of ["Node", "My-Net", "x1-", "1x", "-x", "a_b", "a b", "é", ""]) {
      const parse = () => parseEndpoint("http://h", prefix);
      if (allowed.test(prefix)) assert.equal(parse().prefix, prefix);
      else assert.throws(parse, { reason: "invalid-input" });
    }
  });
});
