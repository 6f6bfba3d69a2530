import * as vscode from "vscode";
import { codeKinds, isCodeKind, requestCode } from "../../../wire/requestCode";
import type { OperationRun } from "./operationRun";
import { plainRequest } from "./plainRequest";

/** Puts a run on the clipboard as a command, or as code that sends the same request; asks which. */
export async function copyRequest(run: OperationRun): Promise<void> {
  const kind = await vscode.window.showQuickPick(codeKinds, { title: "Copy the Operation as" });
  if (!isCodeKind(kind)) return;
  await vscode.env.clipboard.writeText(requestCode(kind, plainRequest(run, run.connection.config)));
  void vscode.window.setStatusBarMessage(`Copied as ${kind}`, 4000);
}
