import type { Memento } from "vscode";

/** A workspace's memory: what is put in comes out as a copy, as after a reload. */
export class Memory implements Memento {
  readonly stored = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.stored.keys()];
  }

  get<T>(key: string): T | undefined {
    const text = this.stored.get(key);
    return text === undefined ? undefined : (JSON.parse(text) as T);
  }

  async update(key: string, value: unknown): Promise<void> {
    this.stored.set(key, JSON.stringify(value));
  }
}
