import * as vscode from "vscode";
import { setStatusBarMessage } from "../../../host/messages";
import { pickWord } from "../../../host/quickPicks";
import { codeKinds, requestCode } from "../../../client/http/requestCode";
import type { OperationRun } from "./operationRun";
import { writtenRun } from "./writtenRun";

/** Puts a run on the clipboard as a command, or as code that sends the same request; asks which. */
export async function copyRequest(run: OperationRun): Promise<void> {
  const kind = await pickWord(codeKinds, { title: "Copy the Operation as" });
  if (!kind) return;
  const { config, prefix } = run.connection;
  await vscode.env.clipboard.writeText(requestCode(kind, { ...config, prefix }, writtenRun(run)));
  void setStatusBarMessage(`Copied as ${kind}`, 4000);
}
