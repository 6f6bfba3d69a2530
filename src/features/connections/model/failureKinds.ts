import { failureKind } from "./issueReport";

/** How often which kind of failure was shown in this window. Nothing else of them is kept. */
export class FailureKinds {
  readonly counts = new Map<string, number>();
  private readonly seen = new WeakSet<object>();

  /** Counts a failure once, however often it is put into words. */
  note(error: unknown): void {
    if (typeof error === "object" && error !== null) {
      if (this.seen.has(error)) return;
      this.seen.add(error);
    }
    const kind = failureKind(error);
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }
}
