import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./answer";
import type { RequestFault } from "./faults";
import { type Json, writeJson } from "../wire/json";
import { headerValue } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";

/** Writes an answer with the headers that every answer has, and what a fault does to it. */
export async function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  fault: RequestFault | undefined,
  node: SandboxNode,
): Promise<void> {
  const { status, body = "" } = answer;
  const headers = { ...commonHeaders(request, status, node), ...answer.headers };
  if (fault?.contentType === null) delete headers["content-type"];
  else if (fault?.contentType !== undefined) headers["content-type"] = fault.contentType;
  if (typeof body !== "string" && !(body instanceof Uint8Array)) return stream(response, status, headers, body);
  headers["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(status, headers);
  // A text goes out in one piece with the head, which bytes do not.
  if (fault?.dropAfterBytes === undefined) return void response.end(body);
  response.write(Buffer.from(body).subarray(0, fault.dropAfterBytes), () => response.destroy());
}

async function stream(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: AsyncIterable<Uint8Array>,
): Promise<void> {
  response.writeHead(status, headers);
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  try {
    for await (const chunk of body) {
      if (gone.signal.aborted) return;
      if (!response.write(chunk)) await once(response, "drain", { signal: gone.signal });
    }
  } catch (error) {
    if (!gone.signal.aborted) throw error;
  }
  response.end();
}

/** `Node-Version` and the echoed `x-` headers. Failures of older nodes carry no version. */
function commonHeaders(request: IncomingMessage, status: number, node: SandboxNode): Record<string, string> {
  // Said here so that Node.js adds no Keep-Alive hint: deployed nodes give none.
  const headers: Record<string, string> = { connection: "keep-alive" };
  if (!node.options.oldErrors || status < 400) headers[`${node.options.prefix}-Version`] = node.version;
  if (status === 424 || request.url?.startsWith("/graphql")) return headers;
  for (const [name, value] of Object.entries(request.headers)) {
    if (name.startsWith("x-") && typeof value === "string") headers[name] = echoed(headerValue(value));
  }
  return headers;
}

/** A header that was read as JSON, as text again: null as nothing, a long number in floating point. */
function echoed(value: Json): string {
  if (value === null) return "";
  if (typeof value === "bigint") return Number(value).toExponential().replace("e+", "e");
  return typeof value === "string" ? value : writeJson(value);
}
