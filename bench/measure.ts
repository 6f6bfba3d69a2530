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

/** Calls per second of one contender, in each round. */
export interface Throughput {
  byClock: number[];
  /** Of this process's own processor time: anyone who answers, and whatever else the machine does, does not count. */
  byProcessor: number[];
}

/** Calls per second with so many under way at once, per contender; none always comes after the same other one. */
export async function throughputs<K extends string>(
  contenders: Record<K, () => Promise<unknown>>,
  { rounds = 15, calls = 1000, inFlight = 32 } = {},
): Promise<Record<K, Throughput>> {
  const names = Object.keys(contenders) as K[];
  const entries = names.map((name): [K, Throughput] => [name, { byClock: [], byProcessor: [] }]);
  const found = Object.fromEntries(entries) as Record<K, Throughput>;
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const before = process.cpuUsage();
      const started = performance.now();
      let left = calls;
      const lane = async () => {
        while (left-- > 0) await contenders[name]();
      };
      await Promise.all(Array.from({ length: inFlight }, lane));
      // The first round warms up.
      if (round === 0) continue;
      const { user, system } = process.cpuUsage(before);
      found[name].byClock.push((calls / (performance.now() - started)) * 1000);
      found[name].byProcessor.push((calls / (user + system)) * 1_000_000);
    }
    names.push(...names.splice(0, 1));
  }
  return found;
}

/** How the rates of one relate to another's: round by round, because the machine is not equally quick in all of them. */
export function beside(rates: readonly number[], others: readonly number[]): number {
  return median(rates.map((rate, round) => rate / others[round]!));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** One line of a report: what was compared, the ratio, and the goal if there is one. */
export function report(what: string, ratio: number, goal?: string): void {
  console.log(`${what}: ${ratio.toFixed(2)}×${goal ? ` (goal ${goal})` : ""}`);
}
