import assert from "node:assert/strict";
import { Connections } from "../../../../src/client/connections";
import type { SchemaCache } from "../../../../src/features/graphqlEditing/schema/schemaCache";
import { Schemas } from "../../../../src/features/graphqlEditing/schema/schemas";
import { eventually } from "../../../support/eventually";
import { startSandbox, type Sandbox } from "../../../support/startSandbox";

const sdl = (field: string) => `type Query { ${field}: Int }`;
const minute = 60_000;

describe("a schema that is in use", () => {
  let sandbox: Sandbox;
  let now = 0;
  const connections = new Connections();
  const nothing: Pick<SchemaCache, "read" | "write"> = { read: async () => undefined, write: async () => undefined };
  const schemas = new Schemas(
    connections,
    nothing as SchemaCache,
    () => undefined,
    () => now,
  );

  before(async () => {
    sandbox = await startSandbox({ blockMs: 0 });
  });
  after(async () => {
    schemas.dispose();
    connections.dispose();
    await sandbox.stop();
  });

  it("is asked for again after minutes, and not with each use", async () => {
    await sandbox.control("schema", { sdl: sdl("one") });
    const { url } = sandbox;
    const connection = connections.add({ name: "A", url, timeoutMs: 10_000, contracts: [], origin: "window" });
    await connection.connect();
    await schemas.of(connection);
    await eventually(
      "the connection to be up",
      () => connection.status.state,
      (at) => at === "up",
    );
    const field = () => Object.keys(schemas.state(connection).loaded === undefined ? {} : fields(connection)).join();
    await eventually("the schema", field, (seen) => seen === "one");
    await sandbox.control("schema", { sdl: sdl("two") });
    now += minute;
    await schemas.of(connection);
    assert.equal(schemas.state(connection).loading, false);
    assert.equal(field(), "one");
    now += 5 * minute;
    await schemas.of(connection);
    await eventually("the new schema", field, (seen) => seen === "two");
    assert.equal(schemas.state(connection).previous?.sdl, sdl("one"));
  });

  function fields(connection: Parameters<Schemas["state"]>[0]): object {
    const { loaded } = schemas.state(connection);
    return loaded && "schema" in loaded ? loaded.schema.getQueryType()!.getFields() : {};
  }
});
