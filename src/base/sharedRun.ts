/** Wraps work so that calls made while it runs share its result: a double click starts one thing, not two. */
export function sharedRun<R>(work: () => Promise<R>): () => Promise<R> {
  let running: Promise<R> | undefined;
  return () => (running ??= work().finally(() => (running = undefined)));
}
