import { setTimeout as sleep } from "node:timers/promises";

/** What goes wrong on a request whose path contains `path`; `count` says for how many requests. */
export interface RequestFault {
  path: string;
  count: number;
  latencyMs?: number;
  /** Ends the connection: before the answer, or after its head and this many bytes of a body said to be longer. */
  drop?: boolean;
  dropAfterBytes?: number;
  /** Does what is asked, and ends the connection instead of answering. */
  dropAnswer?: boolean;
  /** Answers this instead of the route. */
  answer?: { status: number; headers: Record<string, string>; body: Uint8Array };
  /** Lets the route answer, with another content type; null takes it away. */
  contentType?: string | null;
}

/** Event frames that no client gets, though their sessions stay: those whose location contains `path`. */
export interface FrameFault {
  path: string;
  count: number;
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

/** What the channel of a deployed node holds. */
export const soundChannel = 1000;

/** The faults that are switched on. */
export class Faults {
  private requests: RequestFault[] = [];
  private frames: FrameFault[] = [];
  /** Events of the node's own that a block can send at once; what is beyond is lost to every client. */
  channelHolds = soundChannel;
  handshake: HandshakeFault = { ...soundHandshake };
  /** Delivers one more event of a target after its unsubscription was answered. */
  lateEvents = false;

  addFrames(fault: FrameFault): void {
    this.frames.push(fault);
  }

  /** Whether a frame of this location is lost; the oldest fault that applies is used up by one. */
  takeFrame(location: () => string): boolean {
    if (this.frames.length === 0) return false;
    const where = location();
    const fault = this.frames.find(({ path }) => where.includes(path));
    if (fault && --fault.count <= 0) this.frames = this.frames.filter((each) => each !== fault);
    return fault !== undefined;
  }

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
    this.frames = [];
    this.channelHolds = soundChannel;
    this.handshake = { ...soundHandshake };
    this.lateEvents = false;
  }

  /** Waits without keeping the process alive. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false });
  }
}
