import assert from "node:assert/strict";
import { Connection, type ConnectionConfig } from "../../../../src/client/connection";
import { noConnection } from "../../../../src/client/noConnection";
import { NodeError, type Remedy } from "../../../../src/client/failures/nodeError";
import { failureExplainer } from "../../../../src/features/connections/failureExplainer";
import { FailureKinds } from "../../../../src/features/connections/model/failureKinds";
import { RecordedNode } from "../../../support/recordedNode";

const connectionOf = (name: string, origin: ConnectionConfig["origin"] = "settings") =>
  new Connection({ name, url: "http://h:1", timeoutMs: 1000, contracts: [], origin });

const prod = connectionOf("prod");
const sandbox = connectionOf("Sandbox", "window");
const explainWith = (...all: Connection[]) =>
  failureExplainer({ all, get: (name) => all.find((each) => each.name === name) }, new FailureKinds());
const failed = (...remedies: Remedy[]) =>
  new NodeError("refused", "It failed.", { connection: "prod", redirect: "http://other:2", prefix: "Rusk", remedies });

describe("a failure as this window shows it", () => {
  it("offers both ways to a first connection", () => {
    const { sentence, actions = [] } = explainWith()(noConnection());
    assert.equal(sentence, "There is no connection yet.");
    assert.deepEqual(
      actions.map(({ title, command }) => [title, command?.id]),
      [
        ["Connect to a Node…", "chainscope.connect"],
        ["Start the Sandbox Node", "chainscope.startSandbox"],
      ],
    );
  });

  it("names the connection when there are several, once, and always in the details", () => {
    assert.equal(explainWith(prod)(failed()).sentence, "It failed.");
    const several = explainWith(prod, sandbox);
    assert.equal(several(failed()).sentence, "prod: It failed.");
    assert.deepEqual(several(failed()).details, ["connection prod"]);
    assert.equal(several(failed().reworded("prod has no such block.")).sentence, "prod has no such block.");
  });

  it("offers to report a mistake of the program itself, and nothing that a node or a person can mend", () => {
    const titles = (error: unknown) => explainWith(prod)(error).actions?.map(({ title }) => title);
    assert.deepEqual(titles(new TypeError("undefined is not a function")), ["Report Issue…"]);
    assert.deepEqual(titles(new Error("There is no space left.")), []);
    assert.deepEqual(titles(failed()), []);
  });

  const buttons: [remedy: Remedy, title: string, command: string | undefined, argument?: unknown][] = [
    ["retry", "Retry", undefined],
    ["reconnect", "Reconnect", "chainscope.retry", { connection: prod }],
    ["edit-connection", "Edit Connection…", "chainscope.editConnection", { connection: prod }],
    ["set-secret-header", "Set Secret Header…", "chainscope.setSecretHeader", { connection: prod }],
    [
      "use-address",
      "Use That Address",
      "chainscope.editConnection",
      { connection: prod, newAddress: "http://other:2" },
    ],
    ["use-prefix", "Use Prefix Rusk", "chainscope.editConnection", { connection: prod, newPrefix: "Rusk" }],
    ["proxy-settings", "Open Settings", "workbench.action.openSettings", "http.proxy"],
    ["manage-trust", "Manage Workspace Trust", "workbench.trust.manage"],
    ["reload-schema", "Reload Schema", "chainscope.reloadSchema"],
    ["tail-events", "Tail Events…", "chainscope.tailEvents"],
    ["call-contract", "Call Contract…", "chainscope.callContract"],
    ["stop-recording", "Stop Recording", "chainscope.stopRecording"],
    ["stop-replay", "Stop Replaying", "chainscope.stopReplay"],
  ];
  for (const [remedy, title, command, argument] of buttons) {
    it(`has the button ${title}`, () => {
      const [action] = explainWith(prod)(failed(remedy)).actions ?? [];
      assert.equal(action?.title, title);
      assert.equal(action.command?.id, command);
      assert.deepEqual(action.command?.arguments.map((each) => each) ?? [], argument === undefined ? [] : [argument]);
    });
  }

  it("offers nothing that cannot be done to a connection which the window alone knows", () => {
    const own = failureExplainer({ all: [sandbox], get: () => sandbox }, new FailureKinds());
    assert.deepEqual(own(failed("edit-connection", "set-secret-header", "use-address", "use-prefix")).actions, []);
  });

  it("offers the prefix that the node was seen to use under whatever else fails on the connection", async () => {
    const recorded = await RecordedNode.start();
    const wrong = new Connection({
      name: "prod",
      url: recorded.url,
      timeoutMs: 4000,
      contracts: [],
      origin: "settings",
    });
    const titles = (error: unknown) => explainWith(wrong)(error).actions?.map(({ title }) => title);
    assert.deepEqual(titles(failed("retry")), ["Retry"]);
    await wrong.connect();
    assert.deepEqual(titles(failed("retry")), ["Retry", "Use Prefix Rusk"]);
    assert.deepEqual(titles(wrong.prefixProblem), ["Use Prefix Rusk"]);
    wrong.dispose();
    await recorded.stop();
  });

  it("takes whatever was thrown", () => {
    const thrown: unknown[] = [new Error("no"), "no", undefined, Object.assign(new Error("no"), { code: 7 })];
    for (const each of thrown) assert.match(explainWith()(each).sentence, /^(no|undefined)\.$/);
  });
});
