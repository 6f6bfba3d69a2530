import type { CallOutcome, StreamOutcome } from "../../../bridge/callOutcome";
import { limits } from "../../../wire/limits";

/** What the page is sent of an outcome: a stream may be far longer than anyone can look at. */
export function shownOutcome(outcome: CallOutcome): CallOutcome {
  return outcome.kind === "stream" ? shownStream(outcome) : outcome;
}

/** The last items of a stream, or the first bytes of its blob. How many there are in all it says itself. */
export function shownStream(outcome: StreamOutcome): StreamOutcome {
  const { items, decoded } = outcome;
  if (decoded) return { ...outcome, items: lastItems(items) };
  let left = limits.shownItemCharacters;
  const first = items.map((text) => {
    const shown = text.slice(0, left);
    left -= shown.length;
    return shown;
  });
  return { ...outcome, items: [first.join("")] };
}

/** The last items that can be shown, one at least. */
export function lastItems(
  items: readonly string[],
  most = limits.shownItems as number,
  characters = limits.shownItemCharacters,
): string[] {
  let left = characters - (items.at(-1)?.length ?? 0);
  let first = Math.max(0, items.length - 1);
  while (first > 0 && items.length - first < most && (left -= items[first - 1]!.length) >= 0) first--;
  return items.slice(first);
}
