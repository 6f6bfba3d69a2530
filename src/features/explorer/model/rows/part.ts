import { systemClock, type Clock } from "../../../../base/clock";
import { NodeError } from "../../../../client/failures/nodeError";

/** What a part can be given. */
export interface PartOptions {
  clock?: Clock;
  /** Told of every outcome: the failure, or undefined when it went well. */
  onOutcome?: (error: NodeError | undefined) => void;
}

/**
 * One thing that is asked of a node and kept: loaded when it is first wanted, again only when it was invalidated, and
 * never twice at a time. A failure keeps the value that was there before.
 */
export class Part<T> {
  value: T | undefined;
  /** When the value came, in milliseconds since the epoch. */
  loadedAt: number | undefined;
  /** Why the latest attempt failed; undefined when it did not. */
  error: NodeError | undefined;
  private due = true;
  private running: Promise<void> | undefined;
  private readonly clock: Clock;

  constructor(
    private readonly load: () => Promise<T>,
    private readonly options: PartOptions = {},
  ) {
    this.clock = options.clock ?? systemClock;
  }

  /** Whether it was ever wanted. */
  get wanted(): boolean {
    return this.value !== undefined || this.error !== undefined || this.running !== undefined;
  }

  /** Whether it is to be asked for when it is next wanted, so that what became of it before counts no longer. */
  get isDue(): boolean {
    return this.due && this.running === undefined;
  }

  /** Waits until the value is as new as wanted. Never rejects: a failure is in `error`. */
  async ready(): Promise<void> {
    // What is on its way was asked for before it became outdated.
    if (this.due && this.running) await this.running;
    if (!this.due && !this.running) return;
    this.running ??= this.run().finally(() => (this.running = undefined));
    await this.running;
  }

  /** Makes the next `ready` ask again. */
  invalidate(): void {
    this.due = true;
  }

  private async run(): Promise<void> {
    this.due = false;
    try {
      this.value = await this.load();
      this.loadedAt = this.clock.now();
      this.error = undefined;
    } catch (thrown) {
      this.error = NodeError.from(thrown);
    }
    this.options.onOutcome?.(this.error);
  }
}
