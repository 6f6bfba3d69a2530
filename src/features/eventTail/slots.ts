/** Runs work at most so many at a time, in the order asked for; the rest waits. */
export class Slots {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.most) await new Promise<void>((free) => this.waiting.push(free));
    else this.running++;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The place is handed on as it is, so that nobody slips in between.
      if (next) next();
      else this.running--;
    }
  }
}
