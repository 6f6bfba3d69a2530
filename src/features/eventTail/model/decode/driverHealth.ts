import type { Clock } from "../../../../base/clock";
import { limits } from "../../../../wire/limits";
import type { NodeError } from "../../../../client/failures/nodeError";

/** How long something is not asked again after a failure that says more than that one event is odd. */
const pauseMs = { missing: 30_000, failing: 10_000 };
const failuresInARow = 3;
const mostPauses = limits.driver.contracts * limits.driver.failingEvents;

/**
 * Remembers which events no driver decodes and which drivers do not answer, so that a busy contract does not ask for
 * each of its events what cannot be had.
 */
export class DriverHealth {
  private readonly pauses = new Map<string, { until: number; problem: string }>();
  private readonly failures = new Map<string, number>();

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /** Why not to ask for this event now; undefined when its driver may be asked. */
  problem(contractId: string, topic: string): string | undefined {
    return this.pauseOf(contractId) ?? this.pauseOf(`${contractId}/${topic}`);
  }

  succeeded(contractId: string): void {
    this.failures.delete(contractId);
  }

  /** Knows nothing of a contract's driver any more. */
  forget(contractId: string): void {
    this.failures.delete(contractId);
    for (const key of this.pauses.keys()) if (key.startsWith(contractId)) this.pauses.delete(key);
  }

  /** `problem` is what is said of the events that are not asked for because of this. */
  failed(contractId: string, topic: string, { reason }: NodeError, problem: string): void {
    if (reason === "not-found" || reason === "not-offered") this.pause(`${contractId}/${topic}`, "missing", problem);
    if (!["timeout", "unreachable", "closed-without-answer"].includes(reason)) return this.succeeded(contractId);
    const count = (this.failures.get(contractId) ?? 0) + 1;
    this.failures.set(contractId, count);
    if (count >= failuresInARow) this.pause(contractId, "failing", problem);
  }

  private pauseOf(key: string): string | undefined {
    const pause = this.pauses.get(key);
    if (!pause) return undefined;
    if (this.clock.now() < pause.until) return pause.problem;
    this.pauses.delete(key);
    return undefined;
  }

  private pause(key: string, why: keyof typeof pauseMs, problem: string): void {
    this.failures.delete(key);
    const [oldest = key] = this.pauses.keys();
    if (this.pauses.size >= mostPauses) this.pauses.delete(oldest);
    this.pauses.set(key, { until: this.clock.now() + pauseMs[why], problem });
  }
}
