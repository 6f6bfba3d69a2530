import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { ContractSchemas } from "../../../../src/features/contractPanel/contractSchemas";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { nodeFailure } from "../../../support/nodeFailure";
import { sharedSandbox } from "../../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

describe("what is known of a contract", () => {
  let sandbox: Sandbox;
  let connection: Connection;
  let now: number;
  let schemas: ContractSchemas;

  before(async () => (sandbox = await startSandbox({ blockMs: 0 })));
  after(() => sandbox.stop());
  beforeEach(() => {
    now = 0;
    schemas = new ContractSchemas(() => now);
    const config = { name: "Local", url: sandbox.url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
    connection = new Connection(config);
  });
  afterEach(() => connection.dispose());

  const asked = async (id: string) => {
    const { requests } = (await sandbox.control("state")) as { requests: Record<string, number> };
    return requests[`/on/driver:${id}/get_schema`] ?? 0;
  };

  it("is its driver's schema", async () => {
    const { schema, driver, notes } = await schemas.describe(connection, contractIds.counter);
    assert.equal(driver, "described");
    assert.ok(schema.functions.some(({ name }) => name === "increment_by"));
    assert.deepEqual(notes, []);
  });

  it("is remembered for a minute, and asked anew after it or on request", async () => {
    const before = await asked(contractIds.token);
    await schemas.describe(connection, contractIds.token);
    now = 59_000;
    await schemas.describe(connection, contractIds.token);
    assert.equal(await asked(contractIds.token), before + 1);
    now = 61_000;
    await schemas.describe(connection, contractIds.token);
    await schemas.describe(connection, contractIds.token, true);
    assert.equal(await asked(contractIds.token), before + 3);
  });

  it("is the catalogue for a built-in contract whose driver drops the connection, which is asked once", async () => {
    const path = `/on/driver:${contractIds.transfer}/get_schema`;
    await sandbox.control("drop", { path, count: 2 });
    const before = await asked(contractIds.transfer);
    const [one] = await Promise.all([
      schemas.describe(connection, contractIds.transfer),
      schemas.describe(connection, contractIds.transfer),
    ]);
    await schemas.describe(connection, contractIds.transfer);
    assert.equal(one.driver, "built-in");
    assert.ok(one.schema.functions.some(({ name }) => name === "contract_balance"));
    assert.match(one.notes.join(" "), /No schema: .*built into the node/);
    // A dropped connection is tried once more by the client, in case it had been a dead one.
    assert.ok((await asked(contractIds.transfer)) - before <= 2);
    const node = await connection.node();
    assert.equal((await node.node.info())["chain_id"], 250);
  });

  it("says of a built-in contract that answers with its schema that the driver is built into the node", async () => {
    const { url } = await sharedSandbox();
    const config = { name: "Shared", url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
    const shared = new Connection(config);
    const { driver, notes } = await schemas.describe(shared, contractIds.transfer);
    assert.equal(driver, "described");
    assert.match(notes.join(" "), /driver is built into the node/);
    shared.dispose();
  });

  it("is nothing, with the reason, for a driver that is silent about its schema", async () => {
    const { schema, driver, notes } = await schemas.describe(connection, contractIds.silent);
    assert.equal(driver, "silent");
    assert.deepEqual(schema.functions, []);
    assert.match(notes.join(" "), /^No schema: The node closed the connection without answering\./);
  });

  it("is nothing, with the advice to use hex, for a contract without a driver", async () => {
    const { driver, notes } = await schemas.describe(connection, contractIds.vault);
    assert.equal(driver, "none");
    assert.match(notes.join(" "), /no data driver.*as hex/);
  });

  it("cannot be said when the node is not there, and is asked again as soon as it is", async () => {
    const config = {
      name: "Gone",
      url: "http://127.0.0.1:1",
      timeoutMs: 2000,
      contracts: [],
      origin: "window",
    } as const;
    const gone = new Connection(config);
    await nodeFailure(schemas.describe(gone, contractIds.counter), "unreachable");
    assert.equal(schemas.known(gone, contractIds.counter), undefined);
    gone.dispose();
  });

  it("is known without asking once it was asked", async () => {
    assert.equal(schemas.known(connection, contractIds.counter), undefined);
    const description = await schemas.describe(connection, contractIds.counter);
    now = 3_600_000;
    assert.equal(schemas.known(connection, contractIds.counter), description);
  });
});
