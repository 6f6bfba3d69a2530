import { limits } from "../../wire/limits";

/** Of a list that is longer than is shown at once, what the word typed so far may become. */
export interface Near<T> {
  readonly items: readonly T[];
  /** Whether there are more: another letter may bring others. */
  readonly isCut: boolean;
}

/**
 * The items whose names have the letters of the word in their order, as editors match them: those that begin with it
 * first, each group in the order of the list. A list that is short enough is left to the editor.
 */
export function nearWord<T>(items: readonly T[], word: string, nameOf: (item: T) => string): Near<T> {
  if (items.length <= limits.completions) return { items, isCut: false };
  const typed = word.toLowerCase();
  const begin: T[] = [];
  const other: T[] = [];
  for (const item of items) {
    const name = nameOf(item).toLowerCase();
    if (name.startsWith(typed)) begin.push(item);
    else if (hasInOrder(name, typed)) other.push(item);
  }
  return { items: [...begin, ...other].slice(0, limits.completions), isCut: true };
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
