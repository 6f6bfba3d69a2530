import * as vscode from "vscode";
import { shownText, type Said } from "./words";

/** A row of the Test Explorer. */
export function testItem(controller: vscode.TestController, uri: vscode.Uri, label: Said): vscode.TestItem {
  return controller.createTestItem(uri.toString(), shownText(label), uri);
}

/** Why a test failed; with two texts, the editor shows how they differ. */
export function testMessage(
  said: Said,
  location: vscode.Location,
  compared?: { expected: string; actual: string },
): vscode.TestMessage {
  const message = new vscode.TestMessage(shownText(said));
  return Object.assign(
    message,
    { location },
    compared && { expectedOutput: compared.expected, actualOutput: compared.actual },
  );
}
