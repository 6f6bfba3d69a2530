import assert from "node:assert/strict";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { NodeError } from "../../../src/client/failures/nodeError";
import { parseExactJson, stringifyExactJson, type Json } from "../../../src/wire/json/exactJson";
import { recordedPrefix, RecordedNode } from "../../support/recordedNode";
import { callFor, type Given } from "../../support/recordedCalls";
import { exchangesOf, recordedSchema, type Exchange } from "../../support/recordings";
import { connectTo } from "../../support/sharedSandbox";

const files = [
  "node-network-stats-prover",
  "metadata-and-driver-files",
  "blobs",
  "deprecated",
  "contract-calls",
  "data-drivers",
  "decoded-events",
  "transactions",
  "payload-encoding-and-feeds",
  "graphql",
];

describe("each method of the client, on what a node of version 1.4.5 was heard to answer", () => {
  let recorded: RecordedNode;
  let node: NodeConnection;
  before(async () => {
    recorded = await RecordedNode.start();
    node = connectTo(recorded, {}, recordedPrefix);
  });
  after(async () => {
    await node.dispose();
    await recorded.stop();
  });

  for (const file of files) {
    const rows = exchangesOf(file).flatMap((exchange) => {
      const call = callFor(exchange);
      return call ? [{ exchange, call }] : [];
    });
    it(`${file}: ${rows.length} answers end in their value or in a sentence with the node's words`, async () => {
      assert.ok(rows.length > 3, `${rows.length} rows`);
      const wrong: string[] = [];
      for (const { exchange, call } of rows) {
        const problem = await problemOf(exchange, () => call(node));
        if (problem) wrong.push(`${exchange.name}: ${problem}`);
      }
      assert.deepEqual(wrong, []);
      assert.deepEqual(recorded.unrecorded, []);
    });
  }

  it("the schema comes whole", async () => {
    assert.equal((await node.graphql.schemaSdl()).sdl, recordedSchema());
  });
});

/** What is wrong with how a call ended; undefined when it is right. */
async function problemOf({ request, response }: Exchange, call: () => Promise<Given>): Promise<string | undefined> {
  const outcome = await call().then(
    (given) => ({ given }),
    (thrown: unknown) => ({ thrown }),
  );
  if ("error" in response) {
    const { thrown } = outcome as { thrown?: unknown };
    return thrown instanceof NodeError && thrown.reason === "closed-without-answer" ? undefined : shown(outcome);
  }
  const { status, body = "" } = response;
  if ("thrown" in outcome) {
    const { thrown } = outcome;
    if (!(thrown instanceof NodeError) || status < 300) return shown(outcome);
    // What cannot be right is refused before it is sent, in words of our own; else the node's own words are there.
    const text = body.slice(body.indexOf(": ") + 1).trim();
    const isSaid = thrown.status === undefined || thrown.message.includes(text) || thrown.response?.includes(text);
    return isSaid ? undefined : `${thrown.reason}: ${thrown.message}`;
  }
  // A result of GraphQL has its errors in it, whatever its status.
  return (status < 300 || request.path === "/graphql") && isSame(outcome.given, body) ? undefined : shown(outcome);
}

function isSame(given: Given, body: string): boolean {
  if (given instanceof Uint8Array)
    return [Buffer.from(given).toString("hex"), Buffer.from(given).toString("utf8")].includes(body);
  if (given !== null && typeof given === "object" && "text" in given) return given.text === body;
  if (given !== null && typeof given === "object" && "count" in given)
    return given.count === (parseExactJson(body) as Json[]).length;
  return body === "" ? given === null : sorted(given) === sorted(parseExactJson(body));
}

function sorted(value: Json): string {
  const inOrder = (each: Json): Json => {
    if (Array.isArray(each)) return each.map(inOrder);
    if (typeof each !== "object" || each === null) return each;
    const names = Object.keys(each).sort();
    return Object.fromEntries(names.map((name) => [name, inOrder(each[name] ?? null)]));
  };
  return stringifyExactJson(inOrder(value));
}

function shown(outcome: { given: Given } | { thrown: unknown }): string {
  if ("thrown" in outcome) return String(outcome.thrown);
  return outcome.given instanceof Uint8Array
    ? Buffer.from(outcome.given).toString("hex")
    : stringifyExactJson(outcome.given);
}
