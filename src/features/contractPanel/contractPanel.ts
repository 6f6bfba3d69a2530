import * as vscode from "vscode";
import { systemClock } from "../../base/clock";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { SignCall } from "../../client/transactions/signCall";
import { contractIdOf } from "../../contract/schema/contractId";
import { shortId } from "../../wire/ids";
import { commands, type ReportError } from "../../host/commands";
import { setContextKey } from "../../host/contextKeys";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import type { Explain } from "../../host/reportError";
import { callContract, type CallUse } from "./callCommand";
import type { CallContext } from "./callContext";
import { registerCallFileCommands } from "./callFiles/callFileCommands";
import { registerCallFileLanguage } from "./callFiles/callFileLanguage";
import { registerCallFileLenses } from "./callFiles/callFileLenses";
import { registerCallFileTests } from "./callFiles/callFileTestController";
import { CallFiles } from "./callFiles/callFiles";
import { CallHistory } from "./callHistory";
import { CallPanels } from "./callPanels";
import { ContractSchemas } from "./model/contractSchemas";
import { decodeBytes } from "./decodeCommand";
import { encodeInput } from "./encodeCommand";
import { showHistory } from "./historyCommand";
import { InputExamples } from "./model/inputExamples";
import { LearnedTypes } from "./learnedTypes";
import { ResultFiles } from "./resultFiles";
import { repeatCall } from "./repeatCommand";
import { transactCall } from "./transactCall";
import { meantConnection } from "../../client/meantConnection";
import type { Choice } from "./pickFunction";

export { askInit } from "./askInit";

interface ContractPanelNeeds {
  connections: Connections;
  documents: ReadOnlyDocuments;
  explain: Explain;
  report: ReportError;
  log: vscode.LogOutputChannel;
  /** Has the person's own signer make a transaction of a call. */
  signCall: SignCall;
  /** Keeps the history and what was learned of types in this workspace. */
  memory: vscode.Memento;
  /** A folder for what is too long for the memory. */
  storage: vscode.Uri;
  /** The extension's own folder. */
  assets: vscode.Uri;
}

/** Contract calls: from the palette, in panels, from call files and as tests. */
export function registerContractPanel(needs: ContractPanelNeeds): vscode.Disposable {
  const { memory, report, log, connections } = needs;
  const results = new ResultFiles(vscode.Uri.joinPath(needs.storage, "results").fsPath);
  const history = new CallHistory(memory, results, systemClock, (error) => log.error(String(error)));
  const context: CallContext = {
    ...needs,
    schemas: new ContractSchemas(Date.now, (contractId) => history.calledFunctions(contractId)),
    learned: new LearnedTypes(memory),
    examples: new InputExamples(),
    history,
  };
  const notifyCalls = () => setContextKey("chainscope.calls", !history.isEmpty);
  notifyCalls();
  const files = new CallFiles((error) => log.error(String(error)));
  const panels = new CallPanels(context, files);
  const meant = (node: unknown) => {
    const { connection } = targetOf(node);
    return meantConnection(connections, {
      connection: typeof connection === "string" ? connections.get(connection) : connection,
    });
  };
  return vscode.Disposable.from(
    files,
    panels,
    history,
    history.onChange(notifyCalls),
    commands(report, {
      "chainscope.callContract": (node) => callContract(context, panels, meant(node), choiceOf(node), useOf(node)),
      "chainscope.openContractPanel": (node) => openPanel(panels, meant(node), choiceOf(node), targetOf(node).json),
      "chainscope.repeatLastCall": () => repeatCall(context, panels, context.history.records[0]),
      "chainscope.encodeInput": (node) => encodeInput(context, meant(node), choiceOf(node)),
      "chainscope.decodeBytes": (uri) => decodeBytes(context, meant(undefined), uri instanceof vscode.Uri),
      "chainscope.callHistory": () => showHistory(context, panels),
    }),
    registerCallFileCommands(context, files, panels),
    registerCallFileLenses(context),
    registerCallFileLanguage(context),
    registerCallFileTests(context, files),
  );
}

/** What a command may be called on: a row of the explorer, or a contract named by anyone who calls the command. */
interface Target {
  /** The call is to be signed and sent, as a transaction. */
  transacts?: boolean;
  connection?: Connection | string;
  contractId?: string;
  name?: string;
  functionName?: string;
  /** An input to begin with. */
  json?: string;
}

function targetOf(node: unknown): Target {
  return typeof node === "object" && node !== null ? node : {};
}

/** The contract, and the function if there is one, that a command was called on. */
function choiceOf(node: unknown): Choice | undefined {
  const { contractId, name, functionName: fn } = targetOf(node);
  const id = contractId === undefined ? undefined : contractIdOf(contractId);
  if (id === undefined) return undefined;
  return { contract: { id, name: name ?? shortId(id) }, ...(fn !== undefined && { fn }) };
}

function useOf(node: unknown): CallUse | undefined {
  return targetOf(node).transacts === true ? transactCall : undefined;
}

async function openPanel(
  panels: CallPanels,
  connection: Connection,
  choice: Choice | undefined,
  json: string | undefined,
): Promise<void> {
  const input = typeof json === "string" ? { json } : {};
  await panels.open(connection, choice && { contractId: choice.contract.id, fn: choice.fn ?? "", ...input });
}
