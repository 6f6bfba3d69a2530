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
export type FrameFault = Pick<RequestFault, "path" | "count">;

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
  requests: RequestFault[] = [];
  frames: FrameFault[] = [];
  /** Events of the node's own that a block can send at once; what is beyond is lost to every client. */
  channelHolds = soundChannel;
  handshake = soundHandshake;
  /** Delivers one more event of a target after its unsubscription was answered. */
  lateEvents = false;

  /** Whether a frame of this location is lost. */
  takeFrame(location: () => string): boolean {
    return this.frames.length > 0 && take(this.frames, location()) !== undefined;
  }

  takeRequest(path: string): RequestFault | undefined {
    return take(this.requests, path);
  }

  clear(): void {
    Object.assign(this, new Faults());
  }

  /** Waits without keeping the process alive. */
  async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false });
  }
}

/** The oldest fault that applies to this path, used up by one. */
function take<F extends FrameFault>(faults: F[], path: string): F | undefined {
  const at = faults.findIndex((each) => path.includes(each.path));
  const fault = faults[at];
  if (fault && --fault.count <= 0) faults.splice(at, 1);
  return fault;
}
