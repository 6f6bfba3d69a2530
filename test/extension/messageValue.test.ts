import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import { fromMessageValue, type MessageValue, toMessageValue } from "../../src/bridge/messageValue";
import { pageHtml } from "../../src/host/pageHtml";
import type { Json } from "../../src/wire/json/exactJson";

const root = resolve(__dirname, "../../..");

interface Echo {
  ready?: boolean;
  digits: string;
  value: MessageValue;
}

describe("a value between extension and page, in the real host", () => {
  let folder: string;
  let panel: vscode.WebviewPanel;
  let heard: (echo: Echo) => void = () => undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "chainscope-echo-"));
    const esbuild = (await import(pathToFileURL(join(root, "node_modules/esbuild/lib/main.js")).href)) as Esbuild;
    const outfile = join(folder, "echo.js");
    const entryPoints = [join(root, "test/extension/pages/echo.ts")];
    await esbuild.build({ entryPoints, outfile, bundle: true, format: "iife", platform: "browser" });
    await esbuild.stop();
    await writeFile(join(folder, "echo.css"), "");
    panel = openPage(folder);
    const ready = new Promise<Echo>((resolve) => (heard = resolve));
    panel.webview.onDidReceiveMessage((echo: Echo) => heard(echo));
    panel.webview.html = pageHtml(panel.webview, {
      title: "Echo",
      script: vscode.Uri.file(outfile),
      style: vscode.Uri.file(join(folder, "echo.css")),
    });
    assert.equal((await ready).ready, true);
  });
  after(async () => {
    panel.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  async function echoOf(value: Json): Promise<Echo> {
    const echo = new Promise<Echo>((resolve) => (heard = resolve));
    await panel.webview.postMessage({ value: toMessageValue(value) });
    return echo;
  }

  const values: [name: string, value: Json, inThePage: string][] = [
    ["a result with the highest u64", { amount: 18446744073709551615n }, '{"amount":"18446744073709551615n"}'],
    ["the highest u64 alone", 18446744073709551615n, '"18446744073709551615n"'],
    ["2^64", 2n ** 64n, '"18446744073709551616n"'],
    ["the lowest i128", -(2n ** 127n), '"-170141183460469231731687303715884105728n"'],
    ["2^53 + 1 in a list in a list", [[9007199254740993n]], '[["9007199254740993n"]]'],
    ["decimal text, which stays text", "18446744073709551615", '"18446744073709551615"'],
    ["an object that looks like a tagged integer", { integer: "5" }, '{"integer":"5"}'],
    ["small numbers, null, flags and markup", [1, null, true, "<img src=x>"], '[1,null,true,"<img src=x>"]'],
  ];
  for (const [name, value, inThePage] of values) {
    it(`arrives in the page and comes back unchanged: ${name}`, async () => {
      const echo = await echoOf(value);
      assert.equal(echo.digits, inThePage);
      assert.deepEqual(fromMessageValue(echo.value), value);
    });
  }
});

interface Esbuild {
  build(options: object): Promise<unknown>;
  stop(): Promise<void>;
}

function openPage(folder: string): vscode.WebviewPanel {
  return vscode.window.createWebviewPanel("chainscope.echo", "Echo", vscode.ViewColumn.One, {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.file(folder)],
  });
}
