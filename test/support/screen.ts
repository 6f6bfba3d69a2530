import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Page } from "playwright-core";

const folder = resolve(__dirname, "../../.screenshots");
/** Most of what is awaited comes at once; whatever takes longer is looked for less often. */
const firstPollMs = 10;
const lastPollMs = 100;
/** How long anything may take that a person waits for: a window may have a part of a processor only. */
const limitMs = 60_000;

/** One browser page that shows VS Code: waits for what a person would see there, and takes its picture. */
export class Screen {
  private failures = 0;

  constructor(
    readonly page: Page,
    readonly name: string,
  ) {
    page.setDefaultTimeout(limitMs);
  }

  /**
   * Looks again and again until what is seen is accepted, and returns it. A look that throws counts as not there yet.
   * After the limit it fails with what was awaited, what was seen last, and a screenshot of the whole window.
   */
  async eventually<T>(
    what: string,
    look: () => Promise<T>,
    accept: (seen: T) => boolean,
    timeoutMs = limitMs,
  ): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    let last: string;
    for (let pollMs = firstPollMs; ; pollMs = Math.min(pollMs * 1.5, lastPollMs)) {
      try {
        const seen = await look();
        if (accept(seen)) return seen;
        last = JSON.stringify(seen, undefined, 1) ?? "nothing";
      } catch (error) {
        last = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
      }
      if (Date.now() > deadline) break;
      await pause(pollMs);
    }
    const picture = await this.screenshot(`${this.name}-failure-${++this.failures}`).catch(String);
    throw new Error(
      `Waited ${timeoutMs / 1000} s for ${what}.\n  Seen: ${last.slice(0, 3000)}\n  Screenshot: ${picture}`,
    );
  }

  /** Waits until an element is on the page, and returns its locator. */
  async appears(selector: string, what: string, timeoutMs?: number) {
    const found = this.page.locator(selector).filter({ visible: true }).first();
    await this.eventually(
      what,
      () => found.isVisible(),
      (visible) => visible,
      timeoutMs,
    );
    return found;
  }

  /** Saves a picture of the window as `.screenshots/<name>.png` and returns the file's path. */
  async screenshot(name: string): Promise<string> {
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${name.replace(/[^\w.-]+/g, "-")}.png`);
    await this.page.screenshot({ path, animations: "disabled" });
    return path;
  }
}
