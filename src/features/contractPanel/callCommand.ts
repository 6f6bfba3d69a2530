import { t } from "../../base/translate";
import type { CallOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";
import type { Connection } from "../../client/connection";
import { onNode } from "../../client/connectionConfig";
import { type DriverFunction, schemaType } from "../../contract/schema/driverSchema";
import { contractName, type KnownContract } from "../../contract/schema/knownContracts";
import { inNotification } from "../../host/cancellation";
import { setStatusBarMessage } from "../../host/messages";
import { words } from "../../host/words";
import { bytesToHex } from "../../wire/hex";
import { visibleText } from "../../wire/visibleText";
import { askBytes } from "./askBytes";
import { askSteps, inputSteps } from "./askInput";
import { type CallContext, outcomeOf, remember } from "./callContext";
import type { CallPanels } from "./callPanels";
import type { ContractDescription } from "./model/contractSchemas";
import { resultDocument } from "./model/resultText";
import { chooseFunction, type Choice } from "./pickFunction";

/** What becomes of a call that was asked for. */
export type CallUse = (connection: Connection, request: CallRequest) => Promise<unknown>;

/**
 * From contract to result by the palette alone: contract, function, its arguments one by one, then the result beside, or
 * what `use` makes of it. An input that has parts goes on in the panel.
 */
export async function callContract(
  context: CallContext,
  panels: CallPanels,
  connection: Connection,
  choice: Choice | undefined,
  use: CallUse = (on, request) => callAndShow(context, panels, on, request),
): Promise<void> {
  const called = await chooseFunction(context, connection, choice, t`Call Contract`);
  if (!called) return;
  const { contract, description, fn } = called;
  const input = await askForInput(context, connection, contract, description, fn);
  if (input === "in the panel") return panels.open(connection, { contractId: contract.id, fn: fn.name });
  if (!input) return;
  const stream = fn.streams ?? false;
  const request = { contractId: contract.id, fn: fn.name, input, sendAs: "json", stream, headers: [] } as const;
  await use(connection, { ...request, headers: [] });
}

/**
 * Runs a call with progress and shows how it ended: a document beside, or a message with the node's whole text. A stream
 * runs in the panel, where its outputs are seen as they arrive.
 */
export async function callAndShow(
  context: CallContext,
  panels: CallPanels,
  connection: Connection,
  request: CallRequest,
): Promise<void> {
  if (request.stream) return streamInPanel(panels, connection, request);
  const name = callName(connection, request);
  const title = t`Calling ${name}${onNode(connection.config)}`;
  const outcome = await inNotification(title, (signal) => outcomeOf(connection, request, signal));
  const turnsStream = outcome.kind === "failed" && outcome.wantsStream === true;
  if (!turnsStream) remember(context, { connection, request, outcome });
  if (turnsStream) {
    void setStatusBarMessage(words`${name} streams: it goes on in the contract panel`, 6000);
    await streamInPanel(panels, connection, request);
  } else if (outcome.kind !== "failed") {
    const { text, ending } = resultDocument(outcome);
    await context.documents.showBeside(`${connection.name} ${name}.${ending}`, text);
  } else {
    const again = () => callAndShow(context, panels, connection, request);
    context.report(callFailure(name, request, outcome), again);
  }
}

/** Calls a function that streams: it has no one result to show beside, so the panel shows it as it arrives. */
function streamInPanel(panels: CallPanels, connection: Connection, request: CallRequest): Promise<void> {
  const { contractId, fn, input } = request;
  return panels.open(connection, { contractId, fn, ...input, stream: true, send: true });
}

/** A failed call as an error to report: what was called, what the node said, and what to do; what was sent, for the log. */
export function callFailure(
  name: string,
  { input }: CallRequest,
  failed: Extract<CallOutcome, { kind: "failed" }>,
): Error {
  const sent = "json" in input ? input.json : `0x${input.hex}`;
  const shown = visibleText(sent.length > 200 ? `${sent.slice(0, 200)}…` : sent);
  const { kind: _kind, message, wantsStream: _wantsStream, wantsBytes: _wantsBytes, code, ...said } = failed;
  const details = [code, `sent ${shown}`].filter((each) => each !== undefined).join(", ");
  return Object.assign(new Error(`${visibleText(name)}: ${message}`), said, { code: details });
}

export function callName(connection: Connection, { contractId, fn }: Pick<CallRequest, "contractId" | "fn">): string {
  return `${contractName(contractId, connection.config.contracts)}.${fn}`;
}

async function askForInput(
  { learned }: CallContext,
  connection: Connection,
  contract: KnownContract,
  { schema, driver }: ContractDescription,
  fn: DriverFunction,
): Promise<CallRequest["input"] | "in the panel" | undefined> {
  const title = `${contract.name}.${fn.name}${onNode(connection.config)}`;
  if (driver === "none") {
    const bytes = await askBytes(
      title,
      t`Input as hex; empty for none. The contract has no driver that could encode JSON.`,
    );
    return bytes && { hex: bytesToHex(bytes) };
  }
  const known = learned.known(contract.id, schema);
  const steps = inputSteps(fn, schema, known);
  if (!steps) return "in the panel";
  const json = await askSteps(title, steps, schemaType(schema, fn.input), known, fn.doc);
  return json === undefined ? undefined : { json };
}
