/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** A number of things, such as “1 event” and “2 events”. */
export function counted(count: number | bigint, thing: string): string {
  return `${count} ${thing}${Number(count) === 1 ? "" : "s"}`;
}
