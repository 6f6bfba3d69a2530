import { open, type FileHandle } from "node:fs/promises";
import type { ReceivedEvent } from "../../../../client/session/recentEvents";
import type { Decoded } from "../decode/eventDecoder";
import { endLine, headLine, recordedLine } from "./recordingFile";
import { limits } from "../../../../wire/limits";

export interface RecorderOptions {
  path: string;
  contracts: readonly { id: string; name: string }[];
  decode(event: ReceivedEvent): Decoded | Promise<Decoded>;
  /** Called once if the recording cannot go on, with a sentence that says what the file holds. */
  failed(error: Error): void;
  now?: () => number;
  /** Longest that values are waited for. */
  momentMs?: number;
  /** Messages that may wait for the disk, in bytes. */
  mostWaitingBytes?: number;
}

/** Longest that what arrived waits for its value before it is written without. */
const momentMs = 200;
const crowded: Decoded = { problem: "too many events at once" };
const late: Decoded = { problem: "not decoded when it was written" };

/**
 * Writes every event it is given to a file, one line each (JSON), in the order received: whatever is shown meanwhile, and
 * however long it takes to decode it. If the disk gives out, the recording ends after the last whole line.
 */
export class EventRecorder {
  /** Events that are in the file. */
  events = 0;
  private waiting: ReceivedEvent[] = [];
  private waitingBytes = 0;
  private bytes = 0;
  private writing: Promise<void> | undefined;
  private over = false;
  private stopping = false;
  /** Ends the moment that values are waited for. */
  private hurry: (() => void) | undefined;

  private constructor(
    private readonly file: FileHandle,
    private readonly options: RecorderOptions,
  ) {}

  /** Begins a file, in the place of one that is there. */
  static async start(options: RecorderOptions): Promise<EventRecorder> {
    const recorder = new EventRecorder(await open(options.path, "w"), options);
    try {
      await recorder.write(headLine(recorder.now(), options.contracts));
    } catch (error) {
      await recorder.file.close();
      throw error;
    }
    return recorder;
  }

  get path(): string {
    return this.options.path;
  }

  add(event: ReceivedEvent): void {
    if (this.over) return;
    this.waiting.push(event);
    this.waitingBytes += event.frame.bytes.length;
    if (this.waitingBytes > (this.options.mostWaitingBytes ?? limits.unwrittenBytes)) {
      return this.fail(new Error("the disk is slower than the events come"));
    }
    this.writing ??= this.drain().finally(() => (this.writing = undefined));
  }

  /** Writes what waits, decoded or not, and closes the file. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.hurry?.();
    await this.writing;
    if (this.over) return;
    this.over = true;
    try {
      await this.write(endLine(this.now(), this.events));
    } finally {
      await this.file.close();
    }
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0 && !this.over) {
      const isCrowded = this.waiting.length > limits.undecodedEvents;
      const events = this.waiting.splice(0, limits.undecodedEvents);
      const decoded = isCrowded ? [] : await this.decodedSoon(events);
      try {
        await this.write(events.map((event, at) => recordedLine(event, decoded[at] ?? crowded)).join(""));
      } catch (error) {
        return this.fail(error instanceof Error ? error : new Error(String(error)));
      }
      this.events += events.length;
      this.waitingBytes -= events.reduce((sum, { frame }) => sum + frame.bytes.length, 0);
    }
  }

  /** What the events were decoded to within a moment. */
  private async decodedSoon(events: readonly ReceivedEvent[]): Promise<Decoded[]> {
    const decoded: Decoded[] = events.map(() => late);
    const all = events.map(async (event, at) => (decoded[at] = await this.options.decode(event)));
    await Promise.race([Promise.all(all), this.momentPassed()]);
    this.hurry?.();
    return [...decoded];
  }

  private momentPassed(): Promise<void> {
    if (this.stopping) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.options.momentMs ?? momentMs);
      this.hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** All of the text, or an error after which the file holds none of it. */
  private async write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, this.bytes + done);
      done += bytesWritten;
    }
    this.bytes += bytes.length;
  }

  private fail(cause: Error): void {
    if (this.over) return;
    this.over = true;
    this.waiting = [];
    const message = `The recording ended: ${cause.message}. ${this.path} holds the ${this.events} events before that.`;
    void this.cutAndClose().finally(() => this.options.failed(new Error(message, { cause })));
  }

  private async cutAndClose(): Promise<void> {
    await this.writing;
    // The end of the file may be half a line; if it cannot be cut off, reading the file reports that line alone.
    await this.file.truncate(this.bytes).catch(() => undefined);
    await this.file.close().catch(() => undefined);
  }

  private now(): number {
    return this.options.now?.() ?? Date.now();
  }
}
