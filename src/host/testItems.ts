import * as vscode from "vscode";
import { shownText, type Said } from "./words";

/** A row of the Test Explorer. */
export function testItem(controller: vscode.TestController, uri: vscode.Uri, label: Said): vscode.TestItem {
  return controller.createTestItem(uri.toString(), shownText(label), uri);
}

/** Why a test failed; with two texts, the editor shows how they differ. */
export function testMessage(said: Said, compared?: { expected: string; actual: string }): vscode.TestMessage {
  const text = shownText(said);
  return compared ? vscode.TestMessage.diff(text, compared.expected, compared.actual) : new vscode.TestMessage(text);
}
