import * as vscode from "vscode";
import { t } from "../../base/translate";
import { withRetry } from "../../host/commands";
import { showInputBox } from "../../host/inputBoxes";
import { pickWord, showQuickPick } from "../../host/quickPicks";
import type { JsonResponse } from "../../client/http/responseValue";
import type { Connection } from "../../client/connection";
import { onNode } from "../../client/connectionConfig";
import type { DriverClient } from "../../client/routes/driverClient";
import { inSlices } from "../../base/inSlices";
import { contractIdOf } from "../../contract/schema/contractId";
import { contractName, type KnownContract } from "../../contract/schema/knownContracts";
import { jsonDocumentSteps } from "../../wire/json/jsonDocument";
import { isCutFrame, pastedFrame } from "../../wire/pastedFrame";
import { readPastedBytes, type PastedBytes } from "../../wire/pastedBytes";
import type { TransactionCall } from "../../wire/transactionCall";
import { askPasted } from "./askBytes";
import type { CallContext } from "./callContext";
import type { ContractDescription } from "./model/contractSchemas";
import { pickContract } from "./pickContract";
import { callIn, frameDocument } from "./model/pastedEvent";

/** What bytes can be of a contract. */
const kinds = ["input", "output", "event"] as const;
type Kind = (typeof kinds)[number];

/** What bytes are: of which function or event. */
interface Meaning {
  kind: Kind;
  name: string;
  typeText: string;
}

interface DecodeItem extends vscode.QuickPickItem {
  what?: Meaning;
}

/**
 * Decodes bytes by a contract's driver (§4.8): a function's input or output, or an event. Whatever form they are pasted
 * in is read. A whole event, and a transaction's call, say themselves what they are of, so nothing more is asked. Of the
 * selected text nothing is asked either, when the command was chosen on it (`chosenOnText`).
 */
export async function decodeBytes(context: CallContext, connection: Connection, chosenOnText: boolean): Promise<void> {
  const selected = selectedText();
  const read = readPasted(selected);
  const isRead = selected !== "" && "bytes" in read;
  const title = t`Decode Bytes${onNode(connection.config)}`;
  const given = isRead || chosenOnText ? selected : "";
  const pasted = isRead && chosenOnText ? read : await askPasted(title, prompt, given, readPasted);
  if (!pasted) return;
  const { bytes, call } = pasted;
  // What was pasted and chosen is not asked for again when only the node fails.
  const retried = (work: () => Promise<void>) => withRetry(work, context.report);
  if (call) {
    const contract = contractOf(connection, call.contract);
    return retried(() => decodeAs(context, connection, contract, inputOf(call.fn), bytes));
  }
  const frame = pastedFrame(bytes);
  if (frame) {
    return retried(async () => {
      const { name, text } = await frameDocument(connection, frame);
      await show(context, `${connection.name} ${name}.json`, text);
    });
  }
  const contract = await pickContract(connection, context.history.recentContracts(connection.name), t`Decode Bytes`);
  if (!contract) return;
  const what = await pickWhat(connection, contract, await context.schemas.describe(connection, contract.id));
  if (what) await retried(() => decodeAs(context, connection, contract, what, bytes));
}

const prompt = t`Paste hex, base64, a dump, what a language prints of bytes, a whole event, or a transaction`;

/** Bytes, with the call if they are a transaction's arguments. */
function readPasted(text: string): (PastedBytes & { call?: TransactionCall }) | { readonly problem: string } {
  const call = callIn(text.trim());
  if (call) return { bytes: call.bytes, as: t`the call of ${call.fn}`, call };
  const read = readPastedBytes(text);
  if ("bytes" in read && isCutFrame(read.bytes))
    return { problem: t`This is the beginning of an event: a part of its header is missing. Paste all of it.` };
  return read;
}

async function decodeAs(
  context: CallContext,
  connection: Connection,
  contract: KnownContract,
  what: Meaning,
  bytes: Uint8Array,
): Promise<void> {
  const { drivers } = await connection.node();
  const { value, text } = await decode(drivers, contract.id, what, bytes);
  const known = context.schemas.known(connection, contract.id);
  if (known) context.learned.learn(contract.id, known.schema, [[what.typeText, value]]).catch(context.report);
  await show(context, `${connection.name} ${contract.name}.${what.name} ${what.kind}.json`, text);
}

async function show({ documents }: CallContext, name: string, json: string): Promise<void> {
  await documents.showBeside(name, await inSlices(jsonDocumentSteps(json)));
}

function contractOf(connection: Connection, id: string): KnownContract {
  const known = contractIdOf(id) ?? id;
  return { id: known, name: contractName(known, connection.config.contracts) };
}

function inputOf(name: string): Meaning {
  return { kind: "input", name, typeText: "" };
}

function decode(drivers: DriverClient, id: string, { kind, name }: Meaning, bytes: Uint8Array): Promise<JsonResponse> {
  switch (kind) {
    case "input":
      return drivers.decodeInput(id, name, bytes);
    case "output":
      return drivers.decodeOutput(id, name, bytes);
    case "event":
      return drivers.decodeEvent(id, name, bytes);
  }
}

async function pickWhat(
  { config }: Connection,
  contract: KnownContract,
  { schema, driver, notes }: ContractDescription,
) {
  const item = (kind: Kind, name: string, typeText: string): DecodeItem => ({
    label: `${name} ${kind}`,
    description: typeText,
    iconPath: new vscode.ThemeIcon(kind === "event" ? "symbol-event" : "symbol-method"),
    what: { kind, name, typeText },
  });
  const items: DecodeItem[] = [
    ...schema.functions.flatMap((fn) => [item("input", fn.name, fn.input), item("output", fn.name, fn.output)]),
    ...schema.events.map((event) => item("event", event.topic, event.data)),
    { label: t`Another name…`, iconPath: new vscode.ThemeIcon("edit") },
  ];
  const title = t`Decode Bytes of ${contract.name}${onNode(config)}`;
  const placeHolder = (driver === "silent" || driver === "none" ? notes[0] : undefined) ?? t`What the bytes are`;
  const picked = await showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  return picked && (picked.what ?? (await askWhat(title)));
}

async function askWhat(title: string): Promise<Meaning | undefined> {
  const kind = await pickWord(kinds, { title, placeHolder: t`What the bytes are` });
  if (!kind) return undefined;
  const prompt = kind === "event" ? t`Name of the event` : t`Name of the function`;
  const name = await showInputBox({ title, prompt, ignoreFocusOut: true });
  return name?.trim() ? { kind, name: name.trim(), typeText: "" } : undefined;
}

function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.getText(editor.selection).trim() ?? "";
}
