import { t } from "../../base/translate";
import type { CallOutcome } from "../../bridge/callOutcome";
import type { CallRequest } from "../../bridge/callRequest";
import type { CallState, WatchedChange } from "../../bridge/contractPage";
import type { Connection } from "../../client/connection";
import { type CallContext, outcomeOf, remember } from "./callContext";
import { CallWatch } from "./model/callWatch";
import { failedOutcome } from "./model/runCall";
import { runStream } from "./model/runStream";
import { shownOutcome } from "./model/shownOutcome";
import { StreamBuffer } from "./model/streamBuffer";
import { limits } from "../../wire/limits";

/** What a panel's call tells its page. */
export interface PanelCallListener {
  changed(state: CallState): void;
  streamed(news: { items: string[]; count: number; decoded: boolean }): void;
}

const streamNewsMs = 50;

/** The one call a panel can have under way, and how the last one ended; it outlives the page while that is hidden. */
export class PanelCall {
  private current: CallState = { state: "idle" };
  private stopping: AbortController | undefined;
  private buffer: StreamBuffer | undefined;
  private watch: CallWatch | undefined;
  /** Whether the watched call is in the history. */
  private isRemembered = false;

  constructor(
    private readonly context: CallContext,
    private readonly panel: string,
    private readonly listener: PanelCallListener,
  ) {}

  /** Everything a page needs to show the call, also in the middle of it. */
  snapshot(): CallState {
    const { current, buffer } = this;
    if (current.state !== "running" || !buffer) return shownState(current);
    // What is told here must not be told again as news.
    buffer.news();
    const { items, decoded, count } = buffer.shown();
    return { ...current, stream: { items, decoded, count } };
  }

  /** How the call ended, with all that came: more than the page is sent. */
  get outcome(): CallOutcome | undefined {
    const { current } = this;
    return current.state === "done" || current.state === "watching" ? current.outcome : undefined;
  }

  /** Takes over what is known from an earlier window, unless there was a call since. */
  restore(request: CallRequest, outcome: CallOutcome, endedAt: number): void {
    if (this.current.state === "idle") this.setState({ state: "done", request, outcome, endedAt });
  }

  /** Throws when a call is under way: pressing twice sends once. */
  start(connection: Connection, request: CallRequest): void {
    this.refuseWhileBusy();
    const stopping = (this.stopping = new AbortController());
    this.setState({ state: "running", request });
    this.run(connection, request, stopping.signal).then(
      (outcome) => this.done(outcome),
      (error: unknown) => this.done(stopped(error)),
    );
  }

  /** Runs the call now and on each accepted block. */
  async startWatch(connection: Connection, request: CallRequest): Promise<void> {
    this.refuseWhileBusy();
    let changes: WatchedChange[] = [];
    this.isRemembered = false;
    this.setState({ state: "watching", request, changes });
    await connection.connect();
    const node = await connection.node();
    // It may have been stopped while the connection was made.
    if (this.current.state !== "watching") return;
    this.watch = new CallWatch(node, request, {
      ran: (height, outcome, change) => {
        // Once, or a call that is watched for a day would leave nothing else in the history.
        if (!this.isRemembered) remember(this.context, { connection, request, outcome, panel: this.panel });
        this.isRemembered = true;
        if (change) changes = [change, ...changes].slice(0, limits.changes);
        this.setState({ state: "watching", request, height: height.toString(), outcome, changes });
      },
      failed: (error) => {
        this.endWatch();
        this.setState({ state: "done", request, outcome: failedOutcome(error), changes, endedAt: Date.now() });
      },
    });
  }

  stop(): void {
    this.stopping?.abort();
    const { current } = this;
    this.endWatch();
    if (current.state !== "watching") return;
    const { request, outcome, changes } = current;
    this.setState(outcome ? { state: "done", request, outcome, changes, endedAt: Date.now() } : { state: "idle" });
  }

  dispose(): void {
    this.stopping?.abort();
    this.endWatch();
  }

  private refuseWhileBusy(): void {
    const { state: at } = this.current;
    if (at === "running" || at === "watching") throw new Error(t`A call is under way in this panel. Stop it first.`);
  }

  /** A call that turns out to want the feed is made once more as a stream; the page sees both as one. */
  private async run(connection: Connection, request: CallRequest, signal: AbortSignal): Promise<CallOutcome> {
    if (request.stream) return this.stream(connection, request, signal);
    const outcome = await outcomeOf(connection, request, signal);
    if (outcome.kind !== "failed" || !outcome.wantsStream) {
      remember(this.context, { connection, request, outcome, panel: this.panel });
      return outcome;
    }
    const streaming = { ...request, stream: true };
    this.setState({ state: "running", request: streaming, turnedStream: true });
    return this.stream(connection, streaming, signal, true);
  }

  private async stream(
    connection: Connection,
    request: CallRequest,
    signal: AbortSignal,
    isMissing = false,
  ): Promise<CallOutcome> {
    const buffer = (this.buffer = new StreamBuffer());
    let notified = 0;
    const notify = () => {
      const { count, decoded } = buffer;
      if (count !== notified) this.listener.streamed({ items: buffer.news(), count, decoded });
      notified = count;
    };
    const notifying = setInterval(notify, streamNewsMs);
    try {
      const outcome = await runStream(await connection.node(), request, buffer, signal, isMissing);
      remember(this.context, { connection, request, outcome, panel: this.panel });
      return outcome;
    } finally {
      clearInterval(notifying);
      this.buffer = undefined;
    }
  }

  private done(outcome: CallOutcome): void {
    this.stopping = undefined;
    const { current } = this;
    if (current.state !== "running") return;
    const { request, turnedStream } = current;
    const learned = this.context.learned.of(request.contractId);
    const turned = turnedStream && { turnedStream };
    this.setState({ state: "done", request, outcome, learned, endedAt: Date.now(), ...turned });
  }

  private endWatch(): void {
    this.watch?.dispose();
    this.watch = undefined;
  }

  private setState(state: CallState): void {
    this.current = state;
    this.listener.changed(shownState(state));
  }
}

function shownState(state: CallState): CallState {
  const outcome = "outcome" in state && state.outcome;
  return outcome ? { ...state, outcome: shownOutcome(outcome) } : state;
}

function stopped(error: unknown): CallOutcome {
  const isAbort = error instanceof Error && error.name === "AbortError";
  return isAbort ? { kind: "failed", message: t`You stopped the call before it was answered.` } : failedOutcome(error);
}
