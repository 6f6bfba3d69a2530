/** Up to three of the names that a misspelt one may have meant, best first. */
export function closestNames(wrong: string, names: Iterable<string>): string[] {
  const limit = Math.max(1, Math.floor(wrong.length * 0.4));
  const close: { name: string; distance: number }[] = [];
  for (const name of names) {
    if (name.startsWith("__") && !wrong.startsWith("__")) continue;
    const distance = name.toLowerCase() === wrong.toLowerCase() ? 0 : editDistance(wrong, name, limit);
    if (distance <= limit) close.push({ name, distance });
  }
  close.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return close.slice(0, 3).map(({ name }) => name);
}

/** Steps (insert, remove, replace, swap neighbours) from one text to the other; `limit` + 1 stands for "more". */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + (same ? 0 : 1));
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        cost = Math.min(cost, beforePrevious[column - 2]! + 1);
      }
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length]!;
}
