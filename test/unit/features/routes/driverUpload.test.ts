import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readDriverSchema } from "../../../../src/contract/schema/driverSchema";
import { DriverProcess } from "../../../../src/driver/driverProcess";
import { checkedModule, schemaChanges, uploadText } from "../../../../src/features/routes/model/driverUpload";
import { driverModule } from "../../../../src/sandbox/driver/driverModule";
import { op } from "../../../../src/sandbox/driver/wasm";
import { limits } from "../../../../src/wire/limits";
import { driverProcessFile } from "../../../support/driverProcessFile";
import { nodeFailure } from "../../../support/nodeFailure";
import { oddDriver } from "../../../support/oddDriver";

const schemaOf = (functions: [string, string, string][], events: [string, string][] = []) =>
  readDriverSchema(
    JSON.stringify({
      functions: functions.map(([name, input, output]) => ({ name, input, output })),
      events: events.map(([topic, data]) => ({ topic, data })),
    }),
  );
const before = schemaOf(
  [
    ["get", "()", "u64"],
    ["put", "u32", "()"],
  ],
  [["set", "u64"]],
);
const after = schemaOf([
  ["get", "()", "u64"],
  ["put", "u64", "()"],
  ["add", "u64", "()"],
]);

describe("a driver to upload", () => {
  const module = driverModule({ schema: '{"functions":[]}', version: "1", events: new Map() });
  const upload = {
    ...{ place: "Local", contract: "Counter", contractId: "c0".repeat(32), owner: undefined, file: "/a.wasm" },
    ...{ module, presentDigest: undefined, before, after },
  };

  it("is told with what is to be signed, what it is made of, and what changes", () => {
    const text = uploadText(upload);
    assert.ok(text.includes(`\nsha3_256: ${createHash("sha3-256").update(module).digest("hex")}\n`));
    assert.match(text, /\nsections: type function [a-z ]*code/);
    assert.match(text, /\nexports: .*get_schema.*\nruns_here: "yes"\npresent_driver: none\n/);
    assert.match(text, /functions:\n {4}added:\n {6}- add\n {4}changed:\n {6}- "put: u64 → \(\), was u32 → \(\)"\n/);
    assert.match(text, /events:\n {4}removed:\n {6}- set\n/);
  });

  it("says that nothing changes, that there is no schema, and why changes are not known", () => {
    assert.equal(schemaChanges(before, before), "none");
    assert.match(schemaChanges(readDriverSchema(""), readDriverSchema("")) as string, /there is no schema/);
    assert.match(
      uploadText({ ...upload, after: "The new schema cannot be read here: it hangs" }),
      /changes: .*it hangs/,
    );
  });

  it("lists no more changes than someone reads, and keeps the words of a schema words", () => {
    const many = schemaOf(Array.from({ length: limits.differences + 3 }, (_, at) => [`f${at}`, "()", "()"]));
    const { functions } = schemaChanges(readDriverSchema(""), many) as { functions: { added: string[] } };
    assert.equal(functions.added.at(-1), "… 3 more");
    const odd = schemaOf([
      ["x\u202e$(error)", "()", "()"],
      ["constructor", "()", "()"],
    ]);
    const text = uploadText({ ...upload, before: readDriverSchema(""), after: odd });
    assert.doesNotMatch(text, /\u202e/);
    assert.match(text, /- constructor\n/);
  });

  for (const [what, bytes, hint] of [
    ["text", Buffer.from("no module"), /no WebAssembly module/],
    ["nothing", Buffer.alloc(0), /This module is not a driver/],
    ["half a module", module.subarray(0, module.length / 2), /ends too early/],
    ["a module that lacks a function", oddDriver({ without: "get_version" }), /does not export get_version/],
  ] as const)
    it(`is refused when it is ${what}`, async () => {
      const checked = new Promise((resolve) => resolve(checkedModule(bytes)));
      assert.match((await nodeFailure(checked, "invalid-input")).message, hint);
    });
});

describe("the schema of a module that no node has yet", () => {
  let runner: DriverProcess;
  beforeEach(() => (runner = new DriverProcess(driverProcessFile, { eventMs: 300 })));
  afterEach(() => runner.dispose());

  it("is what the module tells", async () => {
    const schema = `{"functions":[${"1,".repeat(20_000)}1]}`;
    const driver = await runner.load(driverModule({ schema, version: "1", events: new Map() }));
    assert.equal(await driver.schema(), schema);
  });

  it("is asked of one that never comes back for no longer than an event", async () => {
    const driver = await runner.load(oddDriver({ init: [...op.loop(op.const32(1)), ...op.const32(0)] }));
    await assert.rejects(driver.schema() ?? assert.fail(), /took too long/);
  });
});
