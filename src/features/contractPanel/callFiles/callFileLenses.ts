import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { onNode } from "../../../client/connectionConfig";
import { writtenFields } from "../../../contract/jsonCursor";
import { codeLens } from "../../../host/codeLens";
import { onSettingChange, readSetting } from "../../../host/settings";
import { limits } from "../../../wire/limits";
import { meantBy, type CallFileContext } from "./callFileEnvironment";
import { callFileEnding } from "./saveCallFile";

/** The line above a call file's text that runs it, compares its output, or opens it in the panel. */
export function registerCallFileLenses(context: CallFileContext): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: (document: vscode.TextDocument) => lenses(context, document),
  };
  return vscode.Disposable.from(
    changed,
    onSettingChange(["callFiles.lens"], () => changed.fire()),
    context.connections.onChange(({ kind }) => kind !== "status" && changed.fire()),
    vscode.languages.registerCodeLensProvider({ pattern: `**/*${callFileEnding}` }, provider),
  );
}

function lenses(context: CallFileContext, document: vscode.TextDocument): vscode.CodeLens[] {
  if (!readSetting("callFiles.lens")) return [];
  const top = new vscode.Range(0, 0, 0, 0);
  const lens = (title: string, command: string, tooltip: string) =>
    codeLens(top, { title, command, tooltip, arguments: [document.uri] });
  const open = lens(t`Open in panel`, "chainscope.openCallFile", t`Open this call in the contract panel`);
  if (sendsTransaction(document)) {
    const title = t`Transact${onMeantNode(context, document)}…`;
    return [lens(title, "chainscope.compareCallFile", t`Sign, ask, send, and wait for the expected events`), open];
  }
  return [
    lens(t`Call${onMeantNode(context, document)}`, "chainscope.runCallFile", t`Call and show the output beside`),
    lens(t`Call and compare`, "chainscope.compareCallFile", t`Call and show what differs from the expected output`),
    open,
  ];
}

function sendsTransaction(document: vscode.TextDocument): boolean {
  const text = document.getText();
  return text.length <= limits.searchedCharacters && writtenFields(text).has("transact");
}

/** Which node a file calls; nothing where that shows only when it is run. */
function onMeantNode(context: CallFileContext, document: vscode.TextDocument): string {
  const text = document.getText();
  const isLong = text.length > limits.searchedCharacters;
  const { connection } = isLong ? { connection: undefined } : meantBy(context, text);
  if (!connection) return "";
  const fields = writtenFields(text);
  return fields.has("network") && !fields.has("connection") ? "" : onNode(connection.config);
}
