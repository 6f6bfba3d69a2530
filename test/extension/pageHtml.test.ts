import assert from "node:assert/strict";
import * as vscode from "vscode";
import { pageHtml } from "../../src/host/pageHtml";

describe("the document of a page", () => {
  const parts = {
    title: `<img src=x onerror="alert('1')">`,
    script: vscode.Uri.file("/ext/dist/page.js"),
    style: vscode.Uri.file("/ext/media/page.css"),
  };
  let panel: vscode.WebviewPanel;
  before(() => {
    panel = vscode.window.createWebviewPanel("chainscope.policy", "Policy", vscode.ViewColumn.One);
  });
  after(() => void panel.dispose());

  it("lets in nothing but its own script and style, and no connection to anywhere", () => {
    const html = pageHtml(panel.webview, parts);
    const policy = /content="([^"]*)"/.exec(html.slice(html.indexOf("Content-Security-Policy")))?.[1] ?? "";
    const rules = Object.fromEntries(
      policy.split(";").map((rule): [string, string] => {
        const [name = "", ...sources] = rule.trim().split(" ");
        return [name, sources.join(" ")];
      }),
    );
    const nonce = /^'nonce-([A-Za-z0-9+/]{24})'$/.exec(rules["script-src"] ?? "")?.[1];
    assert.ok(nonce, policy);
    assert.deepEqual(rules, {
      "default-src": "'none'",
      "script-src": `'nonce-${nonce}'`,
      "style-src": `'nonce-${nonce}'`,
      "base-uri": "'none'",
      "form-action": "'none'",
    });
    assert.equal(html.split(`nonce="${nonce}"`).length, 3);
  });

  it("makes a nonce of its own for each document", () => {
    assert.notEqual(pageHtml(panel.webview, parts), pageHtml(panel.webview, parts));
  });

  it("holds no handler and no markup of a title", () => {
    const html = pageHtml(panel.webview, parts);
    assert.doesNotMatch(html, /<img|<[^>]*\son\w+=/);
  });
});
