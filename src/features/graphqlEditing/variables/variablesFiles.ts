import * as vscode from "vscode";
import { readText } from "../../../host/readText";
import { variablesBeside, variablesRemembered } from "./variablesUris";

/** The text of a variables file and where it stands. */
export interface VariablesText {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/**
 * The text that counts for a document: of the file beside it, while there is none of what is remembered. What is open in
 * an editor counts as it stands there. Rejects for a file that is too long.
 */
export async function variablesTextOf(source: vscode.Uri): Promise<VariablesText | undefined> {
  const beside = variablesBeside(source);
  return (beside && (await textAt(beside))) ?? textAt(variablesRemembered(source));
}

async function textAt(uri: vscode.Uri): Promise<VariablesText | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) return { uri, text: open.getText() };
  try {
    return { uri, text: await readText(uri) };
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined; // there is none, which is the usual case
    throw error;
  }
}
