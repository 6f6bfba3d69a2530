import { ByteWriter } from "./bytes";
import { contractIds } from "./contracts/contractIds";
import { eventFrame } from "./nodeEvent";
import type { Sessions } from "./sessions";

const target = { component: "contracts", entity: contractIds.counter, topic: "counted" };
const tickMs = 10;

/** Extra `counted` events at a rate; each carries a running number, which is the event's u64. */
export class Flood {
  private timer: NodeJS.Timeout | undefined;
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

/** A binary WebSocket message of a server: not masked, in one piece. */
function framed(payload: Buffer): Buffer {
  const head =
    payload.length < 126
      ? Buffer.of(0x82, payload.length)
      : Buffer.of(0x82, 126, payload.length >> 8, payload.length & 0xff);
  return new ByteWriter().raw(head).raw(payload).done();
}
