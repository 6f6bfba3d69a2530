import assert from "node:assert/strict";
import { DriverClient } from "../../../src/client/routes/driverClient";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { Transport } from "../../../src/client/http/transport";
import { FaultServer } from "../../support/faultServer";
import { nodeFailure } from "../../support/nodeFailure";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import type { Sandbox } from "../../support/startSandbox";

describe("driver client", () => {
  let sandbox: Sandbox;
  let connection: NodeConnection;
  let drivers: DriverClient;
  let ids: Record<string, string>;

  before(async () => {
    sandbox = await sharedSandbox();
    connection = connectTo(sandbox);
    drivers = connection.drivers;
    ({ contracts: ids } = (await sandbox.control("state")) as { contracts: typeof ids });
  });
  after(() => connection.dispose());

  const id = (title: string) => ids[title] ?? assert.fail(`no contract ${title}`);

  it("§4.8 get_schema: gives the schema's text", async () => {
    const schema = JSON.parse(await drivers.schema(id("Counter"))) as { functions: { name: string }[] };
    assert.ok(schema.functions.some(({ name }) => name === "set_value"));
  });

  it("§4.8 get_schema: a handler that drops the connection is told apart from a node that is down", async () => {
    const failure = await nodeFailure(drivers.schema(id("Silent")), "closed-without-answer");
    assert.match(failure.message, /closed the connection without a response/);
    const pong = await connection.contracts.call(id("Silent"), "ping", { json: "null" });
    assert.equal(pong.kind === "json" && pong.value, "pong");
  });

  it("§4.8 get_version: gives the version without quotes", async () => {
    assert.equal(await drivers.version(id("Counter")), "0.3.1");
  });

  it("§4.8 encode_input_fn:<fn_name>: turns JSON into the bytes that the contract takes", async () => {
    const bytes = await drivers.encodeInput(id("Silent"), "double", "21");
    assert.deepEqual(new Uint8Array(bytes), Uint8Array.of(21, 0, 0, 0));
  });

  it("§4.8 encode_input_fn:<fn_name>: gives the driver's whole reason, with the function's name", async () => {
    const failure = await nodeFailure(drivers.encodeInput(id("Silent"), "double", '{"to":1}'), "node-fault");
    assert.match(failure.message, /\(Data driver error\)$/);
    assert.match(failure.response ?? "", /^Data driver error: encode_input_fn failed with: /);
    assert.match(failure.route ?? "", /encode_input_fn:double$/);
  });

  it("§4.8 decode_input_fn:<fn_name>: turns the bytes back into the same JSON", async () => {
    const sent = '{"value":"18446744073709551615","note":"云主机"}';
    const bytes = await drivers.encodeInput(id("Counter"), "set_value", sent);
    const { value } = await drivers.decodeInput(id("Counter"), "set_value", bytes);
    assert.deepEqual(value, JSON.parse(sent));
  });

  it("§4.8 decode_output_fn:<fn_name>: turns an output's bytes into JSON without losing a digit", async () => {
    const raw = await connection.contracts.call(id("Counter"), "bounds", { hex: "" });
    assert.ok(raw.kind === "bytes");
    const decoded = await drivers.decodeOutput(id("Counter"), "bounds", raw.bytes);
    const whole = await connection.contracts.call(id("Counter"), "bounds", { json: "null" });
    assert.deepEqual(decoded.value, whole.kind === "json" && whole.value);
  });

  it("§4.8 decode_event:<event_name>: reads bytes that would pass for JSON text as what they are", async () => {
    const { value, text } = await drivers.decodeEvent(id("Counter"), "counted", Buffer.from("12345678"));
    assert.ok(value === "4050765991979987505" || value === 4050765991979987505n);
    assert.match(text, /4050765991979987505/);
  });

  it("says that a contract has no driver", async () => {
    const failure = await nodeFailure(drivers.schema(id("Vault")), "not-found");
    assert.equal(failure.message, "This contract has no driver: give the input as hex.");
  });

  it("refuses input that is no JSON without asking the node", async () => {
    const failure = await nodeFailure(drivers.encodeInput(id("Silent"), "double", "{amount: 1}"), "invalid-input");
    assert.match(failure.message, /This is not JSON/);
  });
});

describe("driver client, on odd nodes", () => {
  it("refuses an encoded input that is not hex, and reads one that is sent as octets", async () => {
    const answers = [
      { headers: {}, body: "0102zz" },
      { headers: { "content-type": "application/octet-stream" }, body: "0102" },
    ];
    const server = await FaultServer.start(({ index }, reply) =>
      reply.answer(200, answers[index]?.headers, answers[index]?.body),
    );
    const transport = new Transport({ endpoint: server.endpoint() });
    const drivers = new DriverClient(transport);
    const failure = await nodeFailure(drivers.encodeInput("ab".repeat(32), "f", "null"), "malformed-response");
    assert.match(failure.message, /is not hex: 0102zz/);
    assert.deepEqual(await drivers.encodeInput("ab".repeat(32), "f", "null"), new Uint8Array(Buffer.from("0102")));
    await transport.dispose();
    await server.stop();
  });
});
