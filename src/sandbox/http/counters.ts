const kinds = ["requests", "subscribes", "unsubscribes", "propagated"] as const;

/** Most paths or targets that are told apart; further ones are not counted. */
const mostKeys = 10_000;

/** What the node counts for the control route: by path, by target, and by a transaction's hash how often it was handed in. */
export class Counters {
  connections = 0;
  openSockets = 0;
  private readonly counts = new Map(kinds.map((kind) => [kind, new Map<string, number>()]));

  count(kind: (typeof kinds)[number], key: string): void {
    const counts = this.counts.get(kind)!;
    if (counts.has(key) || counts.size < mostKeys) counts.set(key, (counts.get(key) ?? 0) + 1);
  }

  get all(): Record<string, Record<string, number>> {
    return Object.fromEntries([...this.counts].map(([kind, counts]) => [kind, Object.fromEntries(counts)]));
  }

  reset(): void {
    for (const counts of this.counts.values()) counts.clear();
    this.connections = this.openSockets;
  }
}
