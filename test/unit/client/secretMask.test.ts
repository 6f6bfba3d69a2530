import assert from "node:assert/strict";
import { parseEndpoint } from "../../../src/client/http/endpoint";
import { NodeError } from "../../../src/client/failures/nodeError";
import { SecretMask } from "../../../src/client/failures/secretMask";
import { Transport } from "../../../src/client/http/transport";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

const secret = "k3y-of-the-Kingdom";

describe("secrets of a connection", () => {
  let sandbox: Sandbox;
  let transport: Transport;
  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
    const headers = { "X-Api-Key": secret, Authorization: `Bearer ${secret}-token` };
    transport = new Transport({ endpoint: parseEndpoint(sandbox.url), headers });
  });
  after(async () => {
    await transport.dispose();
    await sandbox.stop();
  });

  const info = { method: "POST", path: "/on/node/info" } as const;
  const whole = (answer: object) =>
    JSON.stringify(answer, (_key, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );

  it("are not in the headers of an answer that echoes them, under their own name", async () => {
    const response = await transport.request(info);
    assert.equal(response.headers["x-api-key"], "(secret)", "the node has echoed it");
    assert.ok(!whole(response).includes(secret));
  });

  it("are not in other headers, the version or a note either", async () => {
    const headers = {
      "x-seen": `key=${secret}; token ${secret}-token`,
      "node-version": `1.0.0-${secret}`,
      deprecation: "true",
      "deprecation-note": `Not for ${secret}.`,
    };
    await sandbox.control("answer", { path: info.path, headers, text: "{}" });
    const response = await transport.request(info);
    assert.ok(!whole(response).includes(secret), whole(response));
    assert.equal(response.headers["x-seen"], "key=(secret); token (secret)");
    assert.deepEqual(response.deprecation, { note: "Not for (secret)." });
    assert.ok(!String(transport.version).includes(secret));
  });

  it("are not in a body, whose length and form stay", async () => {
    const text = JSON.stringify({ headers: { "x-api-key": secret }, ä: `a${secret}b${secret}` });
    await sandbox.control("answer", { path: info.path, headers: { "content-type": "application/json" }, text });
    const { body } = await transport.request(info);
    const stars = "*".repeat(secret.length);
    assert.deepEqual(JSON.parse(Buffer.from(body).toString()), {
      headers: { "x-api-key": stars },
      ä: `a${stars}b${stars}`,
    });
    assert.equal(body.length, Buffer.byteLength(text));
  });

  for (const arrival of ["request", "stream"] as const) {
    it(`are not in what is said of a failed ${arrival}`, async () => {
      await sandbox.control("answer", { path: info.path, status: 403, text: `x-api-key ${secret} is not known` });
      const error: unknown = await transport[arrival](info).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      assert.ok(error instanceof NodeError);
      assert.match(error.response ?? "", /x-api-key \*+ is not known/);
      assert.ok(!whole({ ...error, message: error.message }).includes(secret));
    });
  }

  it("leave bytes that hold none of them as they are", () => {
    const mask = new SecretMask({ "x-api-key": secret, "x-short": "true" });
    const bytes = Uint8Array.of(0, 255, 200, 13);
    assert.equal(mask.body(bytes), bytes);
    assert.equal(mask.text("it is true"), "it is true");
    assert.deepEqual(mask.headers({ "x-short": "true", other: "true" }), { "x-short": "(secret)", other: "true" });
  });
});
