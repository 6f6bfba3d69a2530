/** One way of doing the thing that is measured. */
export type Contender = () => unknown;

/** Milliseconds of one call, per contender. */
export type Medians<K extends string> = Record<K, number>;

/**
 * Times contenders in turns, so that whatever else the machine does falls on all of them alike, and gives the median
 * time of one call of each. A contender may be asynchronous.
 */
export async function medians<K extends string>(
  contenders: Record<K, Contender>,
  { rounds = 40, calls = 25 } = {},
): Promise<Medians<K>> {
  const names = Object.keys(contenders) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (const name of names) for (let call = 0; call < calls; call++) await contenders[name]();
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const started = performance.now();
      for (let call = 0; call < calls; call++) await contenders[name]();
      times[name].push((performance.now() - started) / calls);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Medians<K>;
}

/** Calls per second with so many under way at once, per contender: the median of interleaved rounds. */
export async function throughputs<K extends string>(
  contenders: Record<K, () => Promise<unknown>>,
  { rounds = 7, calls = 2000, inFlight = 32 } = {},
): Promise<Medians<K>> {
  const names = Object.keys(contenders) as K[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const started = performance.now();
      let left = calls;
      const lane = async () => {
        while (left-- > 0) await contenders[name]();
      };
      await Promise.all(Array.from({ length: inFlight }, lane));
      // The first round warms up.
      if (round > 0) rates[name].push((calls / (performance.now() - started)) * 1000);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(rates[name])])) as Medians<K>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** One line of a report: what was compared, the ratio, and the goal if there is one. */
export function report(what: string, ratio: number, goal?: string): void {
  console.log(`${what}: ${ratio.toFixed(2)}×${goal ? ` (goal ${goal})` : ""}`);
}
