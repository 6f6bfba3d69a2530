import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "../test/support/startSandbox";
import { openTypingWindow, plainTargets, typingTargets } from "../test/support/typingTargets";
import { typedTexts, typeText } from "../test/support/typedText";
import { HeldHost } from "./heldHost";
import { HeldPage } from "./heldPage";
import { report } from "./measure";

/** What a person takes for at once. */
const limitMs = 100;
/** Between two keys: the work that a key starts is done, or seen to be held, before the next. */
const keyMs = 30;

/**
 * How long page and extension host are held at most while awkward texts are typed into every place of a window, beside
 * files that none of our code reads. It is the time that their threads worked, not that of the clock.
 */
export async function benchTypingTargets(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "chainscope-bench-"));
  const watched = await mkdtemp(join(tmpdir(), "chainscope-watch-"));
  const sandbox = await startSandbox({ blockMs: 0 });
  const host = await HeldHost.in(watched);
  const vscode = await openTypingWindow(folder, sandbox.url, host.options);
  const page = await HeldPage.of(vscode.page);
  const window = { vscode, folder };
  const plain = plainTargets(window);
  for (const place of [...plain, ...typingTargets(window)]) {
    await place.open();
    const held = { page: { ms: 0, by: "none of 50 ms" }, host: { ms: 0, by: "none" } };
    for (const { what, pasted = "", typed } of typedTexts) {
      await place.clear();
      await Promise.all([page.take(), host.take()]);
      await place.paste(pasted);
      await vscode.screen.eventually(
        what,
        () => place.text(),
        (shown) => shown.length === pasted.length,
      );
      await typeText(vscode, typed, keyMs);
      for (const [whom, ms] of Object.entries({ page: await page.take(), host: await host.take() })) {
        const longest = held[whom as keyof typeof held];
        if (ms > longest.ms) Object.assign(longest, { ms, by: what });
      }
    }
    for (const [whom, { ms, by }] of Object.entries(held)) {
      const goal = plain.includes(place) ? undefined : "≤ 1×";
      report(`typing into ${place.what}: the ${whom} is held, of ${limitMs} ms (by ${by})`, ms / limitMs, goal);
    }
    await place.close?.();
  }
  await vscode.close();
  await sandbox.stop();
  for (const each of [folder, watched]) await rm(each, { recursive: true, force: true });
}
