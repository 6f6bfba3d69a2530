import * as vscode from "vscode";
import { t } from "../../base/translate";
import { QuickPick, showQuickPick } from "../../host/quickPicks";
import { showDifference } from "../../host/views";
import type { CallContext } from "./callContext";
import type { CallPanels } from "./callPanels";
import { type CallRecord, outcomeLine } from "./model/callRecord";
import { openRecord, repeatCall } from "./repeatCommand";
import { resultDocument } from "./model/resultText";
import { requireWhole } from "./model/wholeOutcome";

interface RecordItem extends vscode.QuickPickItem {
  record: CallRecord;
}

const openButton = { iconPath: new vscode.ThemeIcon("open-preview"), tooltip: t`Open in Panel` };
const compareButton = { iconPath: new vscode.ThemeIcon("diff"), tooltip: t`Compare Its Result with Another…` };
const removeButton = { iconPath: new vscode.ThemeIcon("trash"), tooltip: t`Remove from the History` };
const clearButton = { iconPath: new vscode.ThemeIcon("clear-all"), tooltip: t`Clear the History` };

/** The calls of this workspace to search, run again, open, compare and remove. */
export async function showHistory(context: CallContext, panels: CallPanels): Promise<void> {
  const pick = new QuickPick<RecordItem>(t`Call History`, t`Search, and press Enter to call again`, {
    matchOnDescription: true,
    matchOnDetail: true,
    buttons: [clearButton],
  });
  const done = (work: Promise<void>) => {
    pick.hide();
    work.catch(context.report);
  };
  const draw = () => (pick.items = context.history.records.map(recordItem));
  pick.onDidAccept(() => {
    const [item] = pick.selectedItems;
    if (item) done(repeatCall(context, panels, item.record));
  });
  pick.onDidTriggerButton(() => done(context.history.clear()));
  pick.onDidTriggerItemButton(({ record }, button) => {
    if (button === openButton) done(openRecord(context, panels, record));
    else if (button === compareButton) done(compare(context, record));
    else context.history.remove(record.id).then(draw, context.report);
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
    detail: `${outcome.kind === "failed" ? t`failed: ` : "→ "}${outcomeLine(outcome)}  ·  ${connection}  ·  ${when(at)}`,
    buttons: [openButton, compareButton, removeButton],
    record,
  };
}

async function compare(context: CallContext, first: CallRecord): Promise<void> {
  const others = context.history.records.filter(({ id }) => id !== first.id);
  // The same function is what one most likely wants to compare with.
  const isSame = ({ request }: CallRecord) =>
    request.contractId === first.request.contractId && request.fn === first.request.fn;
  const items = [...others.filter(isSame), ...others.filter((record) => !isSame(record))].map(recordItem);
  const picked = await showQuickPick(items, {
    title: t`Compare Results`,
    placeHolder: t`With which call`,
    matchOnDetail: true,
  });
  if (!picked) return;
  const [older, newer] = first.at <= picked.record.at ? [first, picked.record] : [picked.record, first];
  const [before, after] = await Promise.all([whole(context, older), whole(context, newer)]);
  await showDifference(put(context, before), put(context, after), `${first.contractName}.${first.request.fn}: results`);
}

async function whole({ history }: CallContext, record: CallRecord): Promise<CallRecord> {
  return { ...record, outcome: requireWhole(await history.whole(record), "compared") };
}

function put({ documents }: CallContext, { id, outcome, request }: CallRecord): vscode.Uri {
  const { text, ending } = resultDocument(outcome);
  return documents.put(`${request.fn} ${id}.${ending}`, text);
}

function when(at: number): string {
  return new Date(at).toLocaleString();
}
