import * as vscode from "vscode";
import { codeLens } from "../../../host/codeLens";
import { variablesScheme } from "./variablesFileSystem";

export const variablesSelector: vscode.DocumentSelector = { scheme: variablesScheme, pattern: "**/*.variables.json" };

/** Above remembered variables: the way to a file beside the query, which can be shared. */
export class VariablesLens implements vscode.CodeLensProvider {
  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const name = uri.path.split("/").at(-1) ?? "";
    const command = {
      command: "chainscope.saveVariables",
      title: `Save Beside the Query as ${name}`,
      arguments: [uri],
    };
    return [codeLens(new vscode.Range(0, 0, 0, 0), command)];
  }
}
