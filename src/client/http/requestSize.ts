import { t } from "../../base/translate";
import { limits } from "../../wire/limits";
import { sizeText } from "../../wire/sizeText";
import { NodeError } from "../failures/nodeError";

const { graphql, call, transaction, driver } = limits.requestBytes;

/**
 * Throws NodeError `too-large` for a body that no node takes, before any of it is sent. Texts are counted in bytes only
 * when they could be too long.
 */
export function checkRequestSize(path: string, body: string | Uint8Array | undefined): void {
  const most = mostOf(path);
  if (body === undefined || body.length * (typeof body === "string" ? 3 : 1) <= most) return;
  const size = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  if (size <= most) return;
  const over = sizeText(size) === sizeText(most) ? t`${size} bytes` : sizeText(size);
  throw new NodeError(
    "too-large",
    t`This is too large to send: ${over}, and a node takes ${sizeText(most)} (${most} bytes).`,
  );
}

function mostOf(path: string): number {
  if (path === "/graphql") return graphql;
  if (path.endsWith("/upload_driver")) return driver;
  return path.startsWith("/on/transactions/") ? transaction : call;
}
