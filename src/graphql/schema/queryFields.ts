import type { RootField } from "../completion/queryDraft";

type Read<Node> = (node: Node) => Promise<readonly RootField[]>;

/** What can be queried of each node: read by anyone who has the schemas, for anyone who shows it. */
export class QueryFields<Node> {
  private read: Read<Node> | undefined;
  private readonly listeners = new Set<(node: Node) => void>();

  /** The fields of the schema's query type. Rejects when there is no schema that can be used. */
  of(node: Node): Promise<readonly RootField[]> {
    return this.read?.(node) ?? Promise.resolve([]);
  }

  readBy(read: Read<Node>): void {
    this.read = read;
  }

  onChange(listener: (node: Node) => void): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  }

  /** Tells that a node may have other fields than before. */
  changed(node: Node): void {
    for (const listener of this.listeners) listener(node);
  }
}
