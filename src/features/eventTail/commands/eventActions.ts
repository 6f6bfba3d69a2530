import * as vscode from "vscode";
import { runCommand } from "../../../host/commands";
import type { CommandId } from "../../../host/contributionIds";
import { showQuickPick } from "../../../host/quickPicks";
import type { TailMemory } from "../tailMemory";
import type { Tails } from "../model/tails/tails";

interface Action extends vscode.QuickPickItem {
  command: CommandId;
}

/** What else there is at this moment. */
export interface PresentState {
  isRecording: boolean;
  /** Lines that came while somebody reads further up. */
  newLines: number;
  /** Tails of an earlier window. */
  earlierTails: Pick<TailMemory, "canResume" | "summary">;
}

/** Offers what can be done with the tails at this moment, and does what is chosen. */
export async function chooseAction(tails: Tails, present: PresentState): Promise<void> {
  const picked = await showQuickPick(actions(tails, present), {
    title: "Events",
    placeHolder: "What to do",
  });
  if (picked) await runCommand(picked.command);
}

function actions({ all, view, onlyFinal, gaps }: Tails, present: PresentState): Action[] {
  const { isRecording, newLines, earlierTails } = present;
  const tailing = all.length > 0;
  const offered: (Action | false)[] = [
    earlierTails.canResume &&
      action("history", "Resume Earlier Tails…", "chainscope.resumeTails", earlierTails.summary),
    newLines > 0
      ? action("arrow-down", `Show ${newLines} New Lines`, "chainscope.showEvents")
      : action("output", "Show Events", "chainscope.showEvents"),
    action("radio-tower", "Tail Events…", "chainscope.tailEvents"),
    view.paused
      ? action("debug-continue", "Resume", "chainscope.resumeEvents", `${view.counts.held} events wait`)
      : tailing && action("debug-pause", "Pause", "chainscope.pauseEvents"),
    action("filter", "Filter…", "chainscope.filterEvents", view.isMarking ? undefined : view.filter?.text),
    action("symbol-color", "Mark…", "chainscope.markEvents", view.isMarking ? view.filter?.text : undefined),
    onlyFinal
      ? action("check-all", "Show All Events, Final or Not", "chainscope.showAllEvents")
      : action("check-all", "Show Only Final Events", "chainscope.showOnlyFinalEvents"),
    action("json", "Open Event…", "chainscope.openEvent"),
    action("list-tree", "Show Events by Transaction", "chainscope.groupEvents"),
    action("table", "Export Events as CSV…", "chainscope.exportEvents"),
    gaps.length > 0 && action("history", "Fill Gap…", "chainscope.fillGap", `${gaps.length} gaps`),
    isRecording
      ? action("stop-circle", "Stop Recording", "chainscope.stopRecording")
      : action("record", "Record…", "chainscope.recordEvents"),
    action("play-circle", "Replay Recording…", "chainscope.replayEvents"),
    action("clear-all", "Clear", "chainscope.clearEvents"),
    tailing && action("debug-stop", "Stop Tailing…", "chainscope.stopTail"),
  ];
  return offered.filter((each) => each !== false);
}

function action(icon: string, label: string, command: CommandId, description?: string): Action {
  return { label, command, iconPath: new vscode.ThemeIcon(icon), ...(description && { description }) };
}
