import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { runCommand } from "../../../host/commands";
import type { CommandId } from "../../../host/contributionIds";
import { showQuickPick } from "../../../host/quickPicks";
import type { TailMemory } from "../tailMemory";
import type { Tails } from "../model/tails/tails";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import type { RecentEvents, ReceivedEvent } from "../../../client/session/recentEvents";
import { lookUpCauses } from "../model/gaps/chainQueries";
import { groupByTransaction, groupsText, learnCause, type TransactionGroup } from "../model/blocks/transactionGroups";
import { limits } from "../../../wire/limits";
import { showInputBox } from "../../../host/inputBoxes";
import type { EventFilter } from "../model/lines/eventFilter";
import { NodeError } from "../../../client/failures/nodeError";
import { visibleText } from "../../../wire/visibleText";
import { counted } from "../../../base/words";
import { fileName, saveFile } from "../../../host/saveFile";
import type { Decoded } from "../model/decode/eventDecoder";
import { eventTable } from "../model/lines/eventTable";
import { requireEvents, type OpenEventNeeds } from "./openEvent";
import { placeForEvents } from "./recordCommands";

interface Action extends vscode.QuickPickItem {
  command: CommandId;
}

/** What else there is at this moment. */
export interface PresentState {
  isRecording: boolean;
  /** Lines that came while someone reads further up. */
  newLines: number;
  /** Tails of an earlier window. */
  earlierTails: Pick<TailMemory, "canResume" | "summary">;
}

/** Offers what can be done with the tails at this moment, and does what is chosen. */
export async function chooseAction(tails: Tails, present: PresentState): Promise<void> {
  const picked = await showQuickPick(actions(tails, present), {
    title: t`Events`,
    placeHolder: t`What to do`,
  });
  if (picked) await runCommand(picked.command);
}

function actions({ all, view, onlyFinal, gaps }: Tails, present: PresentState): Action[] {
  const { isRecording, newLines, earlierTails } = present;
  const tailing = all.length > 0;
  const offered: (Action | false)[] = [
    earlierTails.canResume &&
      action("history", t`Resume Earlier Tails…`, "chainscope.resumeTails", earlierTails.summary),
    newLines > 0
      ? action("arrow-down", t`Show ${newLines} New Lines`, "chainscope.showEvents")
      : action("output", t`Show Events`, "chainscope.showEvents"),
    action("radio-tower", t`Tail Events…`, "chainscope.tailEvents"),
    view.paused
      ? action("debug-continue", t`Resume`, "chainscope.resumeEvents", t`${view.counts.held} events wait`)
      : tailing && action("debug-pause", t`Pause`, "chainscope.pauseEvents"),
    action("filter", t`Filter…`, "chainscope.filterEvents", view.isMarking ? undefined : view.filter?.text),
    action("symbol-color", t`Mark…`, "chainscope.markEvents", view.isMarking ? view.filter?.text : undefined),
    onlyFinal
      ? action("check-all", t`Show All Events, Final or Not`, "chainscope.showAllEvents")
      : action("check-all", t`Show Only Final Events`, "chainscope.showOnlyFinalEvents"),
    action("json", t`Open Event…`, "chainscope.openEvent"),
    action("list-tree", t`Show Events by Transaction`, "chainscope.groupEvents"),
    action("table", t`Export Events as CSV…`, "chainscope.exportEvents"),
    gaps.length > 0 && action("history", t`Fill Gap…`, "chainscope.fillGap", t`${gaps.length} gaps`),
    isRecording
      ? action("stop-circle", t`Stop Recording`, "chainscope.stopRecording")
      : action("record", t`Record…`, "chainscope.recordEvents"),
    action("play-circle", t`Replay Recording…`, "chainscope.replayEvents"),
    action("clear-all", t`Clear`, "chainscope.clearEvents"),
    tailing && action("debug-stop", t`Stop Tailing…`, "chainscope.stopTail"),
  ];
  return offered.filter((each) => each !== false);
}

function action(icon: string, label: string, command: CommandId, description?: string): Action {
  return { label, command, iconPath: new vscode.ThemeIcon(icon), ...(description && { description }) };
}

const { outcomes: mostAsked, transactions: mostShown } = limits.listed;

/**
 * Shows the remembered events folded under their transactions, with what became of each. Where the command was chosen on a
 * transaction, its events are gone to and selected.
 */
export async function showGroups(
  { connections, recent, documents, tails }: OpenEventNeeds,
  argument?: unknown,
): Promise<void> {
  const { hash } = (argument ?? {}) as { hash?: string };
  const all = groupByTransaction(recent.all(), (event) => tails.blockOf(event));
  const wanted = all.find((group) => group.hash === hash);
  if (hash !== undefined && !wanted) {
    throw new NodeError("not-found", t`None of the remembered events belongs to this transaction.`, {
      remedy: t`Events are remembered while they are tailed.`,
      remedies: ["tail-events"],
    });
  }
  const newest = all.slice(0, mostShown);
  const groups = wanted && !newest.includes(wanted) ? [wanted, ...newest] : newest;
  if (groups.length === 0) throw new Error(t`None of the remembered events belongs to a transaction or a block.`);
  const unknown = groups.filter(isUnexplained).slice(0, mostAsked);
  await Promise.all([
    ...connectionsOf(unknown, connections).map((connection) => learnCauses(connections, connection, unknown)),
    ...groups
      .flatMap((group) => group.events.slice(0, 20))
      .slice(-limits.listed.decoded)
      .map(async (event) => tails.decodings.decode(event)),
  ]);
  const text = groupsText(groups, (arrival) => tails.namesOf(arrival));
  const editor = await documents.showBeside("Events by transaction.chainscope-events", text);
  if (wanted) selectGroup(editor, wanted);
}

/** Goes to a transaction's lines: its title, its hash and its events. */
function selectGroup(editor: vscode.TextEditor, { hash, events }: TransactionGroup): void {
  const { document } = editor;
  const at = document.positionAt(Math.max(0, document.getText().indexOf(`hash ${visibleText(hash)}`))).line;
  const range = new vscode.Range(Math.max(0, at - 1), 0, at + events.length + 1, 0);
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.AtTop);
}

function isUnexplained({ kind, outcome }: TransactionGroup): boolean {
  return kind !== "block" && !outcome;
}

function connectionsOf(groups: readonly TransactionGroup[], connections: Connections): Connection[] {
  return [...new Set(groups.flatMap(({ arrival }) => connections.of(arrival) ?? []))];
}

/** Asks a node what no event told: whether a cause is a transaction or a block, and what became of it. */
async function learnCauses(
  connections: Connections,
  connection: Connection,
  groups: readonly TransactionGroup[],
): Promise<void> {
  const own = groups.filter(({ arrival }) => connections.of(arrival) === connection);
  // The events themselves are what was asked for: without an answer they are shown all the same.
  const node = await connection.node().catch(() => undefined);
  const causes =
    node &&
    (await lookUpCauses(
      node.graphql,
      own.map(({ hash }) => hash),
    ));
  if (causes) for (const group of own) learnCause(group, causes.get(group.hash));
}

/** Asks for a filter, with the present one to change; `undefined` when the person gives up, no terms to show all. */
export async function askFilter(present: EventFilter | undefined, marks: boolean): Promise<EventFilter | undefined> {
  const { parseFilter } = await import("../model/lines/eventFilter");
  const text = await showInputBox({
    title: marks ? t`Mark Events` : t`Filter Events`,
    prompt: t`Text, "a text with blanks", /regular expression/i, /on/path, field=value or field>=number; “-” before a term excludes. ${
      marks ? t`Empty marks none` : t`Empty shows all events`
    }. It looks at whole events; the panel's own filter only at the lines that are shown.`,
    placeHolder: 'counted -"some text" /error|panic/i /on/blocks header.height>=240 topic!=accepted',
    value: present?.text ?? "",
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const filter = parseFilter(typed);
      return "problem" in filter ? filter.problem : undefined;
    },
  });
  if (text === undefined) return undefined;
  const filter = parseFilter(text);
  return "problem" in filter ? undefined : filter;
}

/** Reads a filter, with the library of expressions that nothing else needs. */
export async function readFilter(text: string): Promise<EventFilter | { problem: string }> {
  const { parseFilter } = await import("../model/lines/eventFilter");
  return parseFilter(text);
}

/** Saves the newest remembered events as comma-separated values, which spreadsheets and table editors read. */
export async function exportEvents(needs: { recent: RecentEvents; tails: Tails }, path: unknown): Promise<void> {
  const { recent, tails } = needs;
  const events = recent.newest(limits.listed.rows);
  requireEvents(recent);
  const rows = await Promise.all(
    events.map(async (event, at) => {
      const block = tails.blockOf(event);
      return { event, block, decoded: await decodedFor(tails, event, events.length - at <= limits.listed.decoded) };
    }),
  );
  const file = await placeForEvents(path, t`Export Events as CSV`, "csv", t`Comma-separated values`);
  if (!file) return;
  await saveFile(
    file,
    eventTable(rows, (arrival) => tails.namesOf(arrival)),
  );
  const left = recent.size - rows.length;
  const rest = left > 0 ? `; ${left} older ones that are remembered are not in it` : "";
  tails.view.notify(`exported ${counted(rows.length, "event")} to ${fileName(file)}${rest}`);
}

/** What is JSON is read whatever its length; of contracts' events the newest are decoded, if they are not yet. */
function decodedFor(tails: Tails, event: ReceivedEvent, isNew: boolean): Decoded | undefined | Promise<Decoded> {
  const isContract = event.frame.target.component === "contracts";
  return isNew || !isContract || event.decoded ? tails.decodings.decode(event) : undefined;
}
