import type * as vscode from "vscode";
import { systemClock } from "../../base/clock";
import type { Connections } from "../../client/connections";
import type { RecentEvents } from "../../client/session/recentEvents";
import { DriverProcess } from "../../driver/driverProcess";
import { command, commands, type ReportError } from "../../host/commands";
import { setContextKey } from "../../host/contextKeys";
import { Disposables } from "../../base/disposables";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { KeptSettings, onSettingChange, readSetting } from "../../host/settings";
import { chooseAction, showGroups, askFilter, readFilter, exportEvents } from "./commands/eventActions";
import { EventChannel } from "./eventChannel";
import { fillChosenGap } from "./commands/fillGapCommand";
import { LocalDrivers } from "./model/decode/localDrivers";
import { openEvent, registerEventLinks } from "./commands/openEvent";
import { Recording } from "./commands/recordCommands";
import { startTails, stopTails } from "./commands/startTails";
import { registerTailLenses } from "./tailLenses";
import { TailMemory } from "./tailMemory";
import { Tails } from "./model/tails/tails";
import { showTailStatus } from "./tailStatus";
import { limits } from "../../wire/limits";

interface EventTailNeeds {
  connections: Connections;
  /** Filled by the tails; anyone who wants may look at it. */
  recent: RecentEvents;
  documents: ReadOnlyDocuments;
  /** Remembers the running tails of this workspace. */
  memory: vscode.Memento;
  report: ReportError;
  /** The file that the drivers' process runs. */
  driverProcess: string;
}

/** Longest that leaving waits for nodes to hear of it. */
const endMs = 1500;

/** Read for each event. */
const keptSettings = [
  "events.lines",
  "events.maxPayloadCharacters",
  "events.maxLinesPerSecond",
  "events.localDrivers",
] as const;

/** The tails of a window. `end` unsubscribes in good order; to be awaited before the connections are closed. */
export interface EventTail extends vscode.Disposable {
  end(): Promise<void>;
}

/** Tails of events in the output channel, and all that can be done with what they bring. */
export function registerEventTail(needs: EventTailNeeds): EventTail {
  const { connections, recent, memory, report } = needs;
  const owned = new Disposables();
  const channel = owned.add(new EventChannel());
  const settings = owned.add(new KeptSettings(keptSettings));
  const drivers = owned.add(new DriverProcess(needs.driverProcess));
  const tails = owned.add(
    new Tails({
      recent,
      clock: systemClock,
      write: (lines) => {
        setContextKey("chainscope.eventLines", true);
        setContextKey("chainscope.rememberedEvents", recent.size > 0);
        channel.write(lines);
      },
      isSummary: () => settings.get("events.lines") === "summary",
      mostCharacters: () => settings.get("events.maxPayloadCharacters"),
      mostLinesPerSecond: () => settings.get("events.maxLinesPerSecond"),
      localDrivers: ({ contracts }, stopped) =>
        new LocalDrivers({
          contracts,
          stopped,
          run: (module) => drivers.load(module),
          allowed: () => settings.get("events.localDrivers"),
          clock: systemClock,
        }),
    }),
  );
  const remember = () => recent.limit({ events: readSetting("events.keep"), bytes: limits.rememberedEventBytes });
  owned.add(onSettingChange(["events.keep"], remember));
  remember();
  const recording = owned.add(new Recording({ connections, tails, show: () => channel.show(), report }));
  owned.add(registerEventLinks({ ...needs, tails }));
  owned.add(registerTailLenses(connections, tails));
  owned.add(registerTailCommands(needs, tails, channel));
  owned.add(registerViewCommands(tails, channel, report));
  const remembered = owned.add(new TailMemory(tails, connections, memory, report));
  owned.add(
    showTailStatus(
      tails,
      recent,
      () => recording.current,
      () => channel.newLines,
      remembered,
    ),
  );
  const present = () => ({
    isRecording: recording.current !== undefined,
    newLines: channel.newLines,
    earlierTails: remembered,
  });
  owned.add(command("chainscope.eventActions", () => chooseAction(tails, present()), report));
  owned.add(command("chainscope.resumeTails", () => remembered.resumeChosen(), report));
  owned.add(
    tails.onChange(() => {
      // Nothing comes that would wait, and the next tail is to be seen.
      if (tails.view.paused && tails.all.length === 0 && !recording.isReplaying) tails.view.resume();
      setContextKeys(tails);
      setContextKey("chainscope.earlierTails", remembered.waiting > 0);
      setContextKey("chainscope.resumableTails", remembered.canResume);
    }),
  );
  remembered.restore().catch(report);
  return {
    end: async () => {
      remembered.dispose();
      await Promise.all([tails.end(endMs), recording.stop()]);
    },
    dispose: () => owned.dispose(),
  };
}

function registerTailCommands(needs: EventTailNeeds, tails: Tails, channel: EventChannel): vscode.Disposable {
  const all = { ...needs, tails, channel };
  return commands(needs.report, {
    "chainscope.tailEvents": (argument) => startTails(argument, all),
    "chainscope.tailRow": (row) => startTails(row, all),
    "chainscope.stopTail": (argument) => stopTails(tails, argument),
    "chainscope.stopTailRow": (row) => stopTails(tails, row),
    "chainscope.openEvent": (argument) => openEvent(all, argument),
    "chainscope.groupEvents": (argument) => showGroups(all, argument),
    "chainscope.exportEvents": (path) => exportEvents(all, path),
    "chainscope.fillGap": () => fillChosenGap(all),
  });
}

function registerViewCommands(tails: Tails, channel: EventChannel, report: ReportError): vscode.Disposable {
  const { view } = tails;
  const changing = (work: () => void) => () => {
    work();
    tails.changed();
  };
  return commands(report, {
    "chainscope.showEvents": () => channel.show(),
    "chainscope.clearEvents": () => clearEvents(channel),
    "chainscope.pauseEvents": changing(() => view.pause()),
    "chainscope.resumeEvents": changing(() => view.resume()),
    "chainscope.showOnlyFinalEvents": changing(() => tails.setOnlyFinal(true)),
    "chainscope.showAllEvents": changing(() => tails.setOnlyFinal(false)),
    "chainscope.filterEvents": (text) => filterEvents(tails, text, false),
    "chainscope.markEvents": (text) => filterEvents(tails, text, true),
  });
}

function clearEvents(channel: EventChannel): void {
  channel.clear();
  setContextKey("chainscope.eventLines", false);
}

/** Filters by what another feature asks for, or else by what a person types. */
async function filterEvents(tails: Tails, text: unknown, marks: boolean): Promise<void> {
  const given = typeof text === "string" ? await readFilter(text) : await askFilter(tails.view.filter, marks);
  if (!given) return;
  if ("problem" in given) throw new Error(given.problem);
  tails.view.setFilter(given, marks);
  tails.changed();
}

function setContextKeys({ all, view, gaps, onlyFinal }: Tails): void {
  setContextKey("chainscope.tailing", all.length > 0);
  setContextKey("chainscope.eventsPaused", view.paused);
  setContextKey("chainscope.eventsFiltered", view.filter !== undefined);
  setContextKey("chainscope.gaps", gaps.length > 0);
  setContextKey("chainscope.onlyFinalEvents", onlyFinal);
}
