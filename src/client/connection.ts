import { t } from "../base/translate";
import { notProbed } from "./capabilities";
import { ChainHead } from "./chain/chainHead";
import { missingChainId } from "./chain/chainId";
import { systemClock } from "../base/clock";
import { connectionId, reachesTheSame, type ConnectionConfig } from "./connectionConfig";
import type { ConnectionStatus } from "./connectionStatus";
import type { Disposable } from "../base/disposables";
import { defaultPrefix } from "./http/endpoint";
import type { SessionState } from "./session/eventSession";
import { Listeners } from "../base/listeners";
import { withLoopbackNote } from "./failures/loopbackNote";
import type { NodeConnection } from "./nodeConnection";
import { infoOf, NodeParts } from "./nodeParts";
import { NodeError } from "./failures/nodeError";
import type { NodeEnvironment } from "./nodeEnvironment";
import { prefixProblem } from "./failures/prefixProblem";
import { FollowedTransactions } from "./transactions/followedTransactions";
import { shortId } from "../wire/ids";

export type { ConnectionConfig } from "./connectionConfig";
export type { ConnectionStatus } from "./connectionStatus";

/**
 * One node as the whole window shares it: its clients, made on first use, and its status. The event session is the
 * pulse: when it drops, the node is asked for its info, and when it opens again the status recovers by itself.
 */
export class Connection implements Disposable {
  status: ConnectionStatus = { state: "idle" };
  /** The chain's newest block, followed by events while the node is connected. */
  readonly chain: ChainHead;
  /** What a person checks, sends and follows on it. */
  readonly transactions: FollowedTransactions;
  private readonly statusListeners = new Listeners<ConnectionStatus>();
  readonly onStatus = this.statusListeners.event;
  private readonly closing = new AbortController();
  private readonly parts = new NodeParts();
  private opened: Promise<NodeConnection> | undefined;
  private asking: Promise<ConnectionStatus> | undefined;
  private openedMeanwhile = false;
  private watched = false;
  private answered = false;
  /** When the session is opened again, while it is lost. */
  private nextTry: { retryAt?: number } = {};
  /** What the node's answers prove that its header names begin with, where that is not what was configured. */
  private proven: string | undefined;

  constructor(
    private current: ConnectionConfig,
    private readonly environment: NodeEnvironment = {},
  ) {
    this.chain = new ChainHead(environment.clock);
    this.transactions = new FollowedTransactions(this, environment.clock);
  }

  get config(): ConnectionConfig {
    return this.current;
  }

  get name(): string {
    return this.current.name;
  }

  /** What it is known by, whatever it is called: see `connectionId`. */
  get id(): string {
    return connectionId(this.current);
  }

  /** The name that a person gave to a contract, else the ends of its id. */
  nameOf(contract: string): string {
    return this.current.contracts.find(({ id }) => id === contract)?.name ?? shortId(contract);
  }

  /** Whether someone has asked for its node. */
  get inUse(): boolean {
    return this.status.state !== "idle";
  }

  /** What the node's header names begin with: as configured, unless an answer proves otherwise. */
  get prefix(): string {
    return this.proven ?? this.current.prefix ?? defaultPrefix;
  }

  /** That the configuration names another prefix than the node, whose own is used all the same; undefined if all is well. */
  get prefixProblem(): NodeError | undefined {
    return prefixProblem(this.proven, this.current);
  }

  /**
   * Takes over a configuration that reaches the same node, so that all that hangs on this connection goes on: also one
   * that now says what the node's answers proved.
   */
  adopt(config: ConnectionConfig): boolean {
    const isSame = [this.current, { ...this.current, prefix: this.prefix }].some((reach) =>
      reachesTheSame(reach, config),
    );
    if (!isSame) return false;
    this.current = config;
    return true;
  }

  /**
   * The node's clients. The first call loads the HTTP and WebSocket libraries; nothing is sent yet. Rejects with a
   * NodeError when the configuration cannot be used, or no node may be spoken to; the next call tries again. A connection
   * that was disposed of says so: what still holds it (a row, a result) must not fail as if a person had cancelled.
   */
  async node(): Promise<NodeConnection> {
    if (this.closing.signal.aborted) throw this.gone();
    const forbidden = this.environment.forbidden?.(this.current);
    if (forbidden) throw forbidden;
    if (!this.opened) {
      const opening = this.open();
      this.opened = opening;
      opening.catch(() => {
        if (this.opened === opening) this.opened = undefined;
      });
    }
    return this.opened;
  }

  /** Asks `/on/node/info` (§4.2) and starts the event session; calls made meanwhile share the answer. Never rejects. */
  connect(): Promise<ConnectionStatus> {
    this.asking ??= this.ask().finally(() => (this.asking = undefined));
    return this.asking;
  }

  /** Like `connect`, and ends the event session's waiting as well: for a person who wants it now. */
  async retry(): Promise<ConnectionStatus> {
    if (this.watched) (await this.opened)?.events.session.retryNow();
    return this.connect();
  }

  /** Notes that a part of the node's interface fails, or works again. A connection with a failing part is degraded. */
  noteFailure(part: string, error: NodeError | undefined): void {
    const changed = this.parts.note(part, error);
    if (changed && this.status.state === "up") this.setStatus({ ...this.status, failing: this.parts.failing });
  }

  dispose(): void {
    this.closing.abort();
    this.setStatus({ state: "idle" });
    this.chain.dispose();
    this.transactions.dispose();
    this.opened?.then((node) => node.dispose()).catch(() => undefined);
    this.opened = undefined;
  }

  private gone(): NodeError {
    return new NodeError(
      "invalid-input",
      t`${this.name} was removed or changed since this was made. Nothing was sent.`,
      {
        remedy: t`Try again from the connection as it is now.`,
      },
    );
  }

  private async open(): Promise<NodeConnection> {
    const { openNode } = await import("./openNode");
    const node = await openNode(this.current, this.environment, () => this.name);
    node.transport.onPrefix((prefix) => this.proves(prefix));
    if (!this.closing.signal.aborted) return node;
    await node.dispose();
    throw new DOMException(t`The connection was closed.`, "AbortError");
  }

  private async ask(): Promise<ConnectionStatus> {
    if (this.status.state !== "up") this.setStatus({ state: "connecting" });
    this.openedMeanwhile = false;
    try {
      const node = await this.node();
      this.watch(node);
      const info = await infoOf(node, this.environment.clock);
      this.answered = true;
      const chainId = await missingChainId(node, info, this.closing.signal);
      const capabilities = this.status.state === "up" ? this.status.capabilities : notProbed;
      this.setStatus({
        state: "up",
        info,
        ...(chainId !== undefined && { chainId }),
        events: node.events.session.state,
        capabilities,
        failing: this.parts.failing,
      });
      void this.probe(node);
    } catch (error) {
      // The session opened while the question was lost: the node is there after all.
      if (this.openedMeanwhile && !this.closing.signal.aborted) return this.ask();
      const { machine } = this.environment;
      const failure = NodeError.from(error);
      // Where a node has answered, the address is not what is wrong.
      const noted = this.answered ? failure : withLoopbackNote(failure, this.current.url, machine);
      this.setStatus({ state: "failed", error: noted, ...this.nextTry });
    }
    return this.status;
  }

  private async probe(node: NodeConnection): Promise<void> {
    const found = await this.parts.probe(node, this.closing.signal);
    if (!found || this.status.state !== "up") return;
    this.parts.take(found);
    if (found.tip) this.chain.learn(found.tip, true);
    this.setStatus({ ...this.status, capabilities: found.capabilities, failing: this.parts.failing });
  }

  private watch(node: NodeConnection): void {
    const { session } = node.events;
    if (!this.watched) {
      this.watched = true;
      session.onState((events) => this.sessionChanged(events));
      this.chain.follow(node, (error) => this.noteFailure("block events", error));
    }
    session.start();
  }

  private sessionChanged(events: SessionState): void {
    if (this.closing.signal.aborted) return;
    const was = this.status.state;
    if (events.kind === "open") this.openedMeanwhile = true;
    const { clock = systemClock } = this.environment;
    if (events.kind === "waiting") this.nextTry = { retryAt: clock.now() + events.retryInMs };
    else if (events.kind !== "connecting") this.nextTry = {};
    if (this.status.state === "up") this.setStatus({ ...this.status, events });
    if (this.status.state === "failed") this.setStatus({ state: "failed", error: this.status.error, ...this.nextTry });
    const lost = events.kind === "waiting" && was === "up";
    const back = events.kind === "open" && was === "failed";
    if (lost || back) void this.connect();
  }

  private proves(prefix: string): void {
    this.proven = prefix;
    const { name, prefixProblem: problem } = this;
    if (problem) this.environment.log?.(`${name}: ${problem.message} ${prefix} is used.`);
    this.setStatus(this.status);
  }

  private setStatus(status: ConnectionStatus): void {
    if (this.closing.signal.aborted && status.state !== "idle") return;
    this.status = status;
    this.statusListeners.fire(status);
  }
}
