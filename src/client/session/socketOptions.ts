import type { ClientRequestArgs } from "node:http";
import type { Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import { limits } from "../../wire/limits";
import type { Endpoint } from "../http/endpoint";
import { loopbackLookup } from "../http/loopbackLookup";
import { proxyFor, type ProxySettings } from "../http/proxySettings";
import { tunnelThrough } from "../http/proxyTunnel";
import type { SessionTimes } from "./sessionSocket";

/** How the WebSocket of a session reaches its node: the same settings as the transport's. */
export interface SocketSettings {
  endpoint: Endpoint;
  /** Sent with the upgrade request. */
  headers?: Readonly<Record<string, string>>;
  /** Certificates in PEM, trusted besides the usual ones. */
  ca?: string;
  rejectUnauthorized?: boolean;
  proxy?: ProxySettings;
  /** Longest message that is accepted; `limits.eventBytes` unless set. */
  maxMessageBytes?: number;
}

/** The settings in the words of the WebSocket library. */
export function socketOptions(settings: SocketSettings, { openTimeoutMs, closeTimeoutMs }: SessionTimes) {
  const { endpoint, headers, ca, rejectUnauthorized = true, maxMessageBytes = limits.eventBytes } = settings;
  const proxy = proxyFor(endpoint.socketUrl(), settings.proxy);
  const tls = { rejectUnauthorized, ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) };
  return {
    ...tls,
    // It costs a hundred times the work of reading an event, and events are small.
    perMessageDeflate: false,
    followRedirects: false,
    maxPayload: maxMessageBytes,
    closeTimeout: closeTimeoutMs,
    headers: { ...headers },
    lookup: loopbackLookup,
    ...(proxy ? { createConnection: connector(proxy, endpoint.socketUrl(), tls, openTimeoutMs) } : {}),
  };
}

type Connected = (error: Error | null, socket: Socket) => void;

/** Makes the connection of one upgrade request, through the proxy, the way `http.request` asks for it. */
function connector(proxy: ProxySettings, url: URL, tls: object, timeoutMs: number) {
  const secure = url.protocol === "wss:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = Number(url.port || (secure ? 443 : 80));
  return (_options: ClientRequestArgs, connected: Connected): undefined => {
    tunnelThrough(proxy, host, port, AbortSignal.timeout(timeoutMs)).then(
      (socket) => connected(null, secure ? connectTls({ ...tls, socket, servername: host }) : socket),
      (error: Error) => connected(error, undefined as never),
    );
  };
}
