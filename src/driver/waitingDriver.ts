import { limits } from "../wire/limits";
import type { EventAnswer, Turn, Wanted } from "./processMessages";

interface Call {
  event: Wanted;
  data: Uint8Array;
  resolve(text: string): void;
  reject(error: Error): void;
}

const { batchBytes, batchEvents, secondBytes, waitingBytes, waitingEvents } = limits.driver;

/** A driver and the events that wait for its turn. */
export class WaitingDriver {
  /** Why it is not run any more. */
  stopped: string | undefined;
  /** The process that has its module. */
  loadedIn: object | undefined;
  /** The time of its turns, and of those that were slow while others waited; what is older counts less. */
  usedMs = 0;
  slowMs = 0;
  /** Bytes that it may still answer in this second. */
  room: number = secondBytes;
  private loading: (Pick<Call, "reject"> & { resolve(): void }) | undefined;
  private waiting: Call[] = [];
  private waitingBytes = 0;
  private running: Call[] = [];

  constructor(
    readonly number: number,
    readonly module: Uint8Array,
    /** The same for the same module. */
    readonly digest: string,
  ) {}

  get isWaiting(): boolean {
    return this.loading !== undefined || this.waiting.length > 0;
  }

  /** Waits for a turn in which the module is compiled. */
  load(): Promise<void> {
    return new Promise((resolve, reject) => (this.loading = { resolve, reject }));
  }

  /** Undefined when too much waits already. */
  add(event: Call["event"], data: Uint8Array): Promise<string> | undefined {
    const { waiting } = this;
    if (waiting.length >= waitingEvents || (waiting.length > 0 && this.waitingBytes + data.length > waitingBytes))
      return undefined;
    this.waitingBytes += data.length;
    return new Promise((resolve, reject) => waiting.push({ event, data, resolve, reject }));
  }

  /** What the next turn decodes. */
  take(): Pick<Turn, "events" | "lengths" | "data"> {
    let bytes = 0;
    const isMore = ({ data }: Call, at: number) => (bytes += data.length) > batchBytes && at > 0;
    const end = this.waiting.slice(0, batchEvents).findIndex(isMore);
    this.running = this.waiting.splice(0, end < 0 ? batchEvents : end);
    const lengths = this.running.map(({ data }) => data.length);
    const data = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0));
    let at = 0;
    for (const call of this.running) {
      data.set(call.data, at);
      at += call.data.length;
    }
    this.waitingBytes -= data.length;
    return { events: this.running.map(({ event }) => event), lengths, data };
  }

  /** Takes the answers to its turn, and what they have of the room; what was not looked at waits again. */
  answered(answers: readonly EventAnswer[]): number {
    this.loading?.resolve();
    this.loading = undefined;
    const calls = this.running;
    const rest = calls.splice(answers.length);
    this.running = [];
    this.waiting.unshift(...rest);
    this.waitingBytes += rest.reduce((sum, { data }) => sum + data.length, 0);
    let bytes = 0;
    for (const [at, answer] of answers.entries()) {
      if (typeof answer !== "string") calls[at]?.reject(new Error(answer.problem));
      else calls[at]?.resolve(answer);
      if (typeof answer === "string") bytes += answer.length;
    }
    this.room -= bytes;
    return bytes;
  }

  /** Whatever waits for it is told why it waits in vain. */
  reject(error: Error): void {
    for (const call of [...this.running, ...this.waiting]) call.reject(error);
    this.loading?.reject(error);
    this.loading = undefined;
    this.running = [];
    this.waiting = [];
    this.waitingBytes = 0;
  }

  nextSecond(): void {
    this.room = secondBytes;
    this.usedMs /= 2;
    this.slowMs /= 2;
  }
}
