import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox, type Sandbox } from "../support/startSandbox";
import { typedTexts, typeText } from "../support/typedText";
import { openTypingWindow, type TypingTarget, typingTargets, type TypingWindow } from "../support/typingTargets";

/**
 * What is typed may be read again at every key, so an open string or a pattern that tries every way could hold the page
 * or the extension host. Here both have to answer at all; how long they are held, the bench of typing tells.
 */
describe("typing", function () {
  this.timeout(90_000);
  const window = {} as TypingWindow;
  let sandbox: Sandbox;

  before(async () => {
    window.folder = await mkdtemp(join(tmpdir(), "chainscope-typing-"));
    sandbox = await startSandbox({ blockMs: 0 });
    window.vscode = await openTypingWindow(window.folder, sandbox.url);
  });
  after(async () => {
    await window.vscode?.close();
    await sandbox?.stop();
    await rm(window.folder, { recursive: true, force: true });
  });

  /** Waits until all of a text stands there, and nothing else. */
  async function holds(place: TypingTarget, text: string): Promise<void> {
    const seen = await window.vscode.screen.eventually(
      `${text.length} characters`,
      () => place.text(),
      (shown) => shown.length === text.length,
    );
    assert.equal(seen, text);
  }

  for (const place of typingTargets(window)) {
    describe(`into ${place.what}`, () => {
      before(() => place.open());
      after(() => place.close?.());

      for (const [round, text] of typedTexts.entries()) {
        it(`keeps ${text.what} as it was typed, and answers what comes next`, async () => {
          const { pasted = "", typed } = text;
          await place.clear();
          if (pasted !== "") {
            await place.paste(pasted);
            await holds(place, pasted);
          }
          await typeText(window.vscode, typed);
          await holds(place, pasted + typed);
          await place.answers(round);
        });
      }
    });
  }
});
