import assert from "node:assert/strict";
import { Connection } from "../../../src/client/connection";
import { DriverSchemas } from "../../../src/client/driverSchemas";
import type { NodeConnection } from "../../../src/client/nodeConnection";
import { describedTopics } from "../../../src/contract/schema/describedContract";
import { ContractSchemas } from "../../../src/features/contractPanel/model/contractSchemas";
import { EventDecoder } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { contractDetails } from "../../../src/features/explorer/model/contractDetails";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { limits } from "../../../src/wire/limits";
import { FakeClock } from "../../support/fakeClock";
import { nodeFailure } from "../../support/nodeFailure";
import { oddDriver } from "../../support/oddDriver";
import { receivedEvent } from "../../support/receivedEvent";
import { startSandbox, type Sandbox } from "../../support/startSandbox";

const { counter } = contractIds;

describe("the schemas of drivers", () => {
  let sandbox: Sandbox;
  let connection: Connection;
  let node: NodeConnection;
  let panel: ContractSchemas;
  let decoder: EventDecoder;
  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(() => sandbox.stop());
  beforeEach(async () => {
    await sandbox.control("reset");
    const config = { name: "Local", url: sandbox.url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
    connection = new Connection(config, { describedTopics });
    node = await connection.node();
    panel = new ContractSchemas();
    decoder = new EventDecoder(node);
    node.schemas.onChange((contractId) => decoder.forget(contractId));
  });
  afterEach(() => connection.dispose());

  const requests = async () => {
    const state = (await sandbox.control("state")) as { requests: Record<string, number> };
    return state.requests[`/on/driver:${counter}/get_schema`] ?? 0;
  };

  /** What everybody who reads a contract's schema makes of it: names of its events. */
  async function read(): Promise<string[][]> {
    // A name that the driver does not know as it came is looked for in the schema.
    const { frame } = receivedEvent({ component: "contracts", entity: counter, topic: "COUNTED" }, Buffer.alloc(8, 1));
    const [details, described, topics, decoded] = await Promise.all([
      contractDetails(node, counter),
      panel.describe(connection, counter),
      node.topics.of(counter),
      decoder.decode(frame),
    ]);
    const names = (events: readonly { topic: string }[]) => events.map(({ topic }) => topic);
    return [
      names(details.described.schema.events),
      names(described.schema.events),
      names(topics.topics),
      "value" in decoded ? ["counted"] : [],
    ];
  }

  it("are asked for once, by however many callers", async () => {
    const before = await requests();
    const [first, ...others] = await read();
    assert.ok(first?.includes("counted"));
    for (const each of others.slice(0, 2)) assert.deepEqual(each, first);
    await read();
    assert.equal(await requests(), before + 1);
  });

  it("are known to no one any more when a driver was uploaded", async () => {
    await read();
    const schema = '{"events":[{"topic":"renewed","data":"u64"}],"functions":[{"name":"renew"}]}';
    await sandbox.control("schema", { contract: counter, schema });
    assert.ok((await read())[0]?.includes("counted"), "until then nothing is asked");
    const told: string[] = [];
    node.schemas.onChange((contractId) => told.push(contractId));
    const driver = oddDriver({});
    await node.contracts.uploadDriver(counter.toUpperCase(), driver, sandbox.signature(driver));
    assert.deepEqual(told, [counter]);
    const before = await requests();
    assert.deepEqual((await read()).slice(0, 3), [["renewed"], ["renewed"], ["renewed"]]);
    assert.equal(await requests(), before + 1);
  });

  it("are asked for again by a person, and what is another one then holds for all", async () => {
    await read();
    await sandbox.control("schema", { contract: counter, schema: '{"events":[{"topic":"other","data":"u64"}]}' });
    const { schema } = await panel.describe(connection, counter, true);
    assert.deepEqual(
      schema.events.map(({ topic }) => topic),
      ["other"],
    );
    assert.equal(panel.known(connection, counter)?.schema, schema);
    assert.deepEqual((await read()).slice(0, 3), [["other"], ["other"], ["other"]]);
  });

  it("are asked for again after a failure, which all who waited are told", async () => {
    const path = `/on/driver:${counter}/get_schema`;
    await sandbox.control("drop", { path, count: 2 });
    const asked = [node.schemas.of(counter), node.schemas.of(counter)];
    for (const each of asked) await nodeFailure(each, "closed-without-answer");
    await sandbox.control("reset");
    assert.match(await node.schemas.of(counter), /counted/);
  });

  it("are kept for a minute, so many of them, and none that is too long to be read", async () => {
    const asked: string[] = [];
    const clock = new FakeClock();
    const longest = limits.contractSchema.characters;
    const schemas = new DriverSchemas((id) => {
      asked.push(id);
      return Promise.resolve(id === "long" ? " ".repeat(longest + 1) : id);
    }, clock);
    const all = Array.from({ length: limits.contractsWithTopics + 1 }, (_, at) => `${at}`);
    for (const id of [...all, "1", "0"]) assert.equal(await schemas.of(id), id);
    assert.deepEqual(asked, [...all, "0"]);
    clock.advance(60_000);
    await schemas.of("0");
    for (let count = 0; count < 2; count++) await schemas.of("long");
    assert.deepEqual(asked.slice(all.length + 1), ["0", "long", "long"]);
  });
});
