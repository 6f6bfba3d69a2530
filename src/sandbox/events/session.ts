import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";

/** One open WebSocket with its subscriptions. */
export class Session {
  readonly subscriptions = new Set<string>();
  /** Event frames handed to the socket. */
  delivered = 0;
  /** The socket stays open, but nothing is read or written any more. */
  halfOpen = false;

  constructor(
    readonly id: string,
    readonly webSocket: WebSocket,
    private readonly stream: Duplex,
    private readonly slowReaderBytes: number,
  ) {}

  get alive(): boolean {
    return this.webSocket.readyState === this.webSocket.OPEN;
  }

  /** Sends one event frame; a reader that is too far behind is closed instead. */
  deliver(frame: Uint8Array): void {
    if (!this.ready()) return;
    this.delivered++;
    this.webSocket.send(frame, { binary: true });
  }

  /** Writes `count` event frames that already carry their WebSocket framing, in one go. */
  deliverFramed(bytes: Uint8Array, count: number): void {
    if (!this.ready()) return;
    this.delivered += count;
    this.stream.write(bytes);
  }

  text(text: string): void {
    if (!this.halfOpen) this.webSocket.send(text);
  }

  freeze(): void {
    this.halfOpen = true;
    // Read and ignored rather than left unread: an unread socket would not notice that the other end is gone.
    this.stream.removeAllListeners("data").on("data", () => undefined);
  }

  destroy(): void {
    this.stream.destroy();
  }

  private ready(): boolean {
    if (this.halfOpen || !this.alive) return false;
    if (this.stream.writableLength <= this.slowReaderBytes) return true;
    this.webSocket.close(1001, "Shutting down");
    return false;
  }
}
