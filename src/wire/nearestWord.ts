import { limits } from "./limits";

/** The word of a list that someone may have meant: it differs in one letter of four at most; undefined when none is near. */
export function nearestWord(typed: string, text: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  if (wanted.length > limits.likenedLetters) return undefined;
  let best: { word: string; steps: number } | undefined;
  for (const word of text) {
    if (word.length > limits.likenedLetters) continue;
    const steps = stepsBetween(wanted, word.toLowerCase());
    const most = Math.max(1, Math.floor(word.length / 4));
    if (steps <= most && (best === undefined || steps < best.steps)) best = { word, steps };
  }
  return best?.word;
}

/** Letters to change, add, leave out, or swap with their neighbour, to make one word of the other. */
export function stepsBetween(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1];
      const swapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      const steps = Math.min((last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (last[to - 1] ?? 0) + (same ? 0 : 1));
      row.push(swapped ? Math.min(steps, (before[to - 2] ?? 0) + 1) : steps);
    }
    before = last;
    last = row;
  }
  return last[other.length] ?? 0;
}
