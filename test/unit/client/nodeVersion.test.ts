import assert from "node:assert/strict";
import { checkVersionRequirement, mismatchedVersions } from "../../../src/client/http/nodeVersion";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

describe("versions", () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await sharedSandbox();
  });

  it("§9 Node-Version of every response: is kept, and each change of it is told once", async () => {
    const versions = ["1.0.2", "1.0.2", undefined, ["1.1.0", "1.1.0"], ["", "1.2.0-dev"]];
    const server = await FaultServer.start(({ index }, reply) => {
      const version = versions[index];
      reply.answer(index === 2 ? 500 : 200, version === undefined ? {} : { "Node-Version": version });
    });
    const transport = new Transport({ endpoint: server.endpoint() });
    const told: string[] = [];
    const listening = transport.onVersion((version) => told.push(version));
    assert.equal(transport.version, undefined);
    for (const _ of versions) await transport.request({ method: "POST", path: "/on/x/y" }).catch(() => undefined);
    assert.deepEqual(told, ["1.0.2", "1.1.0", "1.2.0-dev"]);
    assert.equal(transport.version, "1.2.0-dev");
    listening.dispose();
    await transport.dispose();
    await server.stop();
  });

  it("§9 Node-Version of every response: is kept of failures as well, under the identifier prefix of the network", async () => {
    const server = await FaultServer.start((_, reply) => reply.answer(404, { "rusk-version": "1.6.0" }));
    const transport = new Transport({ endpoint: server.endpoint("", "Rusk") });
    await nodeFailure(transport.request({ method: "POST", path: "/on/x/y" }), "not-found");
    assert.equal(transport.version, "1.6.0");
    await transport.dispose();
    await server.stop();
  });

  it("§9 Node-Version requirement: is sent with every request, and a node that meets it answers", async () => {
    const connection = connectTo(sandbox, { version: { requirement: "^1.2" } });
    assert.equal((await connection.node.info())["version"], "1.6.0");
    await connection.dispose();
  });

  it("§9 Node-Version-Strict: is sent only when asked for, and makes a pre-release matter", async () => {
    const dev = await startSandbox({ blockMs: 0, args: ["--node-version", "1.7.0-dev"] });
    const lenient = connectTo(dev, { version: { requirement: ">=1.6.0, <2" } });
    assert.equal((await lenient.node.info())["version"], "1.7.0-dev");
    const strict = connectTo(dev, { version: { requirement: ">=1.6.0, <2", strict: true } });
    const failure = await nodeFailure(strict.node.info(), "version-mismatch");
    assert.equal(failure.versions?.actual, "1.7.0-dev");
    await lenient.dispose();
    await strict.dispose();
    await dev.stop();
    const server = await FaultServer.start((_, reply) => reply.answer(200, {}, "{}"));
    const plain = connectTo({ url: server.url });
    await plain.node.info();
    assert.ok(!server.requests[0]?.rawHeaders.some((name) => /version/i.test(name)));
    await plain.dispose();
    await server.stop();
  });

  it("§9 incompatible version: is an error of its own that names both versions", async () => {
    const connection = connectTo(sandbox, { version: { requirement: "^0.7.0" } });
    const failure = await nodeFailure(connection.node.info(), "version-mismatch");
    assert.deepEqual(failure.versions, { required: "^0.7.0", actual: "1.6.0" });
    assert.equal(failure.message, "The node has version 1.6.0, the connection requires ^0.7.0.");
    assert.match(failure.remedy ?? "", /connect anyway/);
    await connection.dispose();
  });

  it("§9 incompatible version: is recognised from nodes that answer 500 without a version of their own", async () => {
    const old = await startSandbox({ blockMs: 0, args: ["--old-errors"] });
    const connection = connectTo(old, { version: { requirement: "~0.7" } });
    const failure = await nodeFailure(connection.node.info(), "version-mismatch");
    assert.equal(failure.status, 500);
    assert.deepEqual(failure.versions, { required: "~0.7", actual: "1.6.0" });
    await connection.dispose();
    await old.stop();
  });

  for (const requirement of ["^1.2", "~1.2.3", "1", "=1.6.0", ">=1.0, <2", " >1.2.3-rc.1 ", "1.*", "*", "^0.7.0"]) {
    it(`accepts the requirement “${requirement}”`, () => checkVersionRequirement(requirement));
  }

  for (const requirement of ["", "latest", "^", "1.2.3.4", "^1.2 evil\r\nx: y", "01.2", ">=1 ||", "1.2,", "v1"]) {
    it(`refuses the requirement ${JSON.stringify(requirement)} before anything is sent`, () => {
      assert.throws(() => connectTo(sandbox, { version: { requirement } }), { reason: "invalid-input" });
    });
  }

  it("reads both versions out of either wording", () => {
    const versions = { required: ">=9, <10", actual: "1.0.2" };
    for (const text of [
      "Mismatched rusk version: requested >=9, <10 - current 1.0.2",
      "Version error: Mismatched node version: requested >=9, <10 - current 1.0.2",
    ]) {
      assert.deepEqual(mismatchedVersions(text), versions);
    }
    for (const text of [
      "Version error: nope",
      "Mismatched",
      "Mismatched node version: requested",
      "Mismatched node version: requested ^1 - current",
      "Mismatched node version: requested - current 1.0.2",
      "Mismatched node version: requested ^1, current 1.0.2",
    ]) {
      assert.equal(mismatchedVersions(text), undefined, text);
    }
  });
});
