import * as vscode from "vscode";
import { codeLens } from "../../host/codeLens";
import { onSettingChange, readSetting } from "../../host/settings";
import { callFileEnding } from "./saveCallFile";

/** The line above a call file's text that runs it, compares its output, or opens it in the panel. */
export function registerCallFileLenses(): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider = { onDidChangeCodeLenses: changed.event, provideCodeLenses };
  return vscode.Disposable.from(
    changed,
    onSettingChange(["callFiles.lens"], () => changed.fire()),
    vscode.languages.registerCodeLensProvider({ pattern: `**/*${callFileEnding}` }, provider),
  );
}

function provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
  if (!readSetting("callFiles.lens")) return [];
  const top = new vscode.Range(0, 0, 0, 0);
  const lens = (title: string, command: string, tooltip: string) =>
    codeLens(top, { title, command, tooltip, arguments: [uri] });
  return [
    lens("Call", "chainscope.runCallFile", "Call and show the output beside"),
    lens("Call and compare", "chainscope.compareCallFile", "Call and show what differs from the expected output"),
    lens("Open in panel", "chainscope.openCallFile", "Open this call in the contract panel"),
  ];
}
