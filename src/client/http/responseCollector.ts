import { t } from "../../base/translate";
import { joined, sizeOfUnread, tooLarge } from "./responseBody";
import { contentLengthOf } from "./responseHeaders";
import type { RequestContext } from "../failures/transportFailure";
import type { TimeLimit } from "./timeLimit";

/**
 * An answer as it came off the wire; `size` is the body's full length, of which `body` may hold only the beginning;
 * infinite for one that was not read to its end and did not say its length.
 */
export interface CollectedResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
  size: number;
}

/** How much of a body is read, and how much of it is kept, by the answer's status. */
export interface BodyLimits {
  /** Of a success; what is longer is refused. */
  most: number;
  keptOf: (status: number) => number;
}

/** The part of the HTTP library's request that can end it. */
interface Controller {
  abort(reason: Error): void;
}

/**
 * Takes one answer from the HTTP library chunk by chunk, without the stream that its `request` makes for each: that is
 * half of what a small request costs. A body that is too long is cancelled, so that none is left unread.
 */
export class ResponseCollector {
  readonly response: Promise<CollectedResponse>;
  private controller: Controller | undefined;
  private status = 0;
  private headers: CollectedResponse["headers"] = {};
  private readonly chunks: Uint8Array[] = [];
  private kept = 0;
  private size = 0;
  private resolve!: (response: CollectedResponse) => void;
  private reject!: (error: unknown) => void;

  constructor(
    private readonly limits: BodyLimits,
    private readonly limit: TimeLimit,
    private readonly context: RequestContext,
  ) {
    this.response = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    limit.once("abort", this.abort);
  }

  onRequestStart(controller: Controller): void {
    this.controller = controller;
    if (this.limit.aborted) this.abort();
  }

  onResponseStart(_controller: Controller, status: number, headers: CollectedResponse["headers"]): void {
    // Before the answer itself there may be some that only say that it will come.
    if (status < 200) return;
    this.status = status;
    this.headers = headers;
    this.context.received = 0;
    if (!this.isFailure && Number(headers["content-length"]) > this.limits.most) this.refuse();
  }

  onResponseData(_controller: Controller, chunk: Uint8Array): void {
    const room = this.limits.keptOf(this.status) - this.kept;
    if (room > 0) {
      this.chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk);
      this.kept += Math.min(chunk.length, room);
    }
    this.size += chunk.length;
    this.context.received = this.size;
    if (this.isFailure) this.leaveRest();
    else if (this.size > this.limits.most) this.refuse();
  }

  onResponseEnd(): void {
    this.finish();
  }

  private get isFailure(): boolean {
    return this.status >= 300;
  }

  /** What is kept of a failure is here: no one waits for more. */
  private leaveRest(): void {
    const size = sizeOfUnread(this.size, contentLengthOf(this.headers));
    if (size === undefined) return;
    this.size = size;
    this.finish();
    this.controller?.abort(new Error(t`The rest of the failure is not read.`));
  }

  private finish(): void {
    this.limit.removeListener("abort", this.abort);
    // A copy, also of a single chunk: that is a view into the buffer that the socket was read into.
    this.resolve({ status: this.status, headers: this.headers, body: joined(this.chunks), size: this.size });
  }

  onResponseError(_controller: Controller, error: unknown): void {
    this.limit.removeListener("abort", this.abort);
    this.reject(error);
  }

  private refuse(): void {
    const error = tooLarge(this.limits.most, this.context);
    this.reject(error);
    this.controller?.abort(error);
  }

  /** A request that still waits for a connection is not known to the library yet: it is ended when it starts. */
  private readonly abort = (): void => {
    const reason = this.limit.reason instanceof Error ? this.limit.reason : new Error(String(this.limit.reason));
    this.reject(this.limit.reason);
    this.controller?.abort(reason);
  };
}
