import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { t } from "../../base/translate";
import type { Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";
import { KeepAlive, type KeepAliveTimes } from "./keepAlive";
import { shownAddress } from "../failures/shownAddress";
import { closeReason, socketFailure, upgradeRefusal, type SocketEnd } from "./socketCloseReason";

/** The time limits of one connection. */
export interface SessionTimes extends KeepAliveTimes {
  /** For the connection to come about, and then again for the session id to arrive. */
  openTimeoutMs: number;
  /** For the other end to answer an orderly close; after it the connection is cut. */
  closeTimeoutMs: number;
}

/** What the owner of a connection is told. `ended` comes once, and nothing after it. */
export interface SessionSocketOwner {
  opened(sessionId: string, cookie: string | undefined): void;
  frame(bytes: Uint8Array): void;
  laterText(text: string): void;
  /** The other end gave a sign of life that is no message. */
  heard(): void;
  ended(end: SocketEnd): void;
}

/** What is needed of a WebSocket. */
export interface WebSocketLike extends EventEmitter {
  readonly url: string;
  readonly readyState: number;
  ping(): void;
  close(code?: number): void;
  terminate(): void;
}

const open = 1;
const closed = 3;
/** The close code that stands for the end of a connection without a word. */
const withoutHandshake = 1006;

/**
 * One WebSocket from its making to its end (§4.12, §6.1): takes the session id from the first text message, passes
 * frames on, keeps the connection alive and says why it ended. Made in the same tick as the WebSocket, so that a
 * message that arrives together with the upgrade is not missed.
 */
export class SessionSocket {
  private deadline: Disposable;
  private keepAlive: KeepAlive | undefined;
  private cookie: string | undefined;
  private hasId = false;
  private over = false;
  private gone: Promise<void> | undefined;

  constructor(
    private readonly ws: WebSocketLike,
    private readonly clock: Clock,
    private readonly times: SessionTimes,
    private readonly owner: SessionSocketOwner,
    mostBytes: number,
  ) {
    this.deadline = this.awaited(t`did not answer the WebSocket upgrade`);
    ws.on("upgrade", (response: IncomingMessage) => (this.cookie = cookieOf(response)));
    ws.on("open", () => this.awaitId());
    ws.on("message", (data: Uint8Array, isBinary: boolean) => this.receive(data, isBinary));
    ws.on("pong", () => this.heard());
    ws.on("ping", () => this.heard());
    ws.on("unexpected-response", (_request: unknown, response: IncomingMessage) => this.refuse(response));
    ws.on("error", (error) => this.end(socketFailure(ws.url, error, mostBytes)));
    ws.on("close", (code: number, reason: Buffer) => {
      // A closing handshake is a word of the node's; without one the connection may have been dead for long.
      if (code !== withoutHandshake) this.heard();
      this.end(closeReason(code, reason.toString()));
    });
  }

  /** Closes in good order within the time limit; the owner is told nothing any more. */
  close(): Promise<void> {
    this.release();
    return (this.gone ??= this.discard());
  }

  private awaited(failing: string): Disposable {
    const { openTimeoutMs } = this.times;
    const end = {
      reason: t`${shownAddress(this.ws.url)} ${failing} within ${openTimeoutMs / 1000} s.`,
      refused: false,
    };
    return this.clock.after(openTimeoutMs, () => this.end(end));
  }

  private awaitId(): void {
    if (this.hasId) return;
    this.deadline.dispose();
    this.deadline = this.awaited(t`opened a WebSocket but sent no session id`);
  }

  private heard(): void {
    this.keepAlive?.heard();
    if (!this.over) this.owner.heard();
  }

  private receive(data: Uint8Array, isBinary: boolean): void {
    this.keepAlive?.heard();
    if (isBinary) this.owner.frame(data);
    else if (this.hasId) this.owner.laterText(data.toString());
    else this.takeId(data.toString().trim());
  }

  private takeId(id: string): void {
    // It is sent back in a header: 32 hex digits as a rule, and never more than a header can carry.
    if (!/^[\x21-\x7e]{1,128}$/.test(id)) {
      this.end({ reason: t`${shownAddress(this.ws.url)} sent a message that is not a session id.`, refused: false });
      return;
    }
    this.hasId = true;
    this.deadline.dispose();
    this.keepAlive = new KeepAlive(this.clock, this.times, {
      ping: () => this.ws.readyState === open && this.ws.ping(),
      dead: () => this.cut(),
    });
    this.owner.opened(id, this.cookie);
  }

  private refuse(response: IncomingMessage): void {
    response.resume();
    this.end(upgradeRefusal(this.ws.url, response.statusCode ?? 0, response.headers.location));
  }

  /** A closing handshake with someone who is gone would take for good. */
  private cut(): void {
    this.end({ reason: t`The node stopped responding; the connection is closed.`, refused: false });
    this.ws.terminate();
  }

  private end(end: SocketEnd): void {
    if (this.over) return;
    this.release();
    this.gone ??= this.discard();
    this.owner.ended(end);
  }

  private release(): void {
    this.over = true;
    this.deadline.dispose();
    this.keepAlive?.dispose();
  }

  private discard(): Promise<void> {
    const { ws } = this;
    ws.removeAllListeners();
    // Closing a WebSocket that is still connecting is reported as an error, which would be no one's.
    ws.on("error", () => undefined);
    if (ws.readyState === closed) return Promise.resolve();
    return new Promise((resolve) => {
      const limit = this.clock.after(this.times.closeTimeoutMs, () => ws.terminate());
      ws.once("close", () => {
        limit.dispose();
        resolve();
      });
      if (ws.readyState === open) ws.close(1000);
      else ws.terminate();
    });
  }
}

/** The cookies of the upgrade's answer, as a request sends them back: a load balancer knows its node by them (§5). */
function cookieOf(response: IncomingMessage): string | undefined {
  const cookies = (response.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0]?.trim());
  return cookies.length > 0 ? cookies.join("; ") : undefined;
}
