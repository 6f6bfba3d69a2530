import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
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
    // All at once: each change of the settings is read by everything in the window.
    const folder = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail("no folder"), ".vscode");
    const valuesNow = () => rules.map(([name]) => configuration().inspect(name)?.workspaceValue);
    const untilRead = (value: unknown) =>
      eventually(`${String(value)} in every setting`, valuesNow, (values) =>
        values.every((now) => isDeepStrictEqual(now, value)),
      );
    await mkdir(folder, { recursive: true });
    try {
      for (const value of [-5, 1e12, "text", null, [1]]) {
        const all = Object.fromEntries(rules.map(([name]) => [name, value]));
        await writeFile(join(folder, "settings.json"), JSON.stringify(all));
        await untilRead(value);
        for (const [name, rule] of rules) {
          const wanted = settingProblem(rule, value) === undefined ? value : rule.default;
          const read = readSetting(name.replace("chainscope.", "") as keyof Settings);
          assert.deepEqual(read, wanted, `${name} ${String(value)}`);
        }
      }
    } finally {
      await rm(folder, { recursive: true });
      await untilRead(undefined);
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
