import { t } from "../../../base/translate";
import type { SchemaChange } from "../../../graphql/schema/schemaChanges";

/** What became of a schema in a few words, as in `2 fields added, 1 type removed`. */
export function changesText(changes: readonly SchemaChange[]): string {
  const counts = new Map<string, number>();
  for (const { change, what } of changes) {
    const key = `${change} ${what}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  if (counts.size === 0) return t`other words, the same fields and types`;
  return [...counts]
    .map(([key, count]) => {
      const [change = "", what = ""] = key.split(" ");
      return `${count} ${what}${count === 1 ? "" : "s"} ${change}`;
    })
    .join(", ");
}
