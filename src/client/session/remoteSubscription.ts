import type { Target } from "../../wire/target";
import { backoffDelay, defaultBackoff } from "./backoff";
import type { Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";
import { Listeners } from "../../base/listeners";
import { NodeError } from "../failures/nodeError";

/** Whether the node sends the events of a target, as far as is known. */
export type RemoteState =
  { kind: "wanted" } | { kind: "active"; sessionId: string } | { kind: "failed"; error: NodeError };

/** What a remote subscription needs of its session and its node. */
export interface SubscriptionTransport {
  /** The id of the open session, or undefined. */
  sessionId(): string | undefined;
  /** Subscribes (GET) or unsubscribes (DELETE) the open session (§4.12); rejects with a NodeError or the abort's reason. */
  send(method: "GET" | "DELETE", target: Target, signal: AbortSignal): Promise<void>;
  /** Reports that the node does not know the session (424, §7). True when another session will be opened. */
  sessionLost(sessionId: string): boolean;
  log(line: string): void;
}

/** What happened to the target within one session. */
interface Round {
  readonly sessionId: string;
  readonly abort: AbortController;
  /** `maybe`: a request was sent and its answer got lost. */
  held: "no" | "maybe" | "yes";
  busy: boolean;
  givenUp: boolean;
  tries: number;
  pause?: Disposable;
}

const triesPerSession = 4;

/**
 * What the node knows of one target, kept in line with how many want it: one GET per session when someone does, one
 * DELETE when no one does any more, never two requests at a time (§6.3).
 */
export class RemoteSubscription implements Disposable {
  state: RemoteState = { kind: "wanted" };
  private readonly stateListeners = new Listeners<RemoteState>();
  readonly onState = this.stateListeners.event;
  private holders = 0;
  private round: Round | undefined;
  private disposed = false;

  constructor(
    readonly target: Target,
    private readonly door: SubscriptionTransport,
    private readonly clock: Clock,
    private readonly unused: () => void,
  ) {}

  /** Whether someone still wants the target's events. */
  get isHeld(): boolean {
    return this.holders > 0;
  }

  /** Wants the target's events until the returned hold is disposed. */
  hold(): Disposable {
    let held = true;
    this.holders++;
    this.sync();
    return {
      dispose: () => {
        if (held) this.holders--;
        held = false;
        this.sync();
      },
    };
  }

  /** Asks again after a failure. */
  retry(): void {
    if (this.state.kind !== "failed" || !this.round) return;
    this.round.givenUp = false;
    this.round.tries = 0;
    this.setState({ kind: "wanted" });
    this.sync();
  }

  /** Compares what is wanted with what the node knows, and sends what is missing. To be called when the session changes. */
  sync(): void {
    if (this.disposed) return;
    this.followSession();
    const { round } = this;
    if (round?.busy) return;
    if (this.holders === 0) {
      if (round && round.held !== "no") void this.unsubscribe(round);
      else this.dispose();
    } else if (round && round.held !== "yes" && !round.givenUp && !round.pause) {
      void this.subscribe(round);
    }
  }

  /** Asks the node once more for what it should know already: one that has lost the session says so. */
  assert(): void {
    const { round } = this;
    if (round && !round.busy && this.state.kind === "active" && this.holders > 0) void this.askAgain(round);
  }

  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    this.endRound();
    this.unused();
  }

  /** All subscriptions end with their session (§6.1), so each session begins with nothing. */
  private followSession(): void {
    const sessionId = this.door.sessionId();
    if (this.round?.sessionId === sessionId) return;
    this.endRound();
    if (sessionId !== undefined) {
      const abort = new AbortController();
      this.round = { sessionId, abort, held: "no", busy: false, givenUp: false, tries: 0 };
    }
    if (this.state.kind !== "wanted") this.setState({ kind: "wanted" });
  }

  private endRound(): void {
    this.round?.abort.abort();
    this.round?.pause?.dispose();
    this.round = undefined;
  }

  private async subscribe(round: Round): Promise<void> {
    const problem = await this.send("GET", round);
    if (round !== this.round) return;
    if (!problem) {
      round.held = "yes";
      this.setState({ kind: "active", sessionId: round.sessionId });
    } else if (problem.reason === "session-lost") {
      this.lost(round, problem);
    } else if (isPassing(problem) && ++round.tries < triesPerSession) {
      round.held = "maybe";
      this.pause(round);
    } else {
      if (isPassing(problem)) round.held = "maybe";
      round.givenUp = true;
      this.setState({ kind: "failed", error: problem });
    }
    this.sync();
  }

  private async askAgain(round: Round): Promise<void> {
    const problem = await this.send("GET", round);
    if (round !== this.round) return;
    if (problem?.reason === "session-lost") this.lost(round, problem);
    // Whatever else went wrong says nothing of what the node knows.
    else if (problem) this.door.log(`Asking again for events failed: ${problem.message}`);
    this.sync();
  }

  private lost(round: Round, problem: NodeError): void {
    round.held = "no";
    round.givenUp = true;
    if (!this.door.sessionLost(round.sessionId)) this.setState({ kind: "failed", error: problem });
  }

  private async unsubscribe(round: Round): Promise<void> {
    // At once, so that anyone who wants it again meanwhile does not take it for active.
    if (this.state.kind === "active") this.setState({ kind: "wanted" });
    const problem = await this.send("DELETE", round);
    if (round !== this.round) return;
    round.held = "no";
    if (problem?.reason === "session-lost") this.door.sessionLost(round.sessionId);
    // Not found: the node has cancelled it already. Any other failure leaves events that no one waits for.
    else if (problem && problem.reason !== "not-found") this.door.log(`Unsubscribing failed: ${problem.message}`);
    this.sync();
  }

  private async send(method: "GET" | "DELETE", round: Round): Promise<NodeError | undefined> {
    round.busy = true;
    try {
      await this.door.send(method, this.target, round.abort.signal);
      return undefined;
    } catch (error) {
      return NodeError.from(error);
    } finally {
      round.busy = false;
    }
  }

  private pause(round: Round): void {
    round.pause = this.clock.after(backoffDelay(round.tries, defaultBackoff), () => {
      delete round.pause;
      this.sync();
    });
  }

  private setState(state: RemoteState): void {
    this.state = state;
    this.stateListeners.fire(state);
  }
}

/** Whether the same request may well succeed in a moment: what failed is the way to the node, not the request. */
function isPassing({ reason, status = 0 }: NodeError): boolean {
  return reason === "unreachable" || reason === "timeout" || reason === "closed-without-answer" || status >= 502;
}
