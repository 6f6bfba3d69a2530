import type { Clock } from "./clock";
import type { Disposable } from "./disposables";

/** Says a thing that may happen thousands of times once a second at most, with how often it happened. */
export class RepeatedNotice implements Disposable {
  private count = 0;
  private detail = "";
  private timer: Disposable | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly write: (count: number, lastDetail: string) => void,
  ) {}

  happened(detail = ""): void {
    this.count++;
    this.detail = detail;
    this.timer ??= this.clock.after(1000, () => this.flush());
  }

  /** Says what is unsaid. */
  dispose(): void {
    this.timer?.dispose();
    this.flush();
  }

  private flush(): void {
    this.timer = undefined;
    const { count } = this;
    this.count = 0;
    if (count > 0) this.write(count, this.detail);
  }
}
