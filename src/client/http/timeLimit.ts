import { EventEmitter } from "node:events";
import { t } from "../../base/translate";

/**
 * Ends one request when its time is up or when its caller cancels, whichever is first. It is a signal in the form that
 * the HTTP library takes besides AbortSignal, which costs a good part of a request. Dispose it when it is over.
 */
export class TimeLimit extends EventEmitter {
  aborted = false;
  /** The caller's reason, or an error of this class's own when the time is up. */
  reason: unknown;
  /** True once the time was up before the caller cancelled. */
  expired = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly milliseconds: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    super();
    if (caller?.aborted) this.cancel();
    else caller?.addEventListener("abort", this.cancel, { once: true });
    this.restart();
  }

  /** Starts the time again, after each sign of life of a long answer. */
  restart(): void {
    clearTimeout(this.timer);
    if (!this.aborted) this.timer = setTimeout(expire, this.milliseconds, this);
  }

  /** Stops the time, while it is not the node that is waited for. */
  pause(): void {
    clearTimeout(this.timer);
  }

  /** Throws the caller's reason if the caller cancelled. */
  throwIfCancelled(): void {
    if (this.caller?.aborted) throw this.caller.reason;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.caller?.removeEventListener("abort", this.cancel);
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.emit("abort");
  }

  private readonly cancel = (): void => this.abort(this.caller?.reason);
}

function expire(limit: TimeLimit): void {
  limit.expired = true;
  limit.abort(new Error(t`No answer within ${limit.milliseconds} ms`));
}
