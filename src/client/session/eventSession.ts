import { WebSocket } from "ws";
import { t } from "../../base/translate";
import { limits } from "../../wire/limits";
import { visibleText } from "../../wire/visibleText";
import type { Backoff } from "./backoff";
import { systemClock, type Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";
import { Listeners } from "../../base/listeners";
import { withCookie } from "../http/requestHeaders";
import { RetryPlan } from "./retryPlan";
import type { SessionState } from "./sessionState";
import { SessionSocket, type SessionTimes } from "./sessionSocket";
import { socketFailure, type SocketEnd } from "./socketCloseReason";
import { socketOptions, type SocketSettings } from "./socketOptions";

export type { SessionState } from "./sessionState";

/** Takes one binary message, and the id of the session it came in. */
export type FrameListener = (bytes: Uint8Array, sessionId: string) => void;

/** What passed through a session's connections. */
export interface SessionCounters {
  frames: number;
  bytes: number;
  /** Text messages after the session id. */
  laterTexts: number;
  /** Sessions opened after the first one. */
  reconnects: number;
}

/** Connection options of an event session: backoff, clock and random source (for tests). */
export interface EventSessionOptions extends SocketSettings, Partial<SessionTimes> {
  backoff?: Backoff;
  clock?: Clock;
  random?: () => number;
  /** Log sink. Repeated failures are logged once. */
  log?: (line: string) => void;
}

const defaultTimes: SessionTimes = {
  openTimeoutMs: 15_000,
  // A closing window waits for it.
  closeTimeoutMs: 500,
  pingIntervalMs: 20_000,
  pongTimeoutMs: 10_000,
};

/**
 * One event session with a node (§4.12, §6.1): at most one WebSocket at a time, made again after each loss with growing
 * waits in between, until it is disposed or the other end objects to it again and again.
 */
export class EventSession {
  readonly counters: SessionCounters = { frames: 0, bytes: 0, laterTexts: 0, reconnects: 0 };
  private current: SessionState = { kind: "idle" };
  private readonly stateListeners = new Listeners<SessionState>();
  readonly onState = this.stateListeners.event;
  private frameListeners: readonly FrameListener[] = [];
  private readonly textListeners = new Listeners<string>();
  /** Every text message after the session id, cut: a node has no reason to send any. */
  readonly onText = this.textListeners.event;
  private readonly times: SessionTimes;
  private readonly clock: Clock;
  private socket: SessionSocket | undefined;
  private retry: Disposable | undefined;
  private cookie: string | undefined;
  private readonly plan: RetryPlan;
  private openedAt: number | undefined;
  /** When the node last gave a sign of life. */
  private heardAt = 0;
  private lost: { at: number; reason: string } | undefined;
  private lastLogged: string | undefined;
  private leaving = Promise.resolve();
  private disposing: Promise<void> | undefined;

  constructor(private readonly options: EventSessionOptions) {
    const { openTimeoutMs, closeTimeoutMs, pingIntervalMs, pongTimeoutMs } = { ...defaultTimes, ...options };
    this.times = { openTimeoutMs, closeTimeoutMs, pingIntervalMs, pongTimeoutMs };
    this.clock = options.clock ?? systemClock;
    this.plan = new RetryPlan(options.backoff, options.random);
  }

  get state(): SessionState {
    return this.current;
  }

  /** The id of the open session, or undefined. */
  get sessionId(): string | undefined {
    return this.current.kind === "open" ? this.current.sessionId : undefined;
  }

  /**
   * The headers that make a request one of this session's (§5): its id, and the cookies that keep it on one node, behind
   * those that are sent with every request, since a request has one `Cookie` header.
   */
  get requestHeaders(): Record<string, string> {
    const id = this.sessionId;
    return {
      ...(id === undefined ? {} : { [this.options.endpoint.headerName("Session-Id")]: id }),
      ...(this.cookie === undefined ? {} : withCookie(this.options.headers, this.cookie)),
    };
  }

  /** Every binary message, in the order of arrival and before the next is read: the listener must be quick. */
  onFrame(listener: FrameListener): Disposable {
    const own: FrameListener = (bytes, sessionId) => listener(bytes, sessionId);
    this.frameListeners = [...this.frameListeners, own];
    return { dispose: () => (this.frameListeners = this.frameListeners.filter((other) => other !== own)) };
  }

  /** Notes that the node gave a sign of life; to be told by anyone who looks at the clock for each message anyway. */
  heard(at = this.clock.now()): void {
    this.heardAt = at;
  }

  /** Opens the session unless it is open or on its way there. */
  start(): void {
    if (this.current.kind !== "idle" && this.current.kind !== "closed") return;
    this.retryNow();
  }

  /** Ends the waiting for the next attempt, or begins again after giving up. */
  retryNow(): void {
    if (this.disposing || this.current.kind === "open" || this.current.kind === "connecting") return;
    this.retry?.dispose();
    this.plan.reset();
    this.connect();
  }

  /** Gives up a session that the node no longer knows (424, §7), and opens another, unless that has happened already. */
  renew(sessionId: string, reason: string): void {
    if (this.sessionId === sessionId) this.ended({ reason, refused: false });
  }

  /** Closes in good order; resolves when the connection is gone, which takes `closeTimeoutMs` at most. */
  dispose(): Promise<void> {
    if (!this.disposing) {
      this.retry?.dispose();
      this.leaveSocket();
      this.disposing = this.leaving;
      this.setState({ kind: "closed" });
    }
    return this.disposing;
  }

  private connect(): void {
    const { endpoint, maxMessageBytes = limits.eventBytes } = this.options;
    const owner = {
      opened: (sessionId: string, cookie: string | undefined) => this.opened(sessionId, cookie),
      frame: (bytes: Uint8Array) => this.deliver(bytes),
      laterText: (text: string) => this.ignore(text),
      heard: () => this.heard(),
      ended: (end: SocketEnd) => this.ended(end),
    };
    try {
      this.socket = new SessionSocket(this.webSocket(), this.clock, this.times, owner, maxMessageBytes);
    } catch (error) {
      // A header or certificate that cannot be used at all: no attempt can succeed.
      this.setState({ kind: "closed", reason: socketFailure(endpoint.address, error, maxMessageBytes).reason });
      return;
    }
    const reason = this.lost && { reason: this.lost.reason };
    this.setState({ kind: "connecting", attempt: this.plan.attempt, ...reason });
  }

  private webSocket(): WebSocket {
    return new WebSocket(this.options.endpoint.socketUrl(), socketOptions(this.options, this.times));
  }

  private opened(sessionId: string, cookie: string | undefined): void {
    const now = this.clock.now();
    const { lost } = this;
    this.openedAt = now;
    this.heard(now);
    this.cookie = cookie;
    this.lost = undefined;
    this.lastLogged = undefined;
    if (!lost) {
      this.setState({ kind: "open", sessionId });
      return;
    }
    this.counters.reconnects++;
    const gap = { lostAt: lost.at, lastedMs: now - lost.at, reason: lost.reason };
    this.log(`The event session is open again after ${gap.lastedMs / 1000} s without events.`);
    this.setState({ kind: "open", sessionId, gap });
  }

  private deliver(bytes: Uint8Array): void {
    this.counters.frames++;
    this.counters.bytes += bytes.length;
    // Without an id there are no subscriptions, so this is no answer to one.
    if (this.current.kind !== "open") return;
    for (const listener of this.frameListeners) {
      try {
        listener(bytes, this.current.sessionId);
      } catch (error) {
        this.log(`A listener failed on an event message: ${String(error)}`);
      }
    }
  }

  private ignore(text: string): void {
    const shown = visibleText(text.slice(0, 200));
    // Of a flood only the first is logged; listeners count the others.
    if (++this.counters.laterTexts === 1) this.log(`Ignored a text message after the session id: ${shown}`);
    this.textListeners.fire(shown);
  }

  private ended(end: SocketEnd): void {
    const now = this.clock.now();
    const retryInMs = this.plan.afterEnd(end, now - (this.openedAt ?? now));
    if (this.openedAt !== undefined) this.lost = { at: this.heardAt, reason: end.reason };
    this.leaveSocket();
    this.log(end.reason);
    if (retryInMs === undefined) {
      this.setState({
        kind: "closed",
        reason: t`${end.reason} This kept happening, so Chainscope stopped reconnecting.`,
      });
      return;
    }
    this.retry = this.clock.after(retryInMs, () => this.connect());
    this.setState({ kind: "waiting", retryInMs, reason: end.reason, attempt: this.plan.attempt });
  }

  private leaveSocket(): void {
    const { socket } = this;
    this.socket = undefined;
    this.cookie = undefined;
    this.openedAt = undefined;
    if (socket) this.leaving = Promise.all([this.leaving, socket.close()]).then(() => undefined);
  }

  private setState(state: SessionState): void {
    this.current = state;
    this.stateListeners.fire(state);
  }

  private log(line: string): void {
    if (line === this.lastLogged) return;
    this.lastLogged = line;
    this.options.log?.(line);
  }
}
