import * as vscode from "vscode";
import { setStatusBarMessage } from "../../host/messages";
import { pickWord } from "../../host/quickPicks";
import type { CallRequest } from "../../bridge/callRequest";
import type { Connection } from "../../client/connection";
import { codeKinds, requestCode } from "../../wire/requestCode";
import { methodPath } from "../../wire/target";
import { plainRequest } from "./plainRequest";
import { callInput } from "./runCall";

/** Puts a call on the clipboard as a command or a piece of code that sends the same bytes; asks which. */
export async function copyAs(connection: Connection, request: CallRequest): Promise<void> {
  const kind = await pickWord(codeKinds, { title: "Copy the Call as" });
  if (!kind) return;
  const node = await connection.node();
  const input = await callInput(node, request);
  const path = methodPath({ component: "contracts", entity: request.contractId, topic: request.fn });
  const bytes = "bytes" in input ? input.bytes : undefined;
  const { endpoint } = node;
  const plain = plainRequest(endpoint.httpUrl(path).href, request, bytes, endpoint.headerName("Feeder"));
  await vscode.env.clipboard.writeText(requestCode(kind, plain));
  void setStatusBarMessage(`Copied as ${kind}`, 4000);
}
