import { type Control, type ControlBody, mostMs } from "./controlBody";
import type { RequestFault } from "../http/faults";
import { type Json, writeJson } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";

/** Faults of HTTP requests. All take `path` (part of a path, default any) and `count` (default 1). */
export const requestControls: Record<string, Control> = {
  /** `{ ms }`: answers later. */
  latency: (body, node) => add(node, body, { latencyMs: body.number("ms", mostMs) }),

  /** Ends the connection without an answer, or `{ afterBytes }` of the body, or `{ handled: true }` once it did what is asked. */
  drop: (body, node) => {
    if (body.has("afterBytes"))
      return add(node, body, { dropAfterBytes: body.number("afterBytes", Number.MAX_SAFE_INTEGER) });
    return add(node, body, body.flag("handled") ? { dropAnswer: true } : { drop: true });
  },

  /** `{ status?, headers?, text?, hex? }`: this answer instead of the route's. */
  answer: (body, node) => {
    const headers = Object.entries(body.object("headers") ?? {}).map(
      ([name, value]) => [name, headerText(value)] as const,
    );
    const bytes = body.has("hex") ? body.hex("hex") : Buffer.from(body.text("text", ""));
    return add(node, body, {
      answer: { status: body.number("status", 599, 200), headers: Object.fromEntries(headers), body: bytes },
    });
  },

  /** `{ type }`: the route's answer with another content type; null for none. */
  "content-type": (body, node) => add(node, body, { contentType: body.has("type") ? body.text("type") : null }),

  /** A reverse proxy's HTML 404. */
  proxy: (body, node) => {
    const page = "<!DOCTYPE html>\n<html><head><title>404</title></head><body><h1>404 Not Found</h1></body></html>\n";
    return add(node, body, {
      answer: { status: 404, headers: { "content-type": "text/html; charset=utf-8" }, body: Buffer.from(page) },
    });
  },
};

function headerText(value: Json): string {
  return typeof value === "string" ? value : writeJson(value);
}

function add(node: SandboxNode, body: ControlBody, fault: Omit<RequestFault, "path" | "count">) {
  node.faults.requests.push({
    path: body.text("path", ""),
    count: body.number("count", Number.MAX_SAFE_INTEGER, 1),
    ...fault,
  });
}
