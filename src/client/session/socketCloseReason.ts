import { t } from "../../base/translate";
import { limits } from "../../wire/limits";
import { sizeText } from "../../wire/sizeText";
import { visibleText } from "../../wire/visibleText";
import { failureLine } from "../failures/failureWords";
import { NodeError } from "../failures/nodeError";
import { shownAddress } from "../failures/shownAddress";
import { transportFailure } from "../failures/transportFailure";

/** Why a connection ended or did not come about, and whether trying again and again makes no sense. */
export interface SocketEnd {
  /** One sentence for people. */
  reason: string;
  /** The other end, or this one, objects to what is sent: more of the same will end the same way. */
  refused: boolean;
}

const refusals: Readonly<Record<number, string>> = {
  1002: t`a breach of the WebSocket protocol`,
  1003: t`a kind of data it does not accept`,
  1007: t`text that is not what it claims to be`,
  1008: t`a breach of its policy`,
  1009: t`a message that is too big for it`,
};

/** What a close code and the text beside it mean for a session (§6.1). */
export function closeReason(code: number, text: string): SocketEnd {
  const said = text === "" ? "" : `, saying “${visibleText(text.slice(0, 200))}”`;
  const refusal = refusals[code];
  if (refusal) return { reason: t`The node closed the session over ${refusal} (code ${code}${said}).`, refused: true };
  return { reason: lossReason(code, said), refused: false };
}

function lossReason(code: number, said: string): string {
  switch (code) {
    case 1000:
      return t`The node ended the session${said}.`;
    case 1001:
      return t`The node ended the session${said}: it is stopping, or events were not read fast enough. Events may be missing.`;
    case 1005:
    case 1006:
      return t`The connection to the node was lost.`;
    default:
      return t`The node ended the session (code ${code}${said}).`;
  }
}

/** What it means that the address answered the upgrade (§4.12) with a plain HTTP answer. */
export function upgradeRefusal(socketUrl: string, status: number, location?: string): SocketEnd {
  const target = location?.slice(0, 200);
  const isAddress = target !== undefined && URL.canParse(target, socketUrl);
  const place = isAddress ? shownAddress(new URL(target, socketUrl).href) : "elsewhere";
  return { reason: refusalSentence(shownAddress(socketUrl), status, place), refused: false };
}

function refusalSentence(url: string, status: number, redirect: string): string {
  if (status === 401 || status === 403 || status === 407) {
    return t`${url} does not let this client in (status ${status}): it may need a header with credentials.`;
  }
  if (status === 429) return t`${url} is rate limiting this client (status 429).`;
  if (status >= 500) return t`${url} answers with status ${status}: the node behind it is not available.`;
  if (status >= 400) {
    return t`The address has no /on socket: ${url} answers with status ${status}. Check host, port and path prefix.`;
  }
  if (status >= 300) {
    return t`${url} redirects to ${redirect} (status ${status}), which is not followed: use the final address.`;
  }
  return t`${url} answers with status ${status} instead of opening a WebSocket: it may not be a node.`;
}

/** What an error on the connection means: the address cannot be reached, or what it sends cannot be accepted. */
export function socketFailure(address: string, error: unknown, mostBytes: number): SocketEnd {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH") {
    // The library refuses it before it tells how long it is.
    const more =
      mostBytes < limits.mostEventBytes
        ? t` “Largest event” of the connection (maxEventMiB) raises the limit.`
        : t` No connection takes more.`;
    return { reason: t`An event is too large: at most ${sizeText(mostBytes)} are taken of one.${more}`, refused: true };
  }
  // Errors of this family mean that the WebSocket library refused what arrived on an open connection.
  if (code.startsWith("WS_ERR_")) {
    return { reason: t`The node sent what cannot be accepted: ${visibleText(message)}.`, refused: true };
  }
  if (code.startsWith("HPE_")) {
    return {
      reason: t`${shownAddress(address)} answered with something that is not HTTP (${code}). Check the port.`,
      refused: false,
    };
  }
  const failure =
    error instanceof NodeError
      ? error
      : transportFailure(error, { route: "GET /on", address, proxy: undefined, idempotent: true });
  return { reason: failureLine(failure), refused: false };
}
