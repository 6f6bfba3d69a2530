import assert from "node:assert/strict";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { startSandbox } from "../../support/startSandbox";

describe("prover client", () => {
  it("§4.11 POST /on/prover/prove: gives the proof as bytes, from the node itself", async () => {
    const connection = connectTo(await sharedSandbox());
    const proof = await connection.prover.prove({ hex: "0x01020304" });
    assert.ok(proof.length > 0);
    await connection.dispose();
  });

  it("says that a node which is no prover makes no proofs", async () => {
    const plain = await startSandbox({ blockMs: 0, roles: ["plain"] });
    const connection = connectTo(plain);
    const failure = await nodeFailure(connection.prover.prove({ hex: "01" }), "not-offered");
    assert.match(failure.message, /does not make proofs\. .*Unsupported operation/);
    assert.match(failure.remedy ?? "", /prover address/);
    await connection.dispose();
    await plain.stop();
  });

  it("names the prover's own address when it cannot be reached, and leaves the node alone", async () => {
    const gone = await FaultServer.start(() => undefined);
    const { url } = gone;
    await gone.stop();
    const connection = connectTo(await sharedSandbox(), { proverEndpoint: parseEndpoint(url) });
    const failure = await nodeFailure(connection.prover.prove({ hex: "01" }), "unreachable");
    assert.ok(failure.message.startsWith(`The prover ${url} failed. Nothing listens at ${url}.`));
    assert.match(failure.remedy ?? "", /prover address/);
    assert.equal((await connection.node.info())["chain_id"], 250);
    await connection.dispose();
  });

  it("says what it lacks when it closes the connection instead of proving", async () => {
    const closing = await FaultServer.start((_, reply) => reply.close());
    const connection = connectTo({ url: closing.url });
    const failure = await nodeFailure(connection.prover.prove({ hex: "01" }), "closed-without-answer");
    assert.equal(
      failure.message,
      `The prover ${closing.url} closed the connection without a proof, as one does that lacks its prover files.`,
    );
    assert.match(failure.remedy ?? "", /files are installed/);
    assert.equal(closing.requests.length, 1);
    await connection.dispose();
    await closing.stop();
  });

  it("has a limit of its own, longer or shorter than the node's, and is never asked twice", async () => {
    const slow = await FaultServer.start((_, reply) => void setTimeout(() => reply.answer(200, {}, "proof"), 150));
    const patient = connectTo({ url: slow.url }, { timeoutMs: 50, proverEndpoint: parseEndpoint(slow.url) });
    assert.equal(Buffer.from(await patient.prover.prove({ hex: "01" })).toString(), "proof");
    await patient.dispose();
    const hasty = connectTo({ url: slow.url }, { proverTimeoutMs: 50 });
    const failure = await nodeFailure(hasty.prover.prove({ hex: "01" }), "timeout");
    assert.match(failure.message, /within 0.05 s/);
    assert.equal(failure.outcomeUnknown, true);
    await hasty.dispose();
    assert.equal(slow.requests.length, 2);
    await slow.stop();
  });

  it("can be cancelled", async () => {
    const silent = await FaultServer.start(() => cancel.abort());
    const cancel = new AbortController();
    const connection = connectTo({ url: silent.url });
    await assert.rejects(connection.prover.prove({ hex: "01" }, cancel.signal), { name: "AbortError" });
    await connection.dispose();
    await silent.stop();
  });

  it("does not give the node's headers to a prover at another address", async () => {
    const prover = await FaultServer.start((_, reply) => reply.answer(200));
    const options = { headers: { "x-key": "secret" }, proverEndpoint: parseEndpoint(prover.url) };
    const connection = connectTo(await sharedSandbox(), options);
    await connection.prover.prove({ hex: "01" });
    assert.equal(prover.requests[0]?.headers["x-key"], undefined);
    await connection.dispose();
    await prover.stop();
  });
});
