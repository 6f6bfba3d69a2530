import type { CDPSession, Page } from "playwright-core";

/** Runs in the page: remembers the longest task that its thread was held by. */
const watch = `(() => {
  const held = { ms: 0 };
  const note = (entries) => { for (const { duration } of entries) held.ms = Math.max(held.ms, duration); };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "longtask" });
  globalThis.takeHeld = () => {
    note(observer.takeRecords());
    const { ms } = held;
    held.ms = 0;
    return ms;
  };
})()`;

/**
 * Finds how long one task has held the thread of a window and of the pages within it. A task is timed by the clock, so
 * on a busy machine it seems long by waiting alone; it cannot be longer than all that the thread has worked meanwhile.
 */
export class HeldPage {
  private workedMs = 0;

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  static async of(page: Page): Promise<HeldPage> {
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.evaluate(watch);
    const held = new HeldPage(page, session);
    await held.take();
    return held;
  }

  /**
   * Milliseconds of the longest task since the last time this was asked; answers when the thread is free. Zero is for
   * tasks of less than 50 ms, of which the browser does not tell.
   */
  async take(): Promise<number> {
    const longest = await this.page.evaluate<number>("takeHeld()");
    const { metrics } = await this.session.send("Performance.getMetrics");
    const workedMs = (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
    const meanwhile = workedMs - this.workedMs;
    this.workedMs = workedMs;
    return Math.min(longest, meanwhile);
  }
}
