/** Looks again and again until what is seen is accepted, and returns it; fails with what was seen last. */
export async function eventually<T>(
  what: string,
  look: () => T | PromiseLike<T>,
  accept: (seen: T) => boolean,
  timeoutMs = 15_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  // Most of what is awaited comes at once.
  for (let pollMs = 2; ; pollMs = Math.min(pollMs * 1.5, 30)) {
    const seen = await look();
    if (accept(seen)) return seen;
    if (Date.now() > deadline)
      throw new Error(`Waited ${timeoutMs / 1000} s for ${what}; saw ${JSON.stringify(seen, withDigits)}.`);
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** An integer of any length as its digits. */
function withDigits(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
