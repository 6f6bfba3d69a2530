import * as vscode from "vscode";
import { visibleText } from "../../wire/visibleText";
import type { CallDesk } from "./callDesk";
import type { CallPanels } from "./callPanels";
import { type CallRecord, outcomeLine } from "./callRecord";
import { openRecord, repeatCall } from "./repeatCommand";
import { resultDocument } from "./resultText";

interface RecordItem extends vscode.QuickPickItem {
  record: CallRecord;
}

const openButton = { iconPath: new vscode.ThemeIcon("open-preview"), tooltip: "Open in Panel" };
const compareButton = { iconPath: new vscode.ThemeIcon("diff"), tooltip: "Compare Its Result with Another…" };
const removeButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: "Remove from the History" };
const clearButton = { iconPath: new vscode.ThemeIcon("clear-all"), tooltip: "Clear the History" };

/** The calls of this workspace to search, run again, open, compare and remove. */
export async function showHistory(desk: CallDesk, panels: CallPanels): Promise<void> {
  const pick = vscode.window.createQuickPick<RecordItem>();
  const done = (work: Promise<void>) => {
    pick.hide();
    work.catch(desk.report);
  };
  pick.title = "Call History";
  pick.placeholder = "Search, and press Enter to call again";
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.buttons = [clearButton];
  const draw = () => (pick.items = desk.history.records.map(recordItem));
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (item) done(repeatCall(desk, panels, item.record));
  });
  pick.onDidTriggerButton(() => done(desk.history.clear()));
  pick.onDidTriggerItemButton(({ item: { record }, button }) => {
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
    label: visibleText(`${contractName}.${request.fn}`),
    description: visibleText(input.length > 80 ? `${input.slice(0, 80)}…` : input),
    detail: visibleText(
      `${outcome.kind === "failed" ? "failed: " : "→ "}${outcomeLine(outcome)}  ·  ${connection}  ·  ${when(at)}`,
    ),
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
  const picked = await vscode.window.showQuickPick(items, {
    title: "Compare Results",
    placeHolder: "With which call",
    matchOnDetail: true,
  });
  if (!picked) return;
  const [before, after] = [first, picked.record]
    .sort((one, other) => one.at - other.at)
    .map((record) => put(desk, record));
  await vscode.commands.executeCommand(
    "vscode.diff",
    before,
    after,
    `${first.contractName}.${first.request.fn}: results`,
  );
}

function put({ documents }: CallDesk, { id, outcome, request }: CallRecord): vscode.Uri {
  const { text, ending } = resultDocument(outcome);
  return documents.put(`${request.fn} ${id}.${ending}`, text);
}

function when(at: number): string {
  return new Date(at).toLocaleString();
}
