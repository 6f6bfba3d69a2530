import { randomBytes } from "node:crypto";
import type * as vscode from "vscode";
import { t, textsId } from "../base/translate";

/** A page of ours: its name, a script and a style sheet of the extension, and what it speaks if that is not English. */
export interface PageParts {
  title: string;
  script: vscode.Uri;
  style: vscode.Uri;
  /** Texts by the English ones, as `translateWith` takes them. */
  language?: { id: string; texts: Readonly<Record<string, string>> };
}

/**
 * The document of a webview. Nothing but its own script and style sheet is loaded, by a nonce made for this document;
 * there is no connection to anywhere, so that all traffic goes through the extension. What the page shows arrives as
 * messages, never as markup; texts of ours in another language are part of the document, since they are drawn first.
 */
export function pageHtml(webview: vscode.Webview, { title, script, style, language }: PageParts): string {
  const nonce = randomBytes(18).toString("base64");
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const loading = t`This page has not loaded. Close the tab and open it again; if that does not help, reload the window.`;
  return `<!DOCTYPE html>
<html lang="${attribute(language?.id ?? "en")}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${attribute(webview.asWebviewUri(style))}">
<title>${attribute(title)}</title>
</head>
<body>
<p id="loading" role="status">${attribute(loading)}</p>
${language ? textsElement(language.texts) : ""}<script nonce="${nonce}" src="${attribute(webview.asWebviewUri(script))}"></script>
</body>
</html>`;
}

/** Data, not a program: no browser runs it, and nothing in it ends it. */
function textsElement(texts: Readonly<Record<string, string>>): string {
  const json = JSON.stringify(texts).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${textsId}">${json}</script>\n`;
}

function attribute(value: { toString(): string }): string {
  return value.toString().replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
