import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { showWarningMessage } from "../../../host/messages";
import { cancellable } from "../../../host/cancellation";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { NodeError } from "../../../client/failures/nodeError";
import { nextPages } from "../../../graphql/run/nextPages";
import { variableProblemText } from "../../../graphql/variables/variableWording";
import { visibleText } from "../../../wire/visibleText";
import type { ChangeMarks } from "./changeMarks";
import { type ChosenOperation, operationTitle } from "./chooseOperation";
import type { LiveQueries } from "./liveQueries";
import { type NeededVariables, type OperationRun, prepareRun, resultText, send } from "./operationRun";
import { type ResultDocuments, shownResult, type ShownResult } from "./resultDocuments";
import type { RunDiagnostics } from "./runDiagnostics";
import { RunStatus } from "./runStatus";
import { runAtCursor, runWithout } from "./furtherRuns";
import { editVariables } from "../variables/variablesEditor";

interface RunnerSources {
  readonly results: ResultDocuments;
  readonly diagnostics: RunDiagnostics;
  readonly live: LiveQueries;
  readonly marks: ChangeMarks;
}

/** Runs operations for a person: asks for what is missing, can be cancelled, shows the result and what is wrong with it. */
export class Runner implements vscode.Disposable {
  private readonly status = new RunStatus();
  /** Source → its run under way: a new one takes its place. */
  private readonly running = new Map<string, AbortController>();

  constructor(private readonly sources: RunnerSources) {}

  async run(chosen: ChosenOperation): Promise<void> {
    const run = await this.prepared(chosen, "Run", (again) => this.run(again));
    if (run) await this.runAndShow(run, 1);
  }

  async runLive(chosen: ChosenOperation): Promise<void> {
    const run = await this.prepared(chosen, t`Run Live`, (again) => this.runLive(again));
    if (run) await this.sources.live.start(run);
  }

  /** Runs the operation of a result again, at the cursor of its next page. */
  async runNextPage({ run, page }: ShownResult, next: ShownResult["nextPages"][number]): Promise<void> {
    await this.runAndShow(runAtCursor(run, next), page + 1);
  }

  /** Runs the operation of a result again without the fields for whose errors the node gave nothing. */
  async runWithoutFailed({ run, failed }: ShownResult): Promise<void> {
    const reduced = failed.length > 0 ? runWithout(run, failed) : undefined;
    if (!reduced)
      throw new NodeError("invalid-input", t`There is nothing to leave out here, or nothing else to ask for.`);
    await this.runAndShow(reduced, 1);
  }

  /** What is to be sent; when values of variables are missing, their editor is opened instead. */
  async prepared(
    chosen: ChosenOperation,
    continueLabel: string,
    again: (chosen: ChosenOperation) => Promise<void>,
  ): Promise<OperationRun | undefined> {
    const run = await prepareRun(chosen);
    if ("request" in run) return run;
    const { source, subject, found } = chosen;
    const path = "problems" in run ? run.problems[0]?.path : undefined;
    await editVariables(source, found.definition, subject.schema, path);
    void this.offer(neededText(operationTitle(found), run), continueLabel, () => again(chosen));
    return undefined;
  }

  dispose(): void {
    for (const controller of this.running.values()) controller.abort();
    this.status.dispose();
  }

  private async offer(text: string, action: string, go: () => Promise<void>): Promise<void> {
    if ((await showWarningMessage(text, action)) === action) await go();
  }

  private async runAndShow(run: OperationRun, page: number): Promise<void> {
    const { results, diagnostics, live, marks } = this.sources;
    const { source, found, subject } = run;
    live.stop(source.uri);
    this.status.started(run);
    const result = await this.sent(run).catch((error: unknown) => {
      this.failed(run, error);
      throw error;
    });
    this.status.ended(run, result);
    diagnostics.show(run, result);
    const more = subject.schema ? nextPages(found.definition, result.data, run.variables, subject.schema) : [];
    const text = await resultText(result);
    const { document } = await results.show({ ...shownResult(run, result, text), page, nextPages: more });
    marks.clear(document.uri);
  }

  /** What is shown of an earlier run is no answer to this one, unless yet another has taken its place. */
  private failed(run: OperationRun, error: unknown): void {
    const { source, found, connection } = run;
    if (this.running.has(source.uri.toString())) return;
    const isCancelled = error instanceof vscode.CancellationError;
    if (isCancelled) this.status.cancelled(run);
    else this.status.failed(run, error);
    const about = { title: operationTitle(found), connection: connection.name };
    this.sources.results.outdate(source.uri, isCancelled ? about : { ...about, error });
  }

  private async sent(run: OperationRun): Promise<GraphqlResult> {
    const key = run.source.uri.toString();
    this.running.get(key)?.abort(new vscode.CancellationError());
    const own = new AbortController();
    this.running.set(key, own);
    try {
      const title = t`Running ${operationTitle(run.found)} on ${run.connection.name}`;
      return await cancellable(title, (signal) => send(run, AbortSignal.any([signal, own.signal])));
    } finally {
      if (this.running.get(key) === own) this.running.delete(key);
    }
  }
}

function neededText(title: string, needed: NeededVariables): string {
  if ("notJson" in needed) return t`The variables of ${title} are not JSON yet: ${visibleText(needed.notJson)}`;
  return t`${title} was not run. ${needed.problems.map((problem) => visibleText(variableProblemText(problem))).join(" ")}`;
}
