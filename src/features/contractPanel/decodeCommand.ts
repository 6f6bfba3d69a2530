import * as vscode from "vscode";
import { showInputBox } from "../../host/inputBoxes";
import { pickWord, showQuickPick } from "../../host/quickPicks";
import type { JsonAnswer } from "../../client/answerValue";
import type { Connection } from "../../client/connection";
import type { DriverClient } from "../../client/driverClient";
import type { KnownContract } from "../../contract/knownContracts";
import { inSlices } from "../../client/inSlices";
import { hexToBytes } from "../../wire/hex";
import { jsonDocumentSteps } from "../../wire/jsonDocument";
import { askHex } from "./askInput";
import type { CallDesk } from "./callDesk";
import type { ContractDescription } from "./contractSchemas";
import { pickContract } from "./pickContract";

/** What bytes can be of a contract. */
const kinds = ["input", "output", "event"] as const;
type Kind = (typeof kinds)[number];

interface DecodeItem extends vscode.QuickPickItem {
  what?: { kind: Kind; name: string; typeText: string };
}

/** Decodes pasted bytes by a contract's driver (§4.8): a function's input or output, or an event. */
export async function decodeBytes(desk: CallDesk, connection: Connection): Promise<void> {
  const contract = await pickContract(connection, desk.history.recentContracts(connection.name), "Decode Bytes");
  if (!contract) return;
  const description = await desk.schemas.describe(connection, contract.id);
  const what = await pickWhat(contract, description);
  if (!what) return;
  const hex = await askHex(`Decode ${what.kind} ${what.name}`, "The bytes as hex, with or without 0x", selectedHex());
  if (hex === undefined) return;
  const { drivers } = await connection.node();
  const { value, text } = await decode(drivers, contract.id, what, hexToBytes(hex));
  desk.learned.learn(contract.id, description.schema, [[what.typeText, value]]).catch(desk.report);
  const name = `${connection.name} ${contract.name}.${what.name} ${what.kind}.json`;
  await desk.documents.showBeside(name, await inSlices(jsonDocumentSteps(text)));
}

function decode(
  drivers: DriverClient,
  id: string,
  { kind, name }: { kind: Kind; name: string },
  bytes: Uint8Array,
): Promise<JsonAnswer> {
  switch (kind) {
    case "input":
      return drivers.decodeInput(id, name, bytes);
    case "output":
      return drivers.decodeOutput(id, name, bytes);
    case "event":
      return drivers.decodeEvent(id, name, bytes);
  }
}

async function pickWhat(contract: KnownContract, { schema, driver, notes }: ContractDescription) {
  const item = (kind: Kind, name: string, typeText: string): DecodeItem => ({
    label: `${name} ${kind}`,
    description: typeText,
    iconPath: new vscode.ThemeIcon(kind === "event" ? "symbol-event" : "symbol-method"),
    what: { kind, name, typeText },
  });
  const items: DecodeItem[] = [
    ...schema.functions.flatMap((fn) => [item("input", fn.name, fn.input), item("output", fn.name, fn.output)]),
    ...schema.events.map((event) => item("event", event.topic, event.data)),
    { label: "Another name…", iconPath: new vscode.ThemeIcon("edit") },
  ];
  const title = `Decode Bytes of ${contract.name}`;
  const placeHolder = (driver === "silent" || driver === "none" ? notes[0] : undefined) ?? "What the bytes are";
  const picked = await showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  return picked && (picked.what ?? (await askWhat(title)));
}

async function askWhat(title: string): Promise<DecodeItem["what"]> {
  const kind = await pickWord(kinds, { title, placeHolder: "What the bytes are" });
  if (!kind) return undefined;
  const prompt = kind === "event" ? "Name of the event" : "Name of the function";
  const name = await showInputBox({ title, prompt, ignoreFocusOut: true });
  return name?.trim() ? { kind, name: name.trim(), typeText: "" } : undefined;
}

/** The selected text, if it is hex and nothing else. */
function selectedHex(): string {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim() ?? "";
  return /^(0x)?([0-9a-f]{2})+$/i.test(text) ? text : "";
}
