import type { Locator } from "playwright-core";
import type { PageElement } from "./pageElement";
import { plainSpaces } from "./shownText";

/** The lines that a text editor or output channel within this element shows, top down. */
export async function shownLines(within: Locator): Promise<string> {
  const lines = await within
    .locator(".view-lines .view-line")
    .evaluateAll((elements: PageElement[]) =>
      elements.map((line) => ({ top: Number.parseFloat(line.style.top), text: line.textContent ?? "" })),
    );
  return lines
    .sort((a, b) => a.top - b.top)
    .map(({ text }) => plainSpaces(text))
    .join("\n");
}
