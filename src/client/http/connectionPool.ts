import { rootCertificates } from "node:tls";
import { Pool, ProxyAgent, type Dispatcher } from "undici";
import { loopbackLookup } from "./loopbackLookup";
import type { TransportOptions } from "./nodeRequest";
import { proxyAddress, type ProxySettings } from "./proxySettings";

export type { Dispatcher };

/** The limit of a request covers each of its phases. */
const withoutLimits = { headersTimeout: 0, bodyTimeout: 0 };
/** Connections to one node; what is more waits for one of them. */
const connections = 32;

/** The kept connections to a node (§4), made as they are needed: straight to it or through the proxy. */
export function connectionPool(
  { endpoint, ca, rejectUnauthorized = true }: Pick<TransportOptions, "endpoint" | "ca" | "rejectUnauthorized">,
  proxy: ProxySettings | undefined,
): Dispatcher {
  const tls = { rejectUnauthorized, ...(ca !== undefined && { ca: [...rootCertificates, ca] }) };
  if (!proxy) {
    const connect = { ...tls, timeout: 0, autoSelectFamily: true, lookup: loopbackLookup };
    return new Pool(endpoint.origin, { ...withoutLimits, connections, connect });
  }
  const { url, authorization } = proxyAddress(proxy);
  return new ProxyAgent({
    ...withoutLimits,
    connections,
    uri: url.href,
    requestTls: tls,
    proxyTls: { rejectUnauthorized: proxy.strictSsl },
    proxyTunnel: endpoint.origin.startsWith("https:"),
    ...(authorization !== undefined && { token: authorization }),
  });
}
