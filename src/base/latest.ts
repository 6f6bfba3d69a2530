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
