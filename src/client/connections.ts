import { isDeepStrictEqual } from "node:util";
import { Connection } from "./connection";
import { connectionId, freeName, type ConnectionConfig } from "./connectionConfig";
import type { Disposable } from "../base/disposables";
import { Listeners } from "../base/listeners";
import type { NodeEnvironment } from "./nodeEnvironment";
import { withoutEnd } from "../wire/withoutEnd";

/**
 * What changed: which connections there are, which one is active, the status of one of them, or what one of them is
 * shown by (its contracts, its role); or which one a person has just made, and wants to see.
 */
export type ConnectionsChange =
  | { kind: "set" }
  | { kind: "active" }
  | { kind: "status"; connection: Connection }
  | { kind: "shown"; connection: Connection }
  | { kind: "made"; connection: Connection };

/** What something that is of a connection says of it: the name that it had, and what it is known by. */
export interface Pinned {
  readonly connection?: string | undefined;
  readonly connectionId?: string | undefined;
}

/**
 * The nodes a window knows. One of them is active: it serves what is not pinned to another. A connection whose
 * way to its node did not change survives when the set is given again. No two have one name, and none takes the place of
 * one with another id: a connection of the window gives its name up to one of the settings.
 */
export class Connections implements Disposable {
  private readonly entries = new Map<string, { connection: Connection; listening: Disposable }>();
  private readonly listeners = new Listeners<ConnectionsChange>();
  readonly onChange = this.listeners.event;
  private chosenId: string | undefined;
  /** Stands in while the chosen one is not there. */
  private standInId: string | undefined;
  private hadActive = false;

  constructor(private readonly environment: NodeEnvironment = {}) {}

  get all(): readonly Connection[] {
    return [...this.entries.values()].map(({ connection }) => connection);
  }

  /**
   * The chosen connection, or else one to begin with. When the active one goes, one for production does not become
   * active before someone chooses it.
   */
  get active(): Connection | undefined {
    return this.byId(this.chosenId) ?? this.byId(this.standInId);
  }

  get(name: string | undefined): Connection | undefined {
    return name === undefined ? undefined : this.all.find((connection) => connection.name === name);
  }

  /** The connection that something was pinned to by its `id`. */
  byId(id: string | undefined): Connection | undefined {
    return id === undefined ? undefined : this.entries.get(id)?.connection;
  }

  /** The connection that something is of, whatever that is called now; by its name where no more is known. */
  of({ connection, connectionId: id }: Pinned): Connection | undefined {
    return id === undefined ? this.get(connection) : this.byId(id);
  }

  /** The connection that stands now where this one stood: what a person chose may be older than a changed setting. */
  present(connection: Connection): Connection;
  present(connection: Connection | undefined): Connection | undefined;
  present(connection: Connection | undefined): Connection | undefined {
    return this.byId(connection?.id) ?? connection;
  }

  /** The connection for a document that is pinned to none: the active one, unless the document's own folder brings some. */
  preferredFor(documentUri: string): Connection | undefined {
    const { active } = this;
    const own = this.all.filter((connection) => isIn(documentUri, connection.config));
    return own.length === 0 || (active && own.includes(active)) ? active : own[0];
  }

  setActive(id: string | undefined): void {
    if (id === this.chosenId) return;
    this.chosenId = id;
    this.settleActive();
    this.listeners.fire({ kind: "active" });
  }

  /**
   * Makes the connections of one origin exactly these; those that are `leaving` stand in for no other any more. Tells
   * what that changes, which may be nothing.
   */
  replace(
    origin: ConnectionConfig["origin"],
    configs: readonly ConnectionConfig[],
    leaving: readonly string[] = [],
  ): void {
    const wanted = new Map(configs.map((config) => [connectionId(config), config]));
    const before = this.all;
    const { names } = this;
    const shown: Connection[] = [];
    for (const connection of before) {
      const was = connection.config;
      if (was.origin !== origin) continue;
      const config = wanted.get(connection.id);
      if (!config || !connection.adopt(config)) {
        this.drop(connection.id);
        continue;
      }
      this.makeRoom(connection);
      if (!isDeepStrictEqual(was, config)) shown.push(connection);
    }
    for (const [id, config] of wanted) if (!this.entries.has(id)) this.put(config);
    this.arrange(origin, before, [...wanted.keys()]);
    this.settleActive(leaving);
    const now = this.all;
    const isSame =
      now.length === before.length &&
      now.every((connection, at) => connection === before[at] && connection.name === names[at]);
    if (!isSame) this.listeners.fire({ kind: "set" });
    for (const connection of shown) this.listeners.fire({ kind: "shown", connection });
  }

  /** Adds one connection, in the place of the one with its id. A name that another one has gets a number. */
  add(config: ConnectionConfig): Connection {
    this.drop(connectionId(config));
    const connection = this.put(config);
    this.settleActive();
    this.listeners.fire({ kind: "set" });
    return connection;
  }

  /** Changes what a connection is shown by. Returns whether it knows a connection of this id and way to its node. */
  update(config: ConnectionConfig): boolean {
    const connection = this.byId(connectionId(config));
    if (!connection?.adopt(config)) return false;
    this.listeners.fire({ kind: "shown", connection });
    return true;
  }

  /** Tells anyone who shows connections that a person has just made this one. */
  notifyMade(id: string): void {
    const connection = this.byId(id);
    if (connection) this.listeners.fire({ kind: "made", connection });
  }

  /** Ends all that is under way with a connection's node. It stays, and nothing is asked of the node until someone does. */
  disconnect(id: string): void {
    const connection = this.byId(id);
    if (!connection) return;
    const { config } = connection;
    const before = this.all;
    this.drop(id);
    this.put(config).status = { state: "idle", ended: true };
    this.arrange(
      config.origin,
      before,
      before.flatMap((each) => (each.config.origin === config.origin ? each.id : [])),
    );
    this.listeners.fire({ kind: "set" });
  }

  remove(id: string): void {
    this.drop(id);
    this.settleActive();
    this.listeners.fire({ kind: "set" });
  }

  dispose(): void {
    for (const { id } of this.all) this.drop(id);
  }

  private get names(): string[] {
    return this.all.map(({ name }) => name);
  }

  private settleActive(leaving: readonly string[] = []): void {
    if (this.byId(this.chosenId)) this.standInId = undefined;
    else if (!this.active || leaving.includes(this.active.id)) {
      const stays = this.all.filter(({ id }) => !leaving.includes(id));
      const harmless = stays.find(({ config }) => config.role !== "production") ?? this.active;
      const isFirst = !this.hadActive && this.chosenId === undefined;
      this.standInId = (harmless ?? (isFirst ? this.all[0] : undefined))?.id;
    }
    this.hadActive ||= this.active !== undefined;
  }

  /** Puts the connections of an origin in this order, in the places that it had. */
  private arrange(origin: ConnectionConfig["origin"], before: readonly Connection[], ids: readonly string[]): void {
    const own = [...ids];
    const places = before.flatMap(({ id, config }) => (config.origin === origin ? (own.shift() ?? []) : id));
    for (const id of [...places, ...own]) {
      const entry = this.entries.get(id)!;
      this.entries.delete(id);
      this.entries.set(id, entry);
    }
  }

  private put(config: ConnectionConfig): Connection {
    const isOfWindow = config.origin === "window";
    const name = isOfWindow ? freeName(config.name, this.names) : config.name;
    const key = isOfWindow && { key: config.key ?? config.name };
    const connection = new Connection({ ...config, ...key, name }, this.environment);
    const listening = connection.onStatus(() => this.listeners.fire({ kind: "status", connection }));
    this.entries.set(connection.id, { connection, listening });
    this.makeRoom(connection);
    return connection;
  }

  /** Gives a connection of the window a free name if its own is written in the settings now, as this one's. */
  private makeRoom({ id, name }: Connection): void {
    const namesake = this.all.find((each) => each.name === name && each.id !== id && each.config.origin === "window");
    namesake?.adopt({ ...namesake.config, name: freeName(name, this.names) });
  }

  private drop(id: string): void {
    const entry = this.entries.get(id);
    if (!entry) return;
    this.entries.delete(id);
    entry.listening.dispose();
    entry.connection.dispose();
  }
}

function isIn(documentUri: string, { level }: ConnectionConfig): boolean {
  if (level?.kind !== "folder") return false;
  const folder = withoutEnd(level.folder, "/");
  return documentUri === folder || documentUri.startsWith(`${folder}/`);
}
