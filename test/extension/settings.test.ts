import assert from "node:assert/strict";
import * as vscode from "vscode";
import { extensionId } from "../../src/host/contributionIds";
import { readSetting, type Settings, watchSettings } from "../../src/host/settings";
import { type SettingRule, settingProblem, settingRules } from "../../src/host/settingRule";
import { eventually } from "../support/eventually";

describe("settings in VS Code", () => {
  const configuration = () => vscode.workspace.getConfiguration();
  const write = (name: string, value: unknown) =>
    configuration().update(name, value, vscode.ConfigurationTarget.Global);
  let rules: [string, SettingRule][];

  before(() => {
    rules = [...settingRules(vscode.extensions.getExtension(extensionId)?.packageJSON)];
    assert.ok(rules.length > 10);
  });

  it("are read as their defaults while their values are not allowed, each of them", async () => {
    for (const [name, rule] of rules) {
      for (const value of [-5, 1e12, "text", null, [1]]) {
        await write(name, value);
        const wanted = settingProblem(rule, value) === undefined ? value : rule.default;
        assert.deepEqual(
          readSetting(name.replace("chainscope.", "") as keyof Settings),
          wanted,
          `${name} ${String(value)}`,
        );
      }
      await write(name, undefined);
    }
  }).timeout(60_000);

  it("that are not allowed are said once, also when they become so later", async () => {
    const said: string[] = [];
    const other = "chainscope.events.lens";
    await write("chainscope.events.keep", -5);
    const watching = watchSettings(({ message }) => said.push(message));
    try {
      await write("chainscope.events.maxLinesPerSecond", "many");
      await eventually(
        "both to be said",
        () => said.length,
        (count) => count === 2,
      );
      await write(other, false);
      await write(other, undefined);
      assert.match(
        said[0] ?? "",
        /^The setting chainscope\.events\.keep is -5, but it must be a whole number from 100/,
      );
      assert.match(said[1] ?? "", /^The setting chainscope\.events\.maxLinesPerSecond is "many", but/);
      assert.equal(said.length, 2);
    } finally {
      watching.dispose();
      await write("chainscope.events.keep", undefined);
      await write("chainscope.events.maxLinesPerSecond", undefined);
    }
  });
});
