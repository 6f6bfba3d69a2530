import assert from "node:assert/strict";
import fc from "fast-check";
import type { ConnectionConfig } from "../../../../src/client/connectionConfig";
import { Connections } from "../../../../src/client/connections";
import { NodeError } from "../../../../src/client/failures/nodeError";
import { type Link, linkText, readLink } from "../../../../src/features/links/model/link";
import { broughtConnection, linkedNode, nodeOfLink } from "../../../../src/features/links/model/linkedNode";
import { linkedTarget } from "../../../../src/features/links/model/linkedTarget";

const config = (name: string, url: string): ConnectionConfig => ({
  ...{ name, url, timeoutMs: 5000, contracts: [], origin: "settings" },
});
const contract = "c0".repeat(32);

describe("a link into the window", () => {
  const written = (link: Link) => new URL(linkText("vscode", "chainscope.chainscope", link));
  const again = (link: Link) => {
    const { pathname, search } = written(link);
    return readLink(pathname, search.slice(1));
  };

  it("says what it was made of, whatever that is", () => {
    const text = fc.string({ minLength: 1, maxLength: 200, unit: "grapheme" });
    const node = fc.option(text, { nil: undefined }).map((name) => (name === undefined ? {} : { node: name }));
    const links = fc.oneof(
      fc
        .record({ fn: text, input: text })
        .chain((more) => node.map((at): Link => ({ open: "call", contract, ...at, ...more }))),
      text.chain((query) => node.map((at): Link => ({ open: "query", text: query, ...at }))),
      text.chain((target) => node.map((at): Link => ({ open: "tail", target, ...at }))),
    );
    fc.assert(fc.property(links, (link) => assert.deepEqual(again(link), link)));
  });

  it("keeps each digit and blank of an input, and the lines of a query", () => {
    const input = '{ "amount": 18446744073709551615, "text": "a+b & c=d %41 #1" }';
    assert.deepEqual(again({ open: "call", contract, fn: "transfer", input }), {
      open: "call",
      contract,
      fn: "transfer",
      input,
    });
    const text = "# chainscope: Local\nquery A {\n\tblocks(last: 1) { reward }\n}\n";
    assert.deepEqual(again({ open: "query", text, node: "Local" }), { open: "query", text, node: "Local" });
  });

  for (const [path, query, reason] of [
    ["/connect", "url=http://h", "there is no “connect” to open"],
    ["", "", "there is no “” to open"],
    ["/constructor", "contract=1", "there is no “constructor” to open"],
    ["/call/", "contract=1", "there is no “call/” to open"],
    ["/call", "", "it names no contract"],
    ["/call", "contract=", "it names no contract"],
    ["/query", "node=Local", "it names no text"],
    ["/tail", "text=1", "it has a part “text” that no one knows"],
    ["/call", "contract=1&send=true", "it has a part “send” that no one knows"],
    ["/call", "contract=1&header=Authorization", "it has a part “header” that no one knows"],
    ["/call", "contract=1&__proto__=1", "it has a part “__proto__” that no one knows"],
    ["/call", "contract=1&contract=2", "it has “contract” twice"],
    ["/call", `contract=${"a".repeat(400)}`, "its contract is 400 characters long"],
    ["/call", `contract=1&input=${"a".repeat(40_000)}`, "it is 40017 characters long, and at most 32768 are read"],
    ["/tail", "target=blocks%00", "its target has a control character"],
    ["/query", "text=%1b%5b31m", "its text has a control character"],
  ] as const)
    it(`is refused in one sentence: ${path}?${query.slice(0, 40)}`, () => {
      assert.throws(
        () => readLink(path, query),
        (error) => {
          assert.ok(error instanceof NodeError);
          assert.equal(error.message, `This link cannot be opened: ${reason}.`);
          return error.reason === "invalid-input";
        },
      );
    });

  it("is read or refused, whatever stands in it", () => {
    const paths = fc.oneof(fc.constantFrom("/call", "/query", "/tail"), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(paths, fc.string({ unit: "binary", maxLength: 300 }), (path, query) => {
        try {
          readLink(path, query);
        } catch (error) {
          assert.ok(error instanceof NodeError, String(error));
        }
      }),
    );
  });

  it("names its target with a contract's name or id, and a topic that may hold anything", () => {
    const named = [{ id: contract, name: "Counter" }];
    assert.deepEqual(linkedTarget("contracts:counter/a/b:c", named), {
      component: "contracts",
      entity: contract,
      topic: "a/b:c",
    });
    assert.deepEqual(linkedTarget("blocks", named), { component: "blocks" });
    assert.deepEqual(linkedTarget("contracts:Unknown", named), { component: "contracts", entity: "Unknown" });
  });
});

describe("the node of a link", () => {
  const connections = new Connections();
  connections.replace("settings", [
    config("Local", "http://localhost:8080"),
    config("Keyed", "https://node.example/apikey77"),
    config("Odd", "http://me:letmein99@h"),
  ]);
  after(() => connections.dispose());
  const [local, keyed, odd] = connections.all;

  it("is a connection by its name, or by its address however that is written, or else the active one", () => {
    for (const node of [
      "Local",
      "http://localhost:8080",
      "http://LOCALHOST:8080/",
      "http://localhost:8080/on",
      undefined,
    ])
      assert.deepEqual(linkedNode(connections, node), { connection: local });
    assert.deepEqual(linkedNode(connections, "https://node.example/apikey77/"), { connection: keyed });
  });

  it("is asked about where the window does not know it, also beside a known one", () => {
    for (const node of [
      "http://localhost:8081",
      "https://localhost:8080",
      "https://node.example",
      "https://node.example/other",
    ])
      assert.deepEqual(linkedNode(connections, node), { address: node });
  });

  it("is refused as something else, or with credentials, which are not repeated", () => {
    for (const node of [
      "Unknown",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "http://me:letmein99@localhost:8080",
      "http://h?k=letmein99",
    ])
      assert.throws(
        () => linkedNode(connections, node),
        (error) => error instanceof NodeError && !error.message.includes("letmein99") && !error.message.includes("\n"),
      );
    assert.throws(() => linkedNode(new Connections(), undefined), /There is no connection yet/);
  });

  it("is written down without a path, which may hold a key, and without credentials", () => {
    assert.equal(nodeOfLink(local!), "http://localhost:8080");
    assert.equal(nodeOfLink(keyed!), "Keyed");
    assert.equal(nodeOfLink(odd!), "Odd");
  });

  it("that a link has brought ends with the window, and no one signs or trusts more there than elsewhere", () => {
    assert.deepEqual(broughtConnection("http://h:1/node", 5000), {
      ...{ name: "h:1", url: "http://h:1/node", timeoutMs: 5000, contracts: [] },
      ...{ origin: "window", key: "link/http://h:1/node" },
    });
  });
});
