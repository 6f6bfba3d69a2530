/** Lines that may be shown per second: an unused share of a second is not saved up. */
export class LineBudget {
  private second = 0;
  private taken = 0;

  constructor(private readonly mostPerSecond: () => number) {}

  /** Whether one more line may be shown at this moment; if so, it counts. */
  take(now: number): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.second) {
      this.second = second;
      this.taken = 0;
    }
    if (this.taken >= this.mostPerSecond()) return false;
    this.taken++;
    return true;
  }
}
