import * as vscode from "vscode";
import { setStatusBarMessage } from "../../host/messages";
import { pickWord } from "../../host/quickPicks";
import type { CallRequest } from "../../bridge/callRequest";
import type { Connection } from "../../client/connection";
import { codeKinds, requestCode } from "../../client/http/requestCode";
import { callInput } from "./model/runCall";
import { writtenCall } from "./model/writtenCall";

/** Puts a call on the clipboard as a command or a piece of code that sends the same bytes; asks which. */
export async function copyAs(connection: Connection, request: CallRequest): Promise<void> {
  const kind = await pickWord(codeKinds, { title: "Copy the Call as" });
  if (!kind) return;
  const node = await connection.node();
  const input = await callInput(node, request);
  const bytes = "bytes" in input ? input.bytes : undefined;
  const { config, prefix } = connection;
  const written = writtenCall(request, bytes, node.endpoint.headerName("Feeder"));
  await vscode.env.clipboard.writeText(requestCode(kind, { ...config, prefix }, written));
  void setStatusBarMessage(`Copied as ${kind}`, 4000);
}
