import * as vscode from "vscode";
import type { CallRequest } from "../../bridge/callRequest";
import type { Connection } from "../../client/connection";
import { codeKinds, isCodeKind, requestCode } from "../../wire/requestCode";
import { methodPath } from "../../wire/target";
import { plainRequest } from "./plainRequest";
import { callInput } from "./runCall";

/** Puts a call on the clipboard as a command or a piece of code that sends the same bytes; asks which. */
export async function copyAs(connection: Connection, request: CallRequest): Promise<void> {
  const kind = await vscode.window.showQuickPick(codeKinds, { title: "Copy the Call as" });
  if (!isCodeKind(kind)) return;
  const node = await connection.node();
  const input = await callInput(node, request);
  const path = methodPath({ component: "contracts", entity: request.contractId, topic: request.fn });
  const bytes = "bytes" in input ? input.bytes : undefined;
  const { endpoint } = node;
  const plain = plainRequest(endpoint.httpUrl(path).href, request, bytes, endpoint.headerName("Feeder"));
  await vscode.env.clipboard.writeText(requestCode(kind, plain));
  void vscode.window.setStatusBarMessage(`Copied as ${kind}`, 4000);
}
