import type { Disposable } from "./disposables";

/** Runs the latest of several tasks per key once none has been given for a while. */
export class Debouncer implements Disposable {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly delayMs: number) {}

  run(key: string, task: () => void): void {
    clearTimeout(this.timers.get(key));
    const timer = setTimeout(() => {
      this.timers.delete(key);
      task();
    }, this.delayMs);
    this.timers.set(key, timer);
  }

  cancel(key: string): void {
    clearTimeout(this.timers.get(key));
    this.timers.delete(key);
  }

  dispose(): void {
    for (const key of [...this.timers.keys()]) this.cancel(key);
  }
}
