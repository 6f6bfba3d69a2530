import type { Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";

/** When to ask the other end for a sign of life, and how long to wait for it. */
export interface KeepAliveTimes {
  /** From one ping to the next. Proxies cut a connection that is idle for about a minute. */
  pingIntervalMs: number;
  /** From a ping to the moment when silence means that the connection is dead. */
  pongTimeoutMs: number;
}

/** A deadline noticed later than this was missed by this side: it slept, or was busy and has not read what arrived. */
const lateMs = 250;

/**
 * Finds out that a connection is dead although it looks open: pings at an interval, and reports it dead when nothing at
 * all arrives before the deadline. Silence runs for at most `pingIntervalMs + pongTimeoutMs` before it is noticed.
 */
export class KeepAlive implements Disposable {
  private heardSomething = false;
  private timer: Disposable;

  constructor(
    private readonly clock: Clock,
    private readonly times: KeepAliveTimes,
    private readonly connection: { ping(): void; dead(): void },
  ) {
    this.timer = clock.after(times.pingIntervalMs, () => this.ask());
  }

  /** To be told of everything that arrives, not of pongs alone: behind a burst of events a pong comes late. */
  heard(): void {
    this.heardSomething = true;
  }

  dispose(): void {
    this.timer.dispose();
  }

  private ask(): void {
    this.heardSomething = false;
    this.connection.ping();
    const deadline = this.clock.now() + this.times.pongTimeoutMs;
    this.timer = this.clock.after(this.times.pongTimeoutMs, () => this.judge(deadline));
  }

  private judge(deadline: number): void {
    if (this.heardSomething) {
      const untilNextPing = Math.max(0, this.times.pingIntervalMs - this.times.pongTimeoutMs);
      this.timer = this.clock.after(untilNextPing, () => this.ask());
    } else if (this.clock.now() - deadline > lateMs) {
      this.ask();
    } else {
      this.connection.dead();
    }
  }
}
