import { ByteWriter } from "../wire/bytes";
import { contractIds } from "../contracts/contractIds";
import { eventFrame, jsonEvent } from "./nodeEvent";
import type { Sessions } from "./sessions";

const target = { component: "contracts", entity: contractIds.counter, topic: "counted" };
const tickMs = 10;

/**
 * Extra events at a rate: `counted` ones, each with a running number, which is its u64, and transactions whose memo is
 * as long as wanted.
 */
export class Flood {
  private timer: NodeJS.Timeout | undefined;
  private largeTimer: NodeJS.Timeout | undefined;
  private sent = 0n;

  constructor(
    private readonly sessions: Sessions,
    private readonly prefix: string,
  ) {}

  /** Events per second; 0 stops. */
  setRate(perSecond: number): void {
    clearInterval(this.timer);
    this.timer = undefined;
    if (perSecond === 0) return;
    const template = framed(
      eventFrame({ ...target, data: Buffer.alloc(8), origin: "f100d".padEnd(64, "0") }, this.prefix),
    );
    let due = 0;
    let last = performance.now();
    this.timer = setInterval(() => {
      const now = performance.now();
      // A late tick makes up for the ones it missed, within reason.
      due += (perSecond * Math.min(now - last, 250)) / 1000;
      last = now;
      const count = Math.floor(due);
      due -= count;
      this.send(template, count);
    }, tickMs);
  }

  /** Transactions per second with a memo of so many characters; 0 stops. */
  setLargeRate(perSecond: number, memoLength: number): void {
    clearInterval(this.largeTimer);
    if (perSecond === 0) return;
    const transaction = jsonEvent("transactions", "ab".repeat(32), "included", () => ({
      memo: "x".repeat(memoLength),
    }));
    this.largeTimer = setInterval(() => this.sessions.publish(transaction), 1000 / perSecond);
  }

  private send(template: Buffer, count: number): void {
    const sessions = this.sessions.covering(target);
    if (count === 0 || sessions.length === 0) return;
    const batch = Buffer.allocUnsafe(template.length * count);
    for (let at = 1; at <= count; at++) {
      template.copy(batch, template.length * (at - 1));
      batch.writeBigUInt64LE(++this.sent, template.length * at - 8);
    }
    for (const session of sessions) session.deliverFramed(batch, count);
  }
}

/** A binary WebSocket message of a server: not masked, in one chunk. */
function framed(payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.of(0x82, payload.length)
      : Buffer.of(0x82, 126, payload.length >> 8, payload.length & 0xff);
  return new ByteWriter().raw(head).raw(payload).done();
}
