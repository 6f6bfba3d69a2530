import { limits } from "../../wire/limits";
import { stepsBetween } from "../../wire/nearestWord";

/** Up to three of the names that a misspelt one may have meant, best first. */
export function closestNames(wrong: string, names: Iterable<string>): string[] {
  const limit = Math.max(1, Math.floor(wrong.length * 0.4));
  const close: { name: string; distance: number }[] = [];
  for (const name of names) {
    if (name.startsWith("__") && !wrong.startsWith("__")) continue;
    if (Math.abs(name.length - wrong.length) > limit) continue;
    const distance = name.toLowerCase() === wrong.toLowerCase() ? 0 : stepsBetween(wrong, name);
    if (distance <= limit) close.push({ name, distance });
  }
  close.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return close.slice(0, 3).map(({ name }) => name);
}

/** Help with the first mistakes of a document: to find it may take as long as the document is, and there may be as many. */
export class MistakeHelp {
  private left = limits.helpedMistakes;

  closestNames(wrong: string, names: Iterable<string>): string[] {
    return this.find(() => closestNames(wrong, names)) ?? [];
  }

  /** What helps with the next mistake; undefined when there were too many before it. */
  find<T>(help: () => T): T | undefined {
    this.left -= 1;
    return this.left < 0 ? undefined : help();
  }
}
