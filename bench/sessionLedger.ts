import { decodeEventFrame } from "../src/wire/eventFrame";

/** What the sandbox's `state` control says of sessions: events it wrote, per session id. */
export interface Told {
  sessions: { id: string; delivered: number; halfOpen: boolean }[];
  endedSessions: Record<string, number>;
}

interface Seen {
  count: number;
  last: bigint | undefined;
}

/**
 * Keeps books on one soak: the events carry a running number, so within a session each must follow the one before it,
 * and what was seen must be what the node says it delivered; an abruptly ended session may lack its last events only.
 */
export class SessionLedger {
  /** Events handed to the subscription. */
  total = 0;
  private readonly seen = new Map<string, Seen>();
  private readonly problems: string[] = [];
  private lastHanded: bigint | undefined;
  private readonly checked = new Set<string>();

  get sessions(): number {
    return this.seen.size;
  }

  arrived(sessionId: string, bytes: Uint8Array): void {
    const frame = decodeEventFrame(bytes);
    if ("problem" in frame || frame.data.length !== 8) return;
    const number = numberOf(frame.data);
    const seen = this.seen.get(sessionId) ?? { count: 0, last: undefined };
    if (seen.last !== undefined && number !== seen.last + 1n) {
      this.problems.push(`in session ${sessionId} event ${number} followed ${seen.last}`);
    }
    this.seen.set(sessionId, { count: seen.count + 1, last: number });
  }

  handed(data: Uint8Array): void {
    const number = numberOf(data);
    if (this.lastHanded !== undefined && number <= this.lastHanded) this.problems.push(`event ${number} came again`);
    this.lastHanded = number;
    this.total++;
  }

  /** The node began again, and its numbers with it; what it knew of its sessions is gone. */
  forget(): void {
    this.lastHanded = undefined;
    for (const id of this.seen.keys()) this.checked.add(id);
  }

  /** Compares sessions that ended: none may show more than was delivered. */
  ended({ endedSessions }: Told): void {
    for (const [id, delivered] of Object.entries(endedSessions)) {
      if (this.checked.has(id)) continue;
      this.checked.add(id);
      const count = this.seen.get(id)?.count ?? 0;
      if (count > delivered) this.problems.push(`session ${id} showed ${count} events of ${delivered} delivered`);
    }
  }

  /** Waits until the live sessions show all that was delivered; returns everything that was wrong. */
  async settle(state: () => Promise<Told>): Promise<string[]> {
    const deadline = Date.now() + 10_000;
    for (;;) {
      const { sessions } = await state();
      const behind = sessions.filter(
        ({ id, delivered, halfOpen }) => !halfOpen && this.seen.get(id)?.count !== delivered,
      );
      if (behind.length === 0) return this.problems;
      if (Date.now() > deadline) {
        const text = behind.map(
          ({ id, delivered }) => `session ${id} shows ${this.seen.get(id)?.count ?? 0} events of ${delivered}`,
        );
        return [...this.problems, ...text];
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function numberOf(data: Uint8Array): bigint {
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(0, true);
}
