import type * as vscode from "vscode";
import type { CallOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import type { SignCall } from "../../client/transactions/signCall";
import { contractName } from "../../contract/schema/knownContracts";
import type { ReportError } from "../../host/commands";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import type { Explain } from "../../host/reportError";
import { parseExactJson } from "../../wire/json/exactJson";
import type { CallHistory } from "./callHistory";
import type { ContractSchemas } from "./model/contractSchemas";
import type { InputExamples } from "./model/inputExamples";
import type { LearnedTypes, SeenValue } from "./learnedTypes";
import { failedOutcome, runCall } from "./model/runCall";
import { runStream } from "./model/runStream";
import { StreamBuffer } from "./model/streamBuffer";

/** What everything that calls contracts shares. */
export interface CallContext {
  readonly connections: Connections;
  readonly documents: ReadOnlyDocuments;
  /** Puts a failure that the page shows into words. */
  readonly explain: Explain;
  readonly report: ReportError;
  /** Writes down an error that is shown elsewhere. */
  readonly log: vscode.LogOutputChannel;
  readonly schemas: ContractSchemas;
  readonly learned: LearnedTypes;
  readonly examples: InputExamples;
  readonly history: CallHistory;
  /** Has the person's own signer make a transaction of a call. */
  readonly signCall: SignCall;
  /** The extension's own folder. */
  readonly assets: vscode.Uri;
}

/** A call that ended, to be remembered. */
export interface EndedCall {
  connection: Connection;
  request: CallRequest;
  outcome: CallOutcome;
  panel?: string;
}

/**
 * Runs a call to its end, remembers it in the history and learns from its values. A failure is an outcome; only
 * cancelling rejects, with the signal's reason.
 */
export async function performCall(
  context: CallContext,
  connection: Connection,
  request: CallRequest,
  signal: AbortSignal,
): Promise<EndedCall> {
  const ended = await callToEnd(connection, request, signal);
  remember(context, ended);
  return ended;
}

/** The same without a trace of it kept. A function that turns out to stream is called once more as one (§4.6). */
export async function callToEnd(connection: Connection, request: CallRequest, signal: AbortSignal): Promise<EndedCall> {
  const outcome = await outcomeOf(connection, request, signal);
  if (outcome.kind !== "failed" || !outcome.wantsStream || request.stream) return { connection, request, outcome };
  const streaming = { ...request, stream: true };
  return { connection, request: streaming, outcome: await outcomeOf(connection, streaming, signal, true) };
}

/**
 * How a call ends that is made as it stands. A stream that breaks off has failed, whatever came before. `isMissing`: the
 * node has said that the function streams.
 */
export async function outcomeOf(
  connection: Connection,
  request: CallRequest,
  signal: AbortSignal,
  isMissing = false,
): Promise<CallOutcome> {
  try {
    const node = await connection.node();
    if (!request.stream) return await runCall(node, request, signal);
    const outcome = await runStream(node, request, new StreamBuffer(), signal, isMissing);
    signal.throwIfAborted();
    return typeof outcome.ended === "object" ? outcome.ended.problem : outcome;
  } catch (error) {
    signal.throwIfAborted();
    return failedOutcome(error);
  }
}

/** Puts an ended call into the history and learns from it. Neither is waited for. */
export function remember(context: CallContext, { connection, request, outcome, panel }: EndedCall): void {
  const at = Date.now();
  const record = {
    id: `${at.toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
    at,
    connection: connection.name,
    connectionId: connection.id,
    contractName: contractName(request.contractId, connection.config.contracts),
    request,
    outcome,
    ...(panel !== undefined && { panel }),
  };
  context.history.add(record);
  learnFrom(context, connection, request, outcome).catch(context.report);
}

async function learnFrom(
  { schemas, learned }: CallContext,
  connection: Connection,
  { contractId, fn, input }: CallRequest,
  outcome: CallOutcome,
): Promise<void> {
  if (outcome.kind !== "json") return;
  const known = schemas.known(connection, contractId);
  const described = known?.schema.functions.find(({ name }) => name === fn);
  if (!known || !described) return;
  const seen: SeenValue[] = [[described.output, parseExactJson(outcome.text)]];
  if ("json" in input) seen.push([described.input, parseExactJson(input.json)]);
  await learned.learn(contractId, known.schema, seen);
}
