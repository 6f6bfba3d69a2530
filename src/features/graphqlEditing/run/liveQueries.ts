import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { NodeError } from "../../../client/failures/nodeError";
import type { Definition } from "../../../graphql/text/document";
import { operationsOf } from "../../../graphql/text/operations";
import { operationKey } from "../../../graphql/variables/variableSchema";
import { setStatusBarMessage } from "../../../host/messages";
import { words, icon, joined } from "../../../host/words";
import type { ChangeMarks } from "./changeMarks";
import { operationTitle } from "./chooseOperation";
import { LiveQuery } from "../model/liveQuery";
import { type OperationRun, prepareRun, resultText, send } from "./operationRun";
import type { QuerySubjects } from "../documents/querySubject";
import { resultChanges } from "../model/resultChanges";
import { type ResultDocuments, shownResult, type ShownResult } from "./resultDocuments";
import type { RunDiagnostics } from "./runDiagnostics";
import { limits } from "../../../wire/limits";
import { counted } from "../../../base/words";
import { failureLine } from "../../../client/failures/failureWords";
import { StatusBarItem } from "../../../host/statusItems";
import { Owner } from "../../../base/disposables";

interface LiveSources {
  readonly subjects: QuerySubjects;
  readonly results: ResultDocuments;
  readonly diagnostics: RunDiagnostics;
  readonly marks: ChangeMarks;
}

interface Outcome {
  readonly run: OperationRun;
  readonly result: GraphqlResult;
}

/** One operation that is kept running. */
export interface Live {
  readonly source: vscode.TextDocument;
  readonly key: string;
  readonly title: string;
  readonly connection: string;
  readonly query: LiveQuery<Outcome>;
  /** How many errors its last result has. */
  errors: number;
  shown?: { readonly text: string; readonly uri: vscode.Uri };
}

/** The operations that are kept running, at most one for each document; they stop with it, or with their result. */
export class LiveQueries extends Owner {
  private readonly running = new Map<string, Live>();
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  private readonly status = this.own(new LiveStatus());
  readonly onDidChange = this.changed.event;

  constructor(private readonly sources: LiveSources) {
    super();
    this.own(
      sources.results.onDidClose((source) => this.stop(source)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.stop(uri)),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (input instanceof vscode.TabInputText) this.stopWithTab(input.uri);
      }),
      { dispose: () => this.all.forEach(({ source }) => this.stop(source.uri)) },
    );
  }

  get all(): readonly Live[] {
    return [...this.running.values()];
  }

  runs(uri: vscode.Uri, definition: Definition): boolean {
    return this.running.get(uri.toString())?.key === operationKey(definition);
  }

  /** Starts to keep an operation running, in the place of another one of its document. */
  async start({ source, found, connection }: OperationRun): Promise<void> {
    this.stop(source.uri);
    const key = operationKey(found.definition);
    const query = new LiveQuery<Outcome>({
      connection,
      run: async (signal) => {
        const run = await this.runNow(source, key);
        return run && { run, result: await send(run, signal) };
      },
      updated: (outcome) => this.show(live, outcome),
      changed: () => this.drawState(live),
      ended: (reason) => this.end(live, reason),
    });
    const live: Live = { source, key, title: operationTitle(found), connection: connection.name, query, errors: 0 };
    this.running.set(source.uri.toString(), live);
    this.notify();
    try {
      await query.start();
    } catch (error) {
      this.stop(source.uri);
      throw error;
    }
  }

  stop(source: vscode.Uri): void {
    const live = this.running.get(source.toString());
    if (!live) return;
    this.running.delete(source.toString());
    live.query.dispose();
    if (live.shown) this.sources.marks.clear(live.shown.uri);
    this.notify();
  }

  /** The run of the operation as it is written now, on the connection that its document has now. */
  private async runNow(source: vscode.TextDocument, key: string): Promise<OperationRun | undefined> {
    const subject = this.sources.subjects.of(source);
    const definition = operationsOf(subject.document).find((each) => operationKey(each) === key);
    if (!definition) return undefined;
    const run = await prepareRun({ source, subject, found: { document: subject.document, definition } });
    if ("request" in run) return run;
    throw new NodeError("invalid-input", t`Values of its variables are missing, or wrong.`, {
      remedy: t`Edit the variables.`,
    });
  }

  private async show(live: Live, { run, result }: Outcome): Promise<void> {
    const text = await resultText(result);
    if (this.running.get(live.source.uri.toString()) !== live) return;
    live.errors = result.errors.length;
    this.sources.diagnostics.show(run, result);
    const uri = await this.place(live, shownResult(run, result, text));
    const before = live.shown?.text ?? text;
    const isMarked = Math.max(before.length, text.length) < limits.markedCharacters;
    live.shown = { text, uri };
    this.sources.marks.mark(uri, text, isMarked ? resultChanges(before, text) : { lines: [], parts: [] });
  }

  /** Only the first result, and the first after a person pinned the one before, is shown: those were asked for. */
  private async place(live: Live, result: ShownResult): Promise<vscode.Uri> {
    const { results } = this.sources;
    return (live.shown && results.update(result)) ?? (await results.show(result)).document.uri;
  }

  /** While it fails, what is shown is the answer to an earlier run. */
  private drawState({ source, title, connection, query }: Live): void {
    this.status.draw(this.all);
    if (query.problem) this.sources.results.outdate(source.uri, { title, connection, error: query.problem });
  }

  private end(live: Live, reason: string): void {
    if (this.running.get(live.source.uri.toString()) !== live) return;
    this.stop(live.source.uri);
    void setStatusBarMessage(words`$(debug-stop) ${live.title} is no longer live: ${reason}`, 8000);
  }

  /** A document is gone for a person when its last tab is closed, whatever else still holds it. */
  private stopWithTab(uri: vscode.Uri): void {
    const key = uri.toString();
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    if (!tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === key)) this.stop(uri);
  }

  private notify(): void {
    this.status.draw(this.all);
    this.changed.fire();
  }
}

/** Says in the status bar what is kept running; pressing it stops. */
class LiveStatus extends Owner {
  private readonly item = this.own(
    new StatusBarItem("chainscope.live", 90, t`Chainscope Live Query`, "chainscope.stopLive", "file"),
  );

  draw(all: readonly Live[]): void {
    if (all.length === 0) return this.item.hide();
    const failing = all.some(({ query, errors }) => query.problem ?? errors > 0);
    const text = all.length === 1 ? liveText(all[0]!) : t`${all.length} live queries`;
    const lines = all.map((live) => {
      const { problem } = live.query;
      const state = live.errors > 0 ? t`its result has ${errorCount(live.errors)}` : t`running again on each block`;
      return t`${live.title} on ${live.connection}: ${problem ? failureLine(problem) : state}`;
    });
    this.item.show({
      text: words`${icon(failing ? "warning" : "pulse")} ${text}`,
      tooltip: joined([...lines, t`Press to stop.`], "\n"),
      colour: failing ? "warning" : undefined,
    });
  }
}

function liveText({ title, query, errors }: Live): string {
  if (query.problem) return t`${title}: live, failing`;
  const updates = counted(query.updates, "update");
  const outcome = errors > 0 ? errorCount(errors) : updates;
  return `${title}: live${query.height === undefined ? "" : t` · block ${query.height}`} · ${outcome}`;
}

function errorCount(count: number): string {
  return counted(count, "error");
}
