import assert from "node:assert/strict";
import { Connection } from "../../../../src/client/connection";
import { ContractSchemas } from "../../../../src/features/contractPanel/model/contractSchemas";
import { contractIds } from "../../../../src/sandbox/contracts/contractIds";
import { nodeFailure } from "../../../support/nodeFailure";
import { stakeContractId, transferContractId } from "../../../../src/wire/ids";
import { recordedPrefix, RecordedNode } from "../../../support/recordedNode";
import { sharedSandbox } from "../../../support/sharedSandbox";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

/** A contract of the recorded node with a driver of its own, whose schema is empty. */
const ownContract = "b06d61d9f26f37edb9d95eef8451b8f1865b2b03f60ab59ab4b248628d950764";

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

  it("is remembered for a minute, and asked again after it or on request", async () => {
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

  it("is the catalogue for a built-in contract, whose driver is asked only when a person wants it", async () => {
    const path = `/on/driver:${contractIds.transfer}/get_schema`;
    await sandbox.control("drop", { path, count: 2 });
    const before = await asked(contractIds.transfer);
    const known = await schemas.describe(connection, contractIds.transfer);
    assert.equal(known.driver, "built-in");
    assert.ok(known.schema.functions.some(({ name }) => name === "contract_balance"));
    assert.deepEqual(known.notes, ["Built into the node; its functions and events are known to Chainscope."]);
    assert.equal(await asked(contractIds.transfer), before);
    const again = await schemas.describe(connection, contractIds.transfer, true);
    assert.equal(again.driver, "built-in");
    assert.match(again.notes.join(" "), /^Built into the node.* No schema: The node closed the connection/);
    // A dropped connection is tried once more by the client, in case it had been a dead one.
    assert.ok((await asked(contractIds.transfer)) - before <= 2);
    assert.equal((await (await connection.node()).node.info())["chain_id"], 250);
  });

  it("is the schema of a built-in contract that answers when a person asks, from then on", async () => {
    const { url } = await sharedSandbox();
    const config = { name: "Shared", url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
    const shared = new Connection(config);
    const { driver, notes } = await schemas.describe(shared, contractIds.transfer, true);
    assert.equal(driver, "described");
    assert.match(notes.join(" "), /^Built into the node/);
    now = 3_600_000;
    assert.equal((await schemas.describe(shared, contractIds.transfer)).driver, "described");
    shared.dispose();
  });

  it("is nothing but names, with the advice to give them, for a driver that is silent about its schema", async () => {
    const { schema, driver, notes } = await schemas.describe(connection, contractIds.silent);
    assert.equal(driver, "silent");
    assert.deepEqual(schema.problems, []);
    assert.equal(notes[0], "This driver tells no schema: name the function or event yourself.");
    assert.match(notes[1] ?? "", /^No schema: The node closed the connection without a response\./);
  });

  for (const [what, schema, driver, note] of [
    ["nothing", "{}", "silent", "This driver tells no schema: name the function or event yourself."],
    ["no functions and no events", '{"functions":null,"events":[]}', "silent", "This driver tells no schema"],
    ["events alone", '{"functions":null,"events":[{"topic":"x","data":"u64"}]}', "described", "names no function"],
    ["events and no list of functions", '{"functions":{},"events":[{"topic":"x"}]}', "described", "names no function"],
  ] as const) {
    it(`says to write a name where the schema names ${what}: ${schema}`, async () => {
      await sandbox.control("schema", { contract: contractIds.counter, schema });
      const described = await schemas.describe(connection, contractIds.counter);
      assert.equal(described.driver, driver);
      assert.ok(described.notes[0]?.includes(note), described.notes.join());
      await sandbox.control("schema", {});
    });
  }

  it("names what was called before, the person's own calls first", async () => {
    const named = new ContractSchemas(
      () => now,
      (id) => (id === contractIds.silent ? ["double", "half"] : []),
    );
    const { schema } = await named.describe(connection, contractIds.silent);
    assert.deepEqual(
      schema.functions.slice(0, 2).map(({ name }) => name),
      ["double", "half"],
    );
  });

  it("is nothing, with the advice to use hex, for a contract without a driver", async () => {
    const { driver, notes } = await schemas.describe(connection, contractIds.vault);
    assert.equal(driver, "none");
    assert.deepEqual(notes, ["This contract has no driver: give the input as hex."]);
  });

  it("is refused for an id that the node has no contract for", async () => {
    const failure = await nodeFailure(schemas.describe(connection, "fe".repeat(32)), "not-found");
    assert.equal(failure.message, "No contract with this id on Local.");
    assert.equal(schemas.known(connection, "fe".repeat(32)), undefined);
  });

  describe("on a node of version 1.4.5", () => {
    const query = "{ transactions(last: 200) { err tx { callData { contractId fnName } } } }";
    let recorded: RecordedNode;
    let real: Connection;
    before(async () => {
      recorded = await RecordedNode.start();
      const config = { name: "Real", url: recorded.url, prefix: recordedPrefix, timeoutMs: 5000 } as const;
      real = new Connection({ ...config, contracts: [], origin: "window" });
    });
    after(async () => {
      real.dispose();
      await recorded.stop();
    });

    it("is what transactions called, for a driver whose schema is empty", async () => {
      const calls = ["stake", "unstake", "stake"].map((fnName) => ({
        tx: { callData: { contractId: ownContract, fnName } },
      }));
      const transactions = [
        ...calls,
        { tx: { callData: null } },
        { tx: { callData: { contractId: "aa", fnName: "x" } } },
      ];
      recorded.also("/graphql", JSON.stringify({ query }), JSON.stringify({ data: { transactions } }));
      const { schema, driver, notes } = await schemas.describe(real, ownContract);
      assert.equal(driver, "silent");
      assert.deepEqual(notes, ["This driver tells no schema: name the function or event yourself."]);
      assert.deepEqual(
        schema.functions.map(({ name, input }) => [name, input]),
        [
          ["stake", ""],
          ["unstake", ""],
        ],
      );
    });

    it("is of a built-in contract also what it was used by, as of a node that is newer than the catalogue", async () => {
      const called = (fnName: string, err: string | null) => ({
        ...{ err, tx: { callData: { contractId: transferContractId, fnName } } },
      });
      const transactions = [
        called("shield", null),
        called("deposit", null),
        called("shield", null),
        called("typo", "Unknown"),
      ];
      recorded.also("/graphql", JSON.stringify({ query }), JSON.stringify({ data: { transactions } }));
      const { topics } = await real.node();
      topics.saw(transferContractId, "shielded");
      const used = new ContractSchemas(
        () => now,
        (id) => (id === transferContractId ? ["peek", "deposit"] : []),
      );
      const { schema, driver } = await used.describe(real, transferContractId);
      assert.equal(driver, "built-in");
      const names = schema.functions.map(({ name }) => name);
      assert.deepEqual(names.slice(-2), ["peek", "shield"]);
      assert.deepEqual(names.length, new Set(names).size, "each once");
      assert.equal(schema.events.at(-1)?.topic, "shielded");
      // What is used later is known a minute later.
      const later = { data: { transactions: [called("unshield", null)] } };
      recorded.also("/graphql", JSON.stringify({ query }), JSON.stringify(later));
      now = 61_000;
      const { schema: next } = await used.describe(real, transferContractId);
      assert.equal(next.functions.at(-1)?.name, "unshield");
    });

    it("is never asked of its built-in contracts, which would close the connection", async () => {
      for (const id of [transferContractId, stakeContractId]) {
        assert.equal((await schemas.describe(real, id)).driver, "built-in");
        await (await real.node()).topics.of(id);
      }
      assert.ok(!recorded.asked.some((path) => /:0[12]0.*\/get_schema$/.test(path)));
    });
  });

  it("is nothing for a contract without a driver on a node that answers as if a file of its own were missing", async () => {
    const like = await startSandbox({ blockMs: 0, args: ["--like", "1.4", "--history", "3"] });
    const config = { name: "Like", url: like.url, timeoutMs: 5000, contracts: [], origin: "window" } as const;
    const deployed = new Connection(config);
    const { driver, notes } = await schemas.describe(deployed, contractIds.vault);
    assert.deepEqual([driver, notes], ["none", ["This contract has no driver: give the input as hex."]]);
    deployed.dispose();
    await like.stop();
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
