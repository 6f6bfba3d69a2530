import { setTimeout as pause } from "node:timers/promises";
import type { Workbench } from "./workbench";

/** A text that is awkward to read while it is typed: the first part comes in one go, as from the clipboard. */
export interface TypedText {
  readonly what: string;
  readonly pasted?: string;
  readonly typed: string;
}

export const typedTexts: readonly TypedText[] = [
  {
    what: "a string without an end",
    pasted: '{ "Some": { "value": "1", "note": "a note of a few words and then some',
    typed: " more of them, on and on",
  },
  { what: "a key in base58", pasted: "2jZ8vN5tqXk7cWbQy4RmHsE9uLpFgDa3TzKxVn", typed: "B6MwJhCrPdUeYf1GoA" },
  { what: "emoji and combining characters", typed: "a 👩‍👩‍👧‍👦 🇪🇺 e\u0301\u0302\u0303 Z\u0351\u036b 😀 漢字" },
  { what: "a pattern that could try every way", pasted: `/^(\\w+\\s?)*$/ ${"a".repeat(32)}`, typed: "aaaaaaaa!" },
  { what: "three hundred open brackets", pasted: "[{(".repeat(100), typed: "[[[{{{(((" },
  { what: "100 kB of a string without an end", pasted: `"${"long ".repeat(20_000)}`, typed: "end" },
  { what: "100 kB of open brackets", pasted: "[{".repeat(50_000), typed: "[1, {" },
];

/** Types key by key; what a keyboard gives in one go, such as an emoji of several characters, comes in one go. */
export async function typeText({ page }: Workbench, text: string, keyMs = 0): Promise<void> {
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    await (segment.length === 1 ? page.keyboard.type(segment) : page.keyboard.insertText(segment));
    if (keyMs > 0) await pause(keyMs);
  }
}
