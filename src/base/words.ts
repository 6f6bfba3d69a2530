import { translated } from "./translate";

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A number of things in the display language, such as “1 event” and “2 events”. */
export function counted(count: number | bigint, thing: string): string {
  const { parts } = translated(["", ` ${thing}${Number(count) === 1 ? "" : "s"}`]);
  return parts.join(String(count));
}
