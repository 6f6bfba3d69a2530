/** Work that is never under way twice: what is demanded meanwhile leads to one more run, however often it was. */
export class OneAtATime {
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
