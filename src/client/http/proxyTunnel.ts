import { ClientRequest, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { t } from "../../base/translate";
import { proxyAddress, type ProxySettings } from "./proxySettings";
import { proxyRefusal, transportFailure } from "../failures/transportFailure";

/**
 * Opens a connection to a host and port through a proxy (CONNECT). Rejects with a NodeError that names the proxy, also
 * when aborted, and leaves nothing open then.
 */
export function tunnelThrough(proxy: ProxySettings, host: string, port: number, signal: AbortSignal): Promise<Socket> {
  const { url, authorization } = proxyAddress(proxy);
  const path = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return new Promise((resolve, reject) => {
    const request = new ClientRequest({
      method: "CONNECT",
      path,
      headers: { Host: path, ...(authorization === undefined ? {} : { "Proxy-Authorization": authorization }) },
      // Not the modules' own `request`: the editor replaces those by ones that follow its proxy setting once more.
      createConnection: () => connectionTo(url, proxy.strictSsl),
      signal,
    });
    request.once("connect", (response: IncomingMessage, socket: Socket) => {
      if (response.statusCode === 200) {
        resolve(socket);
        return;
      }
      socket.destroy();
      reject(proxyRefusal(url.origin, response.statusCode ?? 0));
    });
    request.once("response", (response: IncomingMessage) => {
      response.destroy();
      reject(proxyRefusal(url.origin, response.statusCode ?? 0));
    });
    request.once("error", (error) => {
      const address = t`the proxy ${url.origin}`;
      reject(transportFailure(error, { route: `CONNECT ${path}`, address, proxy: undefined, idempotent: true }));
    });
    request.end();
  });
}

function connectionTo(url: URL, strictSsl: boolean): Socket {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol === "http:") return connect({ host, port: Number(url.port || 80) });
  return connectTls({ host, port: Number(url.port || 443), servername: host, rejectUnauthorized: strictSsl });
}
