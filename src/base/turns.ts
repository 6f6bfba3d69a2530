/** Work that is never under way twice: what is demanded meanwhile leads to one more run, however often it was. */
export class SerialRunner {
  private running: AbortController | undefined;
  private again = false;
  private ended = false;

  /** `work` deals with its own failures; an aborted signal means that its result is wanted no more. */
  constructor(private readonly work: (signal: AbortSignal) => Promise<void>) {}

  demand(): void {
    this.again = true;
    if (!this.running && !this.ended) void this.run();
  }

  dispose(): void {
    this.ended = true;
    this.running?.abort();
  }

  private async run(): Promise<void> {
    this.running = new AbortController();
    while (this.again && !this.ended) {
      this.again = false;
      await this.work(this.running.signal);
    }
    this.running = undefined;
  }
}

/** Wraps work so that calls made while it runs share its result: a double click starts one thing, not two. */
export function singleFlight<R>(work: () => Promise<R>): () => Promise<R> {
  let running: Promise<R> | undefined;
  return () => (running ??= work().finally(() => (running = undefined)));
}

/**
 * Wraps work of which only the newest answer counts: a new call aborts the one before it, and the answer of an
 * aborted call is `undefined`, also when that call failed.
 */
export function latest<A extends unknown[], R>(work: (signal: AbortSignal, ...args: A) => Promise<R>) {
  let running: AbortController | undefined;
  return async (...args: A): Promise<R | undefined> => {
    running?.abort();
    const mine = (running = new AbortController());
    try {
      const result = await work(mine.signal, ...args);
      return mine.signal.aborted ? undefined : result;
    } catch (error) {
      if (mine.signal.aborted) return undefined;
      throw error;
    }
  };
}
