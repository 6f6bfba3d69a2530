import type { Memento } from "vscode";
import { freeName, type ConnectionConfig } from "../../client/connectionConfig";

const memoryKey = "connectionKeys";

/**
 * What connections of the settings are known by where that is not their name: one that a person renames keeps what it
 * was known by, so that what is pinned to it stays with it, and another that takes its old name gets a key of its own.
 */
export class ConnectionKeys {
  /** Keys by the names of their connections. */
  private readonly keys: Map<string, string>;

  constructor(
    private readonly memory: Pick<Memento, "get" | "update">,
    private readonly failed: (error: unknown) => void,
  ) {
    this.keys = new Map(Object.entries(memory.get<Record<string, string>>(memoryKey) ?? {}));
  }

  /** These connections with what they are known by. */
  given(configs: readonly ConnectionConfig[]): ConnectionConfig[] {
    const isTaken = new Set(this.keys.values());
    for (const { name } of configs) {
      if (this.keys.has(name) || !isTaken.has(name)) continue;
      const key = freeName(name, [...isTaken, ...configs.map((each) => each.name)]);
      isTaken.add(key);
      this.set(name, key);
    }
    return configs.map((config) => {
      const key = this.keys.get(config.name);
      return key === undefined ? config : { ...config, key };
    });
  }

  /** Notes that a connection is about to get another name. Returns what takes that back. */
  rename({ name, key = name }: Pick<ConnectionConfig, "name" | "key">, to: string): () => void {
    if (to === name) return () => undefined;
    const before = this.keys.get(to);
    this.set(name, undefined);
    this.set(to, key);
    return () => {
      this.set(to, before);
      this.set(name, key);
    };
  }

  private set(name: string, key: string | undefined): void {
    if (key === undefined || key === name) this.keys.delete(name);
    else this.keys.set(name, key);
    this.memory.update(memoryKey, Object.fromEntries(this.keys)).then(undefined, this.failed);
  }
}
