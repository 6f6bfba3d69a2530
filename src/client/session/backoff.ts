/** How long to wait between attempts. */
export interface Backoff {
  /** Longest wait before the second attempt. */
  firstMs: number;
  /** No wait is longer than this, however many attempts failed. */
  maxMs: number;
  /** The share of a wait that is left to chance, from 0 (none) to 1 (all of it), so that clients do not return in step. */
  jitter: number;
}

/** What a session waits unless told otherwise: half a second at first, doubled each time, half a minute at most. */
export const defaultBackoff: Backoff = { firstMs: 500, maxMs: 30_000, jitter: 0.5 };

/** Milliseconds to wait after so many failures in a row (1 or more). `random` yields numbers from 0 up to 1. */
export function backoffDelay(failures: number, { firstMs, maxMs, jitter }: Backoff, random = Math.random): number {
  const doublings = Math.min(Math.max(failures, 1) - 1, 30);
  const longest = Math.min(maxMs, firstMs * 2 ** doublings);
  return Math.round(longest * (1 - jitter * random()));
}
