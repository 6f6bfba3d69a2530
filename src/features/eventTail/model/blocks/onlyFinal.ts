import { counted } from "../../../../base/words";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import { isOfMempool } from "./blockFacts";
import { limits } from "../../../../wire/limits";
import { NumberSet } from "./numberSet";

/** Whether events are held back until their block is final, and how many are. */
export class OnlyFinal {
  /** How many wait for their block, and how many belong to none; `first` is the number of the first that was held back. */
  private held: { waiting: number; blockless: number; first?: number } | undefined;
  /** Those that were not shown when they came, also before the last change. */
  private readonly unshown = new NumberSet(limits.hiddenEvents);

  get on(): boolean {
    return this.held !== undefined;
  }

  /** Begins or ends it, and says so in words; undefined if that is no change. */
  turn(on: boolean): string | undefined {
    if (on === this.on) return undefined;
    const { waiting = 0, blockless = 0 } = this.held ?? {};
    this.held = on ? { waiting: 0, blockless: 0 } : undefined;
    if (on) {
      return "only final: an event is shown when its block is final, and not at all if it never is; what happens in the mempool belongs to no block and is left out";
    }
    return [
      "all events are shown again",
      ...(waiting > 0
        ? [`the block of ${counted(waiting, "event")} had not become final; they are shown when it has`]
        : []),
      ...(blockless > 0 ? [`${counted(blockless, "event")} of the mempool belong to no block and were left out`] : []),
    ].join("; ");
  }

  /** Whether a new event is held back. */
  holds({ number, frame }: ReceivedEvent): boolean {
    if (!this.held) return false;
    this.held.first ??= number;
    if (isOfMempool(frame)) this.held.blockless++;
    else {
      this.held.waiting++;
      this.unshown.add(number);
    }
    return true;
  }

  /** Whether an event waits to be shown until its block is final. */
  isHeld(number: number): boolean {
    return this.unshown.has(number);
  }

  /** Notes that the block of an event that was held back is final. */
  released(number: number): void {
    if (this.held?.first !== undefined && number >= this.held.first) this.held.waiting--;
  }
}
