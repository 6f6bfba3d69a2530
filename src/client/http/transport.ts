import { Readable } from "node:stream";
import { t } from "../../base/translate";
import { limits } from "../../wire/limits";
import { readFailure } from "./responseBody";
import { ResponseCollector, type CollectedResponse } from "./responseCollector";
import { responseError, notANode, type FailedResponse } from "../failures/responseError";
import { answerHead, contentLengthOf } from "./responseHeaders";
import { isHtml, keptResponse, keptResponseBytes } from "./responseText";
import { connectionPool, type Dispatcher } from "./connectionPool";
import { DeprecatedRoutes } from "../routes/deprecatedRoutes";
import { decompressed, decompressedResponse } from "./contentEncoding";
import type { Endpoint } from "./endpoint";
import { HeaderNames } from "./headerNames";
import { Listeners } from "../../base/listeners";
import { isSuccess, responseOf, type ResponseMeta, type NodeResponse, type NodeStream } from "./nodeResponse";
import { NodeError } from "../failures/nodeError";
import type { NodeRequest, TransportOptions } from "./nodeRequest";
import { checkVersionRequirement } from "./nodeVersion";
import { proxyAddress, proxyFor, type ProxySettings } from "./proxySettings";
import { checkExtraHeaders } from "./requestHeaders";
import { checkRequestSize } from "./requestSize";
import { SecretMask } from "../failures/secretMask";
import { TimeLimit } from "./timeLimit";
import { isDeadConnection, timedOut, transportFailure, type RequestContext } from "../failures/transportFailure";

const pieceBytes = 64 * 1024;

/** The one place that sends HTTP requests to a node: kept connections, time and size limits, failures. */
export class Transport {
  /** The version of the latest answer that named one (§9). */
  version: string | undefined;
  /** Receives each route that an answer says is deprecated (§9.6), once. */
  readonly deprecatedRoutes = new DeprecatedRoutes();
  private readonly versionListeners = new Listeners<string>();
  /** Tells each change of the node's version. */
  readonly onVersion = this.versionListeners.event;
  private readonly names: HeaderNames;
  /** Tells each prefix that an answer proves in the place of the one that was used. */
  readonly onPrefix: HeaderNames["onPrefix"];
  private readonly proxy: ProxySettings | undefined;
  private readonly proxyName: string | undefined;
  private readonly basePath: string;
  private readonly secrets: SecretMask;
  private dispatcher: Dispatcher | undefined;
  private disposed = false;

  /** Sends nothing yet. Throws NodeError `invalid-input` for headers, a proxy or a version requirement that cannot be. */
  constructor(private readonly options: TransportOptions) {
    const { endpoint, headers = {}, version, proxy } = options;
    checkExtraHeaders(headers);
    if (version) checkVersionRequirement(version.requirement);
    this.names = new HeaderNames(options);
    this.onPrefix = this.names.onPrefix;
    this.secrets = new SecretMask(headers);
    this.basePath = endpoint.address.slice(endpoint.origin.length);
    this.proxy = proxyFor(endpoint.httpUrl("/"), proxy);
    this.proxyName = this.proxy && proxyAddress(this.proxy).url.origin;
  }

  /** Where the node is. Its prefix is the configured one until an answer proves another (§9). */
  get endpoint(): Endpoint {
    return this.names.endpoint;
  }

  /** Sends a request and reads the whole answer. Rejects with a NodeError unless the status is a success. */
  async request(request: NodeRequest): Promise<NodeResponse> {
    const response = await this.exchange(request);
    if (!isSuccess(response)) throw this.failureOf(response);
    if (isHtml(response.headers["content-type"], ""))
      throw notANode(this.failed(response, ""), { route: response.route, connection: this.connection });
    return response;
  }

  /**
   * Like `request`, but resolves whatever the status; `failureOf` says what one that is no success means. A request whose
   * answer proves that the node calls its headers otherwise is sent again if that does no harm.
   */
  async exchange(request: NodeRequest): Promise<NodeResponse> {
    const { prefix } = this.endpoint;
    const response = await this.exchangeOnce(request);
    const again = request.idempotent && this.names.wereOthers(prefix, request.headers);
    return again ? this.exchangeOnce(request) : response;
  }

  private async exchangeOnce(request: NodeRequest): Promise<NodeResponse> {
    const { started, context, limit } = this.begin(request);
    try {
      const { status, headers, body, size } = await this.collect(request, limit, context);
      return responseOf(this.meta(status, headers, context.route, started), this.secrets.body(body), size);
    } catch (thrown) {
      throw this.failure(thrown, limit, context);
    } finally {
      limit.dispose();
    }
  }

  /** Sends a request and gives the answer's body as it arrives. Read it to its end, or leave the loop to cancel it. */
  async stream(request: NodeRequest): Promise<NodeStream> {
    const { started, context, limit } = this.begin(request);
    try {
      const { statusCode, headers, body } = await this.sent(request, limit, context, async () => {
        const { dispatcher, options } = this.prepare(request, limit);
        return dispatcher.request({ ...options, signal: limit });
      });
      context.received = 0;
      const meta = this.meta(statusCode, headers, context.route, started);
      if (!isSuccess(meta)) {
        const read = await readFailure(body, contentLengthOf(headers), keptResponseBytes, context);
        const kept = { most: limits.responseBytes, kept: keptResponseBytes };
        const failed = await decompressedResponse({ status: statusCode, headers, ...read }, kept, context);
        throw this.failureOf(responseOf(meta, this.secrets.body(failed.body), failed.size));
      }
      return { ...meta, body: decompressed(this.chunks(body, limit, context), headers, context) };
    } catch (thrown) {
      limit.dispose();
      throw this.failure(thrown, limit, context);
    }
  }

  /** The NodeError that an answer of `exchange` means when it is no success. */
  failureOf(response: NodeResponse): NodeError {
    return responseError(this.failed(response, keptResponse(response.body, response.size)));
  }

  /** What the connection is called now. */
  private get connection(): string | undefined {
    return this.options.connection?.() || undefined;
  }

  /** Closes the connections. Requests under way reject with an AbortError. */
  async dispose(): Promise<void> {
    this.disposed = true;
    await this.dispatcher?.destroy();
  }

  private async collect(request: NodeRequest, limit: TimeLimit, context: RequestContext): Promise<CollectedResponse> {
    const most = request.maxResponseBytes ?? this.options.maxResponseBytes ?? limits.responseBytes;
    const keptOf = (status: number) => (status < 300 ? most : keptResponseBytes);
    return this.sent(request, limit, context, async () => {
      const { dispatcher, options } = this.prepare(request, limit);
      const collector = new ResponseCollector({ most, keptOf }, limit, context);
      dispatcher.dispatch(options, collector);
      const response = await collector.response;
      return decompressedResponse(response, { most, kept: keptOf(response.status) }, context);
    });
  }

  /** A request that does no harm twice is sent again when its kept connection was dead. */
  private async sent<T>(
    { idempotent }: NodeRequest,
    limit: TimeLimit,
    context: RequestContext,
    attempt: () => Promise<T>,
  ): Promise<T> {
    try {
      return await attempt();
    } catch (thrown) {
      if (!idempotent || limit.aborted || context.received !== undefined || !isDeadConnection(thrown)) throw thrown;
      return attempt();
    }
  }

  /** What the HTTP library is to be told. Throws what ended the request before it began. */
  private prepare({ method, path, headers, body, onSent }: NodeRequest, limit: TimeLimit) {
    if (limit.aborted) throw limit.reason;
    checkRequestSize(path, body);
    if (this.disposed) throw closedHere();
    const own = onSent && body instanceof Uint8Array ? { ...headers, "content-length": String(body.length) } : headers;
    const options: Dispatcher.DispatchOptions = {
      origin: this.endpoint.origin,
      path: this.basePath + path,
      method,
      headers: this.names.sent(own),
      body: own === headers ? (body ?? null) : Readable.from(inPieces(body as Uint8Array, onSent!)),
    };
    this.dispatcher ??= connectionPool(this.options, this.proxy);
    return { dispatcher: this.dispatcher, options };
  }

  private async *chunks(
    body: Dispatcher.ResponseData["body"],
    limit: TimeLimit,
    context: RequestContext,
  ): AsyncGenerator<Uint8Array> {
    try {
      limit.restart();
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        context.received = (context.received ?? 0) + chunk.length;
        limit.pause();
        yield chunk;
        limit.restart();
      }
    } catch (thrown) {
      throw this.failure(thrown, limit, context);
    } finally {
      limit.dispose();
    }
  }

  private begin({ method, path, body, idempotent = false, timeoutMs, signal }: NodeRequest) {
    const { connection, proxyName: proxy } = this;
    const { address } = this.endpoint;
    const context: RequestContext = { route: `${method} ${path}`, address, connection, proxy, idempotent, body };
    const limit = new TimeLimit(timeoutMs ?? this.options.timeoutMs ?? 30_000, signal);
    return { started: performance.now(), context, limit };
  }

  private meta(status: number, raw: Dispatcher.ResponseData["headers"], route: string, started: number): ResponseMeta {
    const { headers, version, deprecation } = answerHead(raw, this.names.version, this.secrets);
    if (version === undefined && this.names.learn(status, headers, this.version !== undefined)) {
      return this.meta(status, raw, route, started);
    }
    if (deprecation) this.deprecatedRoutes.note(route, deprecation);
    if (version !== undefined && version !== this.version) {
      this.version = version;
      this.versionListeners.fire(version);
    }
    const durationMs = performance.now() - started;
    return { status, headers, route, connection: this.connection, durationMs, version, deprecation };
  }

  private failed({ status, headers, route, version }: ResponseMeta, response: string): FailedResponse {
    const { connection } = this;
    const { version: requirement } = this.options;
    const { address } = this.endpoint;
    return { status, headers, response, route, address, connection, version, requirement, proxy: this.proxyName };
  }

  private failure(thrown: unknown, limit: TimeLimit, context: RequestContext): unknown {
    limit.throwIfCancelled();
    if (limit.expired) return timedOut(limit.milliseconds, context);
    if (this.disposed) return closedHere();
    return thrown instanceof NodeError ? thrown : transportFailure(thrown, context);
  }
}

/** A body in pieces, of which the next is taken when the last has gone. */
function* inPieces(body: Uint8Array, onSent: (bytes: number) => void): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceBytes) {
    yield body.subarray(at, at + pieceBytes);
    onSent(Math.min(at + pieceBytes, body.length));
  }
}

function closedHere(): DOMException {
  return new DOMException(t`The connection to the node was closed.`, "AbortError");
}
