import type { Endpoint } from "./endpoint";
import type { VersionRequirement } from "./nodeVersion";
import type { ProxySettings } from "./proxySettings";

/** How requests to one node are sent. */
export interface TransportOptions {
  endpoint: Endpoint;
  /** What the connection is called now, for what is said of failures. */
  connection?: () => string;
  /** Limit of a whole request, from the call to the last byte of the answer; 30 s unless set. */
  timeoutMs?: number;
  /** Longest answer that is read into memory; `limits.responseBytes` unless set. */
  maxResponseBytes?: number;
  /** Sent with every request, checked on construction, and taken out of every answer: their values are secrets. */
  headers?: Readonly<Record<string, string>>;
  version?: VersionRequirement;
  /** Certificates in PEM, trusted besides the usual ones. */
  ca?: string;
  rejectUnauthorized?: boolean;
  proxy?: ProxySettings;
}

/** One request, its path as the interface writes it. */
export interface NodeRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Told how many bytes of a body of bytes have gone, after each piece. */
  onSent?: ((bytes: number) => void) | undefined;
  /** True if sending it twice does no harm: then it is sent again when a kept connection turns out to be dead. */
  idempotent?: boolean;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
  maxResponseBytes?: number;
}
