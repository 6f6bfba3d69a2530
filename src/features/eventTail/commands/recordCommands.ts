import { t } from "../../../base/translate";
import { counted } from "../../../base/words";
import type * as vscode from "vscode";
import { systemClock } from "../../../base/clock";
import type { Connections } from "../../../client/connections";
import { NodeError } from "../../../client/failures/nodeError";
import { commands, type ReportError } from "../../../host/commands";
import { setContextKey } from "../../../host/contextKeys";
import { Owner } from "../../../base/disposables";
import { showOpenDialog } from "../../../host/dialogs";
import { showQuickPick } from "../../../host/quickPicks";
import { fileNamed, placeToSave } from "../../../host/saveFile";
import { knownContracts } from "../../../contract/schema/knownContracts";
import { ContractNames } from "../model/decode/contractNames";
import { signs } from "../model/lines/eventLine";
import { EventRecorder } from "../model/recordings/eventRecorder";
import { LeftOutLines } from "../model/lines/leftOutLines";
import { replay } from "../model/recordings/replay";
import type { Tails } from "../model/tails/tails";
import { placeToRecord, placeToReplay, type RecordingPlace } from "./recordingPlace";

interface RecordNeeds {
  connections: Connections;
  tails: Tails;
  /** Brings the channel to the front, for what a person just asked for. */
  show(): void;
  report: ReportError;
}

/** Recording all events to a file, and replaying such a file through the same channel. */
export class Recording extends Owner {
  private recorder: EventRecorder | undefined;
  private place: RecordingPlace | undefined;
  private tap: vscode.Disposable | undefined;
  private replaying: AbortController | undefined;

  constructor(private readonly needs: RecordNeeds) {
    super();
    const stopReplay = () => this.replaying?.abort();
    const registered = commands(needs.report, {
      "chainscope.recordEvents": (path) => this.record(path),
      "chainscope.stopRecording": () => this.stop(),
      "chainscope.replayEvents": (path, speed) => this.replay(path, speed),
      "chainscope.stopReplay": stopReplay,
    });
    this.own(registered, { dispose: () => void this.stop().catch(needs.report) }, { dispose: stopReplay });
  }

  /** The recording that is going on. */
  get current(): { events: number } | undefined {
    return this.recorder;
  }

  get isReplaying(): boolean {
    return this.replaying !== undefined;
  }

  /** Ends the recording, if there is one, with all that arrived so far in its file. */
  async stop(): Promise<void> {
    const { recorder, place } = this;
    if (!recorder || !place) return;
    this.setState(undefined);
    await recorder.stop();
    await place.deliver();
    this.needs.tails.view.notify(`recorded ${counted(recorder.events, "event")} to ${place.name}`);
  }

  private async record(path: unknown): Promise<void> {
    if (this.recorder) {
      const problem = t`A recording runs already, to ${this.place?.name ?? ""}.`;
      throw new NodeError("invalid-input", problem, { remedy: t`Stop it first.`, remedies: ["stop-recording"] });
    }
    const file = await placeForEvents(path, t`Record Events`, "jsonl", t`Recorded events`);
    if (!file) return;
    const place = await placeToRecord(file);
    const recorder = await this.begin(place).catch(async (error: unknown) => {
      await place.dispose();
      throw error;
    });
    this.setState(recorder, place);
    const meanwhile = place.name === place.path ? "" : "; it is written there when it ends";
    this.needs.tails.view.notify(`recording all events to ${place.name}, whether they are shown or not${meanwhile}`);
  }

  private async begin(place: RecordingPlace): Promise<EventRecorder> {
    const { tails, connections, report } = this.needs;
    const recorder = await EventRecorder.start({
      path: place.path,
      contracts: connections.all.flatMap(({ config }) => knownContracts(config.contracts)),
      decode: (event) => tails.decodings.decode(event),
      failed: (error) => {
        if (this.recorder === recorder) this.setState(undefined);
        tails.view.notify(`${signs.loss} ${error.message}`);
        report(error);
        place.deliver().catch(report);
      },
    });
    return recorder;
  }

  private setState(recorder: EventRecorder | undefined, place?: RecordingPlace): void {
    this.tap?.dispose();
    this.recorder = recorder;
    this.place = place;
    this.tap = recorder && this.needs.tails.tap((event) => recorder.add(event));
    setContextKey("chainscope.recordingEvents", recorder !== undefined);
    this.needs.tails.changed();
  }

  private async replay(path: unknown, speed: unknown): Promise<void> {
    if (this.replaying) {
      const remedies = ["stop-replay"] as const;
      throw new NodeError("invalid-input", t`A recording is being replayed.`, {
        remedy: t`Stop that first.`,
        remedies,
      });
    }
    const file = typeof path === "string" ? fileNamed(path) : await askWhatToReplay();
    if (!file) return;
    const factor = typeof speed === "number" ? speed : await askSpeed();
    if (factor === undefined) return;
    this.needs.show();
    this.replaying = new AbortController();
    setContextKey("chainscope.replayingEvents", true);
    let place: RecordingPlace | undefined;
    try {
      place = await placeToReplay(file);
      await this.play(place, factor, this.replaying.signal);
    } finally {
      await place?.dispose();
      this.replaying = undefined;
      setContextKey("chainscope.replayingEvents", false);
      this.needs.tails.changed();
    }
  }

  private async play({ path, name }: RecordingPlace, speed: number, signal: AbortSignal): Promise<void> {
    const { tails } = this.needs;
    let names = new ContractNames([]);
    const leftOut = new LeftOutLines((text) => tails.view.notify(text));
    tails.view.notify(`replay of ${name} begins`);
    const owner = {
      head: ({ contracts }: { contracts: readonly { id: string; name: string }[] }) =>
        (names = new ContractNames(contracts)),
      event: (event: Parameters<Tails["add"]>[0]) => {
        tails.nameForReplay(event.arrival.connection, names);
        tails.add(event);
      },
      problem: (line: number, problem: string) => leftOut.add(line, problem),
    };
    try {
      const { events, complete } = await replay(path, speed, owner, systemClock, signal);
      const end = complete ? "" : "; the recording was broken off before its end";
      tails.view.notify(`replay ended: ${counted(events, "event")}${leftOut.rest()}${end}`);
    } catch (error) {
      if (!signal.aborted) throw error;
      tails.view.notify("replay stopped");
    }
  }
}

const filters = { "Recorded events": ["jsonl"] };

/** Where a file of events goes, if the person does not give up: `given` by who runs the command, else asked for. */
export function placeForEvents(given: unknown, title: string, extension: string, kind: string) {
  const name = `events-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}.${extension}`;
  return placeToSave(given, { title, name, filters: { [kind]: [extension] } });
}

function askWhatToReplay(): Promise<vscode.Uri | undefined> {
  return showOpenDialog({ title: t`Replay Recorded Events`, openLabel: t`Replay`, filters });
}

async function askSpeed(): Promise<number | undefined> {
  const speeds = [
    { label: t`As recorded`, speed: 1 },
    { label: t`10 times as fast`, speed: 10 },
    { label: t`All at once`, speed: Infinity },
  ];
  return (await showQuickPick(speeds, { title: t`Replay Recorded Events`, placeHolder: t`How fast` }))?.speed;
}
