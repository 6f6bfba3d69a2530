import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { showSaveDialog } from "../../../host/dialogs";
import { columnFor } from "../../../host/documentTabs";
import type { CallOutcome } from "../../../bridge/callOutcome";
import type { CallRequest } from "../../../bridge/callRequest";
import type { Connection } from "../../../client/connection";
import { type CallFile, callFileText } from "../../../contract/callFile";
import { knownContracts } from "../../../contract/schema/knownContracts";
import { mayReplace, saveFile, inWorkspace } from "../../../host/saveFile";

/** The ending of call files. */
export const callFileEnding = ".call.json";

/** A call as a file: with the output it had as the expected one, if it had one. Extra headers may be secret and stay out. */
export function callFileOf(connection: Connection, request: CallRequest, outcome?: CallOutcome): CallFile {
  const { contractId, fn, input, sendAs, stream } = request;
  const contract = knownContracts(connection.config.contracts).find(({ id }) => id === contractId)?.name ?? contractId;
  const expected = outcome && expectedOf(outcome);
  return {
    connection: connection.name,
    contract,
    function: fn,
    input: "hex" in input ? { hex: input.hex } : { json: input.json },
    sendAs,
    stream,
    ...(expected && { expected }),
  };
}

/** Asks where to save a call, writes the file and shows it. */
export async function saveAsCallFile(
  connection: Connection,
  request: CallRequest,
  outcome?: CallOutcome,
): Promise<void> {
  const file = callFileOf(connection, request, outcome);
  const name = `${request.fn.replace(/[^\w.-]+/g, "_")}${callFileEnding}`;
  const filters = { "Call files": ["json"] };
  const uri = await showSaveDialog({ title: t`Save as Call File`, filters, ...inWorkspace(name) });
  if (!uri) return;
  const target = uri.path.endsWith(callFileEnding)
    ? uri
    : uri.with({ path: `${uri.path.replace(/\.json$/, "")}${callFileEnding}` });
  // The dialog has asked about the name that was chosen, which may lack the ending.
  if (target.path !== uri.path && !(await mayReplace(target))) return;
  await saveFile(target, callFileText(file));
  const options = { viewColumn: columnFor(target), preserveFocus: true, preview: false };
  await vscode.window.showTextDocument(target, options);
}

function expectedOf(outcome: CallOutcome): CallFile["expected"] {
  switch (outcome.kind) {
    case "json":
      return { json: outcome.text };
    case "bytes":
      return { hex: outcome.hex };
    case "stream":
    case "failed":
      // A stream need not give the same twice, and a failure is not what anyone expects.
      return undefined;
  }
}
