import type { ChainNews } from "../../client/chain/chainHead";
import type { Connection } from "../../client/connection";
import type { Connections, ConnectionsChange } from "../../client/connections";
import { Disposables, Owner } from "../../base/disposables";
import type { ConnectionData } from "./model/connectionData";
import { Throttler } from "../../base/throttler";
import type { ExplorerNode, Section } from "./model/rows/explorerNode";
import type { ExplorerTree } from "./explorerTree";
import { OpenSections } from "./openSections";
import { rowParts } from "./model/rows/rowParts";

/** No more than one round of changes in this time, however many events arrive. */
const gapMs = 700;
/** Milliseconds in which the editor has asked about a row that was opened. */
const settleMs = 150;
const secondMs = 1000;

type RefreshedPart = "connection" | Section;

/** Keeps the rows in sight current: by events and changes of status, never by asking at intervals. */
export class ExplorerRefresh extends Owner {
  private readonly throttler = this.own(new Throttler(() => this.flush(), gapMs));
  private readonly dirty = new Map<Connection, Set<RefreshedPart>>();
  private readonly running = new Map<Connection, Promise<void>>();
  /** The session in which each node that is up tells its events. */
  private readonly sessions = new WeakMap<Connection, string>();
  private readonly following = new Map<Connection, { owned: Disposables; subscriptions: boolean }>();
  /** Counts down, in sight, to when those that failed are tried again. */
  private countdown: NodeJS.Timeout | undefined;
  private readonly sections: OpenSections;

  constructor(
    private readonly connections: Connections,
    private readonly tree: ExplorerTree,
    private readonly isVisible: () => boolean,
  ) {
    super();
    this.sections = new OpenSections(tree, (connection, section) => this.mark(connection, [section]));
    this.own(connections.onChange((change) => this.take(change)));
    this.own({ dispose: () => this.follow([]) });
    this.own({ dispose: () => clearInterval(this.countdown) });
  }

  /** Follows the chain of a connection from now on. */
  follow_(data: ConnectionData): void {
    const { connection } = data;
    const listening = connection.chain.onNews((news) => {
      data.apply(news);
      this.mark(connection, changedBy(news));
    });
    const owned = new Disposables();
    owned.add(listening);
    owned.add(connection.transactions.onChange(() => this.mark(connection, ["transactions"])));
    this.following.set(connection, { owned, subscriptions: false });
  }

  /** Follows the events of the sections that can be seen, and of no others. */
  followOpen(): void {
    this.sections.settle(this.connections.all, this.isVisible());
  }

  /** Whether a change that can be seen is on its way to the editor. */
  get busy(): boolean {
    return this.running.size > 0 || (this.dirty.size > 0 && this.isVisible());
  }

  /** Asks for everything again that is shown of a connection. */
  renew(connection: Connection): void {
    this.tree.dataOf(connection).invalidate();
    this.mark(connection, ["connection"]);
  }

  /** Asks again for what is shown below a row, and shows it. */
  async renewRow(row: ExplorerNode): Promise<void> {
    const holder = this.outdate(row);
    if (isAsked(holder)) await holder.connection.connect();
    await this.tree.update(holder, true);
  }

  /**
   * Notes that a row was opened. The editor has kept what was below it when it was closed and does not ask by itself
   * again, so it is told to, and what it then asks for is new.
   */
  async opened(row: ExplorerNode): Promise<void> {
    // By then the rows below it have come.
    setTimeout(() => this.followOpen(), settleMs);
    if (!this.tree.opened(row)) return;
    // A row that was drawn again while it was closed is asked about as it opens. Anyone who refreshes it in the middle of
    // that has the rows below it registered twice, which the editor refuses.
    await new Promise((resolve) => setTimeout(resolve, settleMs));
    const holder = this.outdate(row);
    this.tree.askAgain(row);
    if (isAsked(holder) && holder.connection.status.state === "up") await holder.connection.connect();
    if (holder !== row) await this.tree.update(holder, true);
  }

  /** Notes that something else can be queried of a node. */
  queriesChanged(connection: Connection): void {
    this.tree.dataOf(connection).known("schema")?.invalidate();
    this.mark(connection, ["schema"]);
  }

  mark(connection: Connection, parts: readonly RefreshedPart[]): void {
    const known = this.dirty.get(connection) ?? new Set();
    for (const part of parts) known.add(part);
    this.dirty.set(connection, known);
    if (this.isVisible()) this.throttler.request();
  }

  /** Makes up for what was put off while no one looked. */
  becameVisible(): void {
    this.followOpen();
    if (this.dirty.size > 0) this.throttler.request();
  }

  /** Makes what is shown below a row be asked for when it is next wanted. Returns the row that it is given to. */
  private outdate(row: ExplorerNode): ExplorerNode {
    const data = this.tree.dataOf(row.connection);
    const parts = rowParts(row);
    for (const name of parts ?? []) data.known(name)?.invalidate();
    if (row.kind === "connection") data.invalidate();
    const above = parts || row.kind === "connection" ? undefined : this.tree.getParent(row);
    return above ? this.outdate(above) : row;
  }

  private take(change: ConnectionsChange): void {
    switch (change.kind) {
      case "set":
        this.follow(this.connections.all);
        return this.tree.redraw();
      case "active":
        for (const connection of this.connections.all) this.mark(connection, ["connection"]);
        return;
      case "shown":
        return this.mark(change.connection, ["connection"]);
      case "status":
        return this.statusChanged(change.connection);
      case "made":
        return;
    }
  }

  private statusChanged(connection: Connection): void {
    this.followSubscriptions(connection);
    if (this.hasReturned(connection)) this.tree.dataOf(connection).invalidate();
    this.mark(connection, ["connection"]);
    this.countDown();
  }

  /** Only what counts is drawn again: the row that tries again. */
  private countDown(): void {
    const waiting = () => this.connections.all.filter(({ status }) => status.state === "failed" && status.retryAt);
    this.countdown ??= setInterval(() => {
      if (waiting().length === 0) this.countdown = void clearInterval(this.countdown);
      if (this.isVisible())
        for (const connection of waiting()) void this.tree.update({ kind: "connection", connection });
    }, secondMs);
  }

  private followSubscriptions(connection: Connection): void {
    const following = this.following.get(connection);
    if (!following || following.subscriptions || connection.status.state !== "up") return;
    following.subscriptions = true;
    void connection.node().then(
      ({ events }) => following.owned.add(events.onChange(() => this.mark(connection, ["subscriptions"]))),
      () => (following.subscriptions = false),
    );
  }

  /** Whether the node answers again, or in a new session: events were missed meanwhile. */
  private hasReturned(connection: Connection): boolean {
    const { status } = connection;
    if (status.state !== "up") {
      this.sessions.delete(connection);
      return false;
    }
    const before = this.sessions.get(connection);
    const session = status.events.kind === "open" ? status.events.sessionId : before;
    this.sessions.set(connection, session ?? "");
    return before === undefined || (before !== "" && before !== session);
  }

  private follow(connections: readonly Connection[]): void {
    for (const [connection, { owned }] of this.following) {
      if (connections.includes(connection)) continue;
      owned.dispose();
      this.sections.leave(connection);
      this.following.delete(connection);
      this.dirty.delete(connection);
    }
  }

  private flush(): void {
    if (!this.isVisible()) return;
    this.followOpen();
    for (const [connection, parts] of this.dirty) {
      // One round at a time for each node; what comes meanwhile waits for the next.
      if (this.running.has(connection)) continue;
      this.dirty.delete(connection);
      const round = this.round(connection, parts).finally(() => {
        this.running.delete(connection);
        if (this.dirty.has(connection)) this.throttler.request();
      });
      this.running.set(connection, round);
    }
  }

  private async round(connection: Connection, parts: ReadonlySet<RefreshedPart>): Promise<void> {
    if (parts.has("connection")) return this.tree.update({ kind: "connection", connection }, true);
    const rows = [...parts].map((section): ExplorerNode => ({
      kind: "section",
      connection,
      section: section as Section,
    }));
    // Of contracts what changes is further below.
    await Promise.all(rows.map((row) => this.tree.update(row, row.kind === "section" && row.section === "contracts")));
  }
}

/** What looks otherwise after news of the chain. */
function changedBy({ kind }: ChainNews): readonly RefreshedPart[] {
  if (kind === "restarted") return ["connection"];
  const grows = kind === "accepted" || kind === "missed";
  return ["chain", "subscriptions", ...(grows ? (["mempool", "statistics"] as const) : [])];
}

/** Whether what is below a row is the node's info, which the connection itself asks for. */
function isAsked(row: ExplorerNode): boolean {
  return row.kind === "connection" || (row.kind === "section" && row.section === "node");
}
