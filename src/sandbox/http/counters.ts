/** Most paths or targets that are told apart; further ones are not counted. */
const mostKeys = 10_000;

/** What the node counts for the control route. */
export class Counters {
  requests: Record<string, number> = Object.create(null) as Record<string, number>;
  subscribes: Record<string, number> = Object.create(null) as Record<string, number>;
  unsubscribes: Record<string, number> = Object.create(null) as Record<string, number>;
  /** How often each transaction was handed in, by its hash. */
  propagated: Record<string, number> = Object.create(null) as Record<string, number>;
  connections = 0;
  openSockets = 0;

  static count(into: Record<string, number>, key: string): void {
    if (into[key] === undefined && Object.keys(into).length >= mostKeys) return;
    into[key] = (into[key] ?? 0) + 1;
  }

  reset(): void {
    this.requests = {};
    this.subscribes = {};
    this.unsubscribes = {};
    this.propagated = {};
    this.connections = this.openSockets;
  }
}
