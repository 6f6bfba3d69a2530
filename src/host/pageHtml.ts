import { randomBytes } from "node:crypto";
import type * as vscode from "vscode";

/** A page of ours: a script and a style sheet of the extension, and the language and name of the document. */
export interface PageParts {
  title: string;
  script: vscode.Uri;
  style: vscode.Uri;
}

/**
 * The document of a webview. Nothing but its own script and style sheet is loaded, by a nonce made for this document;
 * there is no connection to anywhere, so that all traffic goes through the extension. What the page shows arrives as
 * messages, never as markup.
 */
export function pageHtml(webview: vscode.Webview, { title, script, style }: PageParts): string {
  const nonce = randomBytes(18).toString("base64");
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" nonce="${nonce}" href="${attribute(webview.asWebviewUri(style))}">
<title>${attribute(title)}</title>
</head>
<body>
<p id="loading" role="status">This page has not loaded. Close the tab and open it again; if that does not help, reload the window.</p>
<script nonce="${nonce}" src="${attribute(webview.asWebviewUri(script))}"></script>
</body>
</html>`;
}

function attribute(value: { toString(): string }): string {
  return value.toString().replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
