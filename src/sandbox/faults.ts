import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong on a request whose path contains `path`; `count` says for how many requests. */
export interface RequestFault {
  path: string;
  count: number;
  latencyMs?: number;
  /** Ends the connection: before the answer, or after its head and this many bytes of a body said to be longer. */
  drop?: boolean;
  dropAfterBytes?: number;
  /** Answers this instead of the route. */
  answer?: { status: number; headers: Record<string, string>; body: Uint8Array };
  /** Lets the route answer, with another content type; null takes it away. */
  contentType?: string | null;
}

export interface HandshakeFault {
  upgradeStatus: number;
  upgradeDelayMs: number;
  sessionIdDelayMs: number;
  withoutSessionId: boolean;
  textsAfter: string[];
}

const soundHandshake: HandshakeFault = {
  upgradeStatus: 101,
  upgradeDelayMs: 0,
  sessionIdDelayMs: 0,
  withoutSessionId: false,
  textsAfter: [],
};

/** The faults that are switched on. */
export class Faults {
  private requests: RequestFault[] = [];
  handshake: HandshakeFault = { ...soundHandshake };
  /** Delivers one more event of a target after its unsubscription was answered. */
  lateEvents = false;

  addRequest(fault: RequestFault): void {
    this.requests.push(fault);
  }

  /** The oldest fault that applies to this path, used up by one. */
  takeRequest(path: string): RequestFault | undefined {
    const fault = this.requests.find((each) => path.includes(each.path));
    if (fault && --fault.count <= 0) this.requests = this.requests.filter((each) => each !== fault);
    return fault;
  }

  changeHandshake(change: Partial<HandshakeFault>): void {
    this.handshake = { ...soundHandshake, ...change };
  }

  clear(): void {
    this.requests = [];
    this.handshake = { ...soundHandshake };
    this.lateEvents = false;
  }

  /** Waits without keeping the process alive. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false });
  }
}
