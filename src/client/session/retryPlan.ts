import { backoffDelay, defaultBackoff, type Backoff } from "./backoff";
import type { SocketEnd } from "./socketCloseReason";

/** A session that lasted this long came about well: its end counts as the first failure again. */
const settledMs = 10_000;
/** In a row, after which it is left to a person. */
const maxRefusals = 3;

/** Remembers how connecting went, and decides whether and when to try again. */
export class RetryPlan {
  private failures = 0;
  private refusals = 0;

  constructor(
    private readonly backoff: Backoff = defaultBackoff,
    private readonly random: () => number = Math.random,
  ) {}

  /** The number of the next attempt since the last that came about well; 1 for the first. */
  get attempt(): number {
    return this.failures + 1;
  }

  /** Begins again, as if nothing had failed. */
  reset(): void {
    this.failures = 0;
    this.refusals = 0;
  }

  /** Milliseconds until the next attempt after a session that was open for `openMs`; undefined to give up. */
  afterEnd({ refused }: SocketEnd, openMs: number): number | undefined {
    if (openMs >= settledMs) this.reset();
    this.failures++;
    if (refused && ++this.refusals >= maxRefusals) return undefined;
    return backoffDelay(this.failures, this.backoff, this.random);
  }
}
