import * as vscode from "vscode";
import { QuickPick, showQuickPick } from "../../host/quickPicks";
import { showDifference } from "../../host/views";
import type { CallDesk } from "./callDesk";
import type { CallPanels } from "./callPanels";
import { type CallRecord, outcomeLine } from "./model/callRecord";
import { openRecord, repeatCall } from "./repeatCommand";
import { resultDocument } from "./model/resultText";
import { requireWhole } from "./model/wholeOutcome";

interface RecordItem extends vscode.QuickPickItem {
  record: CallRecord;
}

const openButton = { iconPath: new vscode.ThemeIcon("open-preview"), tooltip: "Open in Panel" };
const compareButton = { iconPath: new vscode.ThemeIcon("diff"), tooltip: "Compare Its Result with Another…" };
const removeButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: "Remove from the History" };
const clearButton = { iconPath: new vscode.ThemeIcon("clear-all"), tooltip: "Clear the History" };

/** The calls of this workspace to search, run again, open, compare and remove. */
export async function showHistory(desk: CallDesk, panels: CallPanels): Promise<void> {
  const pick = new QuickPick<RecordItem>("Call History", "Search, and press Enter to call again", {
    matchOnDescription: true,
    matchOnDetail: true,
    buttons: [clearButton],
  });
  const done = (work: Promise<void>) => {
    pick.hide();
    work.catch(desk.report);
  };
  const draw = () => (pick.items = desk.history.records.map(recordItem));
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (item) done(repeatCall(desk, panels, item.record));
  });
  pick.onDidTriggerButton(() => done(desk.history.clear()));
  pick.onDidTriggerItemButton(({ record }, button) => {
    if (button === openButton) done(openRecord(desk, panels, record));
    else if (button === compareButton) done(compare(desk, record));
    else desk.history.remove(record.id).then(draw, desk.report);
  });
  pick.onDidHide(() => pick.dispose());
  draw();
  pick.show();
}

function recordItem(record: CallRecord): RecordItem {
  const { request, contractName, outcome, connection, at } = record;
  const input = "json" in request.input ? request.input.json : `0x${request.input.hex}`;
  return {
    label: `${contractName}.${request.fn}`,
    description: input.length > 80 ? `${input.slice(0, 80)}…` : input,
    detail: `${outcome.kind === "failed" ? "failed: " : "→ "}${outcomeLine(outcome)}  ·  ${connection}  ·  ${when(at)}`,
    buttons: [openButton, compareButton, removeButton],
    record,
  };
}

async function compare(desk: CallDesk, first: CallRecord): Promise<void> {
  const others = desk.history.records.filter(({ id }) => id !== first.id);
  // The same function is what one most likely wants to compare with.
  const isSame = ({ request }: CallRecord) =>
    request.contractId === first.request.contractId && request.fn === first.request.fn;
  const items = [...others.filter(isSame), ...others.filter((record) => !isSame(record))].map(recordItem);
  const picked = await showQuickPick(items, {
    title: "Compare Results",
    placeHolder: "With which call",
    matchOnDetail: true,
  });
  if (!picked) return;
  const [older, newer] = first.at <= picked.record.at ? [first, picked.record] : [picked.record, first];
  const [before, after] = await Promise.all([whole(desk, older), whole(desk, newer)]);
  await showDifference(put(desk, before), put(desk, after), `${first.contractName}.${first.request.fn}: results`);
}

async function whole({ history }: CallDesk, record: CallRecord): Promise<CallRecord> {
  return { ...record, outcome: requireWhole(await history.whole(record), "compared") };
}

function put({ documents }: CallDesk, { id, outcome, request }: CallRecord): vscode.Uri {
  const { text, ending } = resultDocument(outcome);
  return documents.put(`${request.fn} ${id}.${ending}`, text);
}

function when(at: number): string {
  return new Date(at).toLocaleString();
}
