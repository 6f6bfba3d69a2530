import { isDeepStrictEqual } from "node:util";
import { Connection } from "./connection";
import type { ConnectionConfig } from "./connectionConfig";
import type { Disposable } from "./disposable";
import { Listeners } from "./listeners";
import type { NodeSurroundings } from "./nodeSurroundings";
import { withoutEnd } from "../wire/withoutEnd";

/**
 * What changed: which connections there are, which one is active, the status of one of them, or what one of them is
 * shown by (its contracts, its role).
 */
export type ConnectionsChange =
  | { kind: "set" }
  | { kind: "active" }
  | { kind: "status"; connection: Connection }
  | { kind: "shown"; connection: Connection };

/**
 * The nodes a window knows. One of them is active: it serves what is not pinned to another. A connection whose
 * way to its node did not change survives when the set is given anew.
 */
export class Connections implements Disposable {
  private readonly entries = new Map<string, { connection: Connection; listening: Disposable }>();
  private readonly listeners = new Listeners<ConnectionsChange>();
  private activeName: string | undefined;

  constructor(private readonly surroundings: NodeSurroundings = {}) {}

  get all(): readonly Connection[] {
    return [...this.entries.values()].map(({ connection }) => connection);
  }

  /** The chosen connection, or else the first one. */
  get active(): Connection | undefined {
    return this.get(this.activeName) ?? this.all[0];
  }

  get(name: string | undefined): Connection | undefined {
    return name === undefined ? undefined : this.entries.get(name)?.connection;
  }

  /** The connection for a document that is pinned to none: the active one, unless the document's own folder brings some. */
  preferredFor(documentUri: string): Connection | undefined {
    const { active } = this;
    const own = this.all.filter((connection) => isIn(documentUri, connection.config));
    return own.length === 0 || (active && own.includes(active)) ? active : own[0];
  }

  onChange(listener: (change: ConnectionsChange) => void): Disposable {
    return this.listeners.add(listener);
  }

  setActive(name: string | undefined): void {
    if (name === this.activeName) return;
    this.activeName = name;
    this.listeners.tell({ kind: "active" });
  }

  /** Makes the connections of one origin exactly these. Tells what that changes, which may be nothing. */
  replace(origin: ConnectionConfig["origin"], configs: readonly ConnectionConfig[]): void {
    const wanted = new Map(configs.map((config) => [config.name, config]));
    const before = this.all;
    const shown: Connection[] = [];
    for (const connection of before) {
      const was = connection.config;
      if (was.origin !== origin) continue;
      const config = wanted.get(connection.name);
      if (!config || !connection.adopt(config)) this.drop(connection.name);
      else if (!isDeepStrictEqual(was, config)) shown.push(connection);
    }
    for (const config of wanted.values()) if (!this.entries.has(config.name)) this.put(config);
    this.arrange(origin, before, [...wanted.keys()]);
    const now = this.all;
    const isSame = now.length === before.length && now.every((connection, index) => connection === before[index]);
    if (!isSame) this.listeners.tell({ kind: "set" });
    for (const connection of shown) this.listeners.tell({ kind: "shown", connection });
  }

  /** Adds one connection, in the place of one with the same name. */
  add(config: ConnectionConfig): Connection {
    this.drop(config.name);
    const connection = this.put(config);
    this.listeners.tell({ kind: "set" });
    return connection;
  }

  /** Changes what a connection is shown by. Returns whether it knows a connection of this name and way to its node. */
  update(config: ConnectionConfig): boolean {
    const connection = this.get(config.name);
    if (!connection?.adopt(config)) return false;
    this.listeners.tell({ kind: "shown", connection });
    return true;
  }

  remove(name: string): void {
    this.drop(name);
    this.listeners.tell({ kind: "set" });
  }

  dispose(): void {
    for (const { name } of this.all) this.drop(name);
  }

  /** Puts the connections of an origin in this order, in the places that it had: the first one may be the active one. */
  private arrange(origin: ConnectionConfig["origin"], before: readonly Connection[], names: readonly string[]): void {
    const own = names.filter((name) => this.get(name)?.config.origin === origin);
    const places = before.flatMap(({ name, config }) => (config.origin === origin ? (own.shift() ?? []) : name));
    for (const name of [...places, ...own]) {
      const entry = this.entries.get(name)!;
      this.entries.delete(name);
      this.entries.set(name, entry);
    }
  }

  private put(config: ConnectionConfig): Connection {
    const connection = new Connection(config, this.surroundings);
    const listening = connection.onStatus(() => this.listeners.tell({ kind: "status", connection }));
    this.entries.set(config.name, { connection, listening });
    return connection;
  }

  private drop(name: string): void {
    const entry = this.entries.get(name);
    if (!entry) return;
    this.entries.delete(name);
    entry.listening.dispose();
    entry.connection.dispose();
  }
}

function isIn(documentUri: string, { level }: ConnectionConfig): boolean {
  if (level?.at !== "folder") return false;
  const folder = withoutEnd(level.folder, "/");
  return documentUri === folder || documentUri.startsWith(`${folder}/`);
}
