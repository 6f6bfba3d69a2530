import assert from "node:assert/strict";
import { configOf, readEntry } from "../../../../src/features/connections/connectionEntry";
import { freeName } from "../../../../src/client/connectionConfig";
import { connectionFileText, readConnectionFile, trustOf } from "../../../../src/features/connections/connectionFile";

const id = "AB".repeat(32);
const context = {
  level: { kind: "user" },
  timeoutMs: 15_000,
  pathOf: (path: string) => `/home/${path}`,
  proxyFor: () => undefined,
} as const;

describe("an entry of chainscope.connections", () => {
  it("becomes a configuration with every field", () => {
    const { entry, problems } = readEntry(
      {
        ...{ name: "Test", url: " https://node.example/rusk ", prefix: "Rusk", proverUrl: "https://prover.example" },
        ...{
          version: "^1.2",
          strictVersion: true,
          caFile: "ca.pem",
          insecureTls: true,
          timeoutSeconds: 3,
          maxEventMiB: 32,
        },
        ...{ role: "production", secretHeaders: ["Authorization"], contracts: [{ id: `0x${id}`, name: "Counter" }] },
      },
      "Connection 1",
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(entry && configOf(entry, context), {
      ...{ name: "Test", url: "https://node.example/rusk", prefix: "Rusk", proverUrl: "https://prover.example" },
      version: { requirement: "^1.2", strict: true },
      ...{ caFile: "/home/ca.pem", insecureTls: true, secretHeaders: ["Authorization"], role: "production" },
      ...{ timeoutMs: 3000, maxEventBytes: 32 * 1024 * 1024, level: { kind: "user" }, origin: "settings" },
      contracts: [{ id: id.toLowerCase(), name: "Counter" }],
    });
  });

  it("has the general limit and no more than it says when it says little", () => {
    const { entry } = readEntry({ name: "a", url: "localhost:8080" }, "Connection 1");
    assert.deepEqual(entry && configOf(entry, context), {
      ...{
        name: "a",
        url: "localhost:8080",
        timeoutMs: 15_000,
        level: { kind: "user" },
        contracts: [],
        origin: "settings",
      },
    });
  });

  const refused: [unknown, RegExp][] = [
    [undefined, /needs a name and a url/],
    ["http://x", /needs a name and a url/],
    [{ name: "a" }, /needs a name and a url/],
    [{ name: " ", url: "x" }, /needs a name and a url/],
    [{ name: 7, url: "x" }, /needs a name and a url/],
  ];
  for (const [value, why] of refused) {
    it(`is none: ${JSON.stringify(value)}`, () => {
      const { entry, problems } = readEntry(value, "Connection 1");
      assert.equal(entry, undefined);
      assert.match(problems.join(), why);
    });
  }

  const odd: [string, unknown, RegExp][] = [
    ["role", "main", /"role" has a wrong value/],
    ["maxEventMiB", 65, /"maxEventMiB" has a wrong value/],
    ["maxEventMiB", 1.5, /"maxEventMiB" has a wrong value/],
    ["timeoutSeconds", 0, /"timeoutSeconds" has a wrong value/],
    ["insecureTls", "yes", /"insecureTls" has a wrong value/],
    ["secretHeaders", [1], /"secretHeaders" has a wrong value/],
    ["secretHeaders", ['X"; touch here; echo "'], /a secret header is left out\. “X"; touch here; echo "” is not a/],
    ["secretHeaders", ["Content-Length"], /a secret header is left out\. The header “Content-Length” is written by/],
    ["token", "s3cret", /there is no field "token"/],
    ["__proto__x", 1, /there is no field/],
    ["contracts", [{ id: "12", name: "x" }], /contract 1 is left out: A contract id has 64 hex digits/],
    ["contracts", [{ id }], /contract 1 has no name/],
  ];
  for (const [field, value, why] of odd) {
    it(`loses a field that cannot be, and says so: ${field}`, () => {
      const { entry, problems } = readEntry({ name: "a", url: "x", [field]: value }, "Connection 2");
      assert.equal(entry?.name, "a");
      assert.match(problems.join(), why);
      assert.ok(!JSON.stringify(entry).includes("s3cret"));
    });
  }
});

describe("secret headers of an entry", () => {
  it("are those with names that can be sent, without the others", () => {
    const secretHeaders = ["Authorization", "X\r\nHost", "X-Key"];
    const { entry, problems } = readEntry({ name: "a", url: "x", secretHeaders }, "Connection 1");
    assert.deepEqual(entry?.secretHeaders, ["Authorization", "X-Key"]);
    assert.equal(problems.length, 1);
  });
});

describe("a file of connections", () => {
  const entries = [{ name: "a", url: "http://h:1", secretHeaders: ["Authorization"] }];

  it("comes back as it was written", () => {
    assert.deepEqual(readConnectionFile(connectionFileText(entries)), { entries, problems: [] });
  });

  it("is also read from a settings file and from a plain list", () => {
    assert.deepEqual(readConnectionFile(JSON.stringify({ "chainscope.connections": entries })).entries, entries);
    assert.deepEqual(readConnectionFile(JSON.stringify(entries)).entries, entries);
  });

  it("never carries credentials, in either direction", () => {
    const secret = [{ name: "a", url: "http://me:pw@h:1" }];
    assert.ok(!connectionFileText(secret).includes("pw"));
    const read = readConnectionFile(JSON.stringify(secret));
    assert.deepEqual(read.entries, [{ name: "a", url: "http://h:1" }]);
    assert.match(read.problems.join(), /user name and password in "url" are left out/);
  });

  const almost = ["//me:pw@h", "http:/me:pw@h", "https:///me:pw@h", "http:me:pw@h", "\\\\me:pw@h", "me:pw@h:99999"];
  for (const url of [...almost, "http://me:pw/x@h:1", "http://me:pw#x@h", "ftp://me:pw%40h"]) {
    it(`holds no credentials of what is no address, and says what is left out: ${url}`, () => {
      for (const entry of [
        { name: "a", url },
        { name: "a", url: "http://h:1", proverUrl: url },
      ]) {
        const problems: string[] = [];
        const written = connectionFileText([entry], problems);
        assert.ok(!/pw/.test(written), written);
        assert.equal(problems.length, 1);
        assert.match(problems.join(), /^a(: "proverUrl")? is left out|^a: the user name and password/);
        assert.ok(!problems.join().includes("pw"));
        assert.ok(!JSON.stringify(readConnectionFile(JSON.stringify([entry]))).includes("pw"));
      }
    });
  }

  for (const text of ["", "{", "7", "{}", '{"connections":{}}']) {
    it(`says why there is nothing in ${JSON.stringify(text)}`, () => {
      const { entries: none, problems } = readConnectionFile(text);
      assert.deepEqual([none, problems.length], [[], 1]);
    });
  }

  const refused: [entry: object, why: RegExp][] = [
    [{ url: "ftp://x" }, /^Connection 1, a, is left out: A node is reached by http or https, not by ftp\.$/],
    [{ url: "http:/h:1" }, /^Connection 1, a, is left out: The address lacks two slashes after http:\. /],
    [{ url: "http://h:1", prefix: "X Y" }, /^Connection 1, a, is left out: The identifier prefix/],
    [{ url: "http://h:1", proverUrl: "h:99999" }, /^Connection 1, a, is left out: .* port 99999 does not exist/],
    [{ url: "http://h:1", version: "newest" }, /^Connection 1, a, is left out: .* is not a version requirement\. /],
  ];
  for (const [entry, why] of refused) {
    it(`refuses what would be refused when it is typed, with the same reason: ${JSON.stringify(entry)}`, () => {
      const other = { name: "b", url: "http://h:2" };
      const read = readConnectionFile(JSON.stringify([{ name: "a", ...entry }, other]));
      assert.deepEqual(read.entries, [other]);
      assert.equal(read.problems.length, 1);
      assert.match(read.problems[0] ?? "", why);
    });
  }

  it("carries no signer in either direction, so that no one runs a program of someone else's file", () => {
    const entry = { name: "A", url: "http://h:1", signer: { command: "rm", args: ["-r"] } };
    const problems: string[] = [];
    assert.doesNotMatch(connectionFileText([entry], problems), /signer|rm/);
    assert.deepEqual(problems, ["A: the signer is left out."]);
    const read = readConnectionFile(JSON.stringify([entry]));
    assert.deepEqual(read, {
      entries: [{ name: "A", url: "http://h:1" }],
      problems: ["Connection 1: the signer is left out."],
    });
  });

  it("says whom a connection trusts before it is taken", () => {
    assert.equal(trustOf({ name: "a", url: "x" }), undefined);
    assert.equal(trustOf({ name: "a", url: "x", caFile: "ca.pem" }), "trusts the certificates in ca.pem");
    assert.equal(
      trustOf({ name: "a", url: "x", caFile: "a", insecureTls: true }),
      "accepts any certificate of the node",
    );
  });

  it("gives a taken name a number", () => {
    assert.equal(freeName("a", []), "a");
    assert.equal(freeName("a", ["a", "a 2"]), "a 3");
  });
});
