import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "../wire/json";
import { sorted, writeJson } from "../wire/json";
import type { Behaviours } from "../profile";

/** One request to `/on/<component>[:<entity>][/<topic>]`, its body read. */
export interface Ask {
  method: string;
  component: string;
  entity: string | undefined;
  topic: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type AnswerBody = string | Uint8Array | AsyncIterable<Uint8Array>;

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: AnswerBody;
}

export function jsonAnswer(value: Json, headers: Record<string, string> = {}): Answer {
  return jsonText(writeJson(sorted(value)), headers);
}

/** JSON whose keys are in an order of their own. */
export function jsonText(text: string, headers: Record<string, string> = {}, status = 200): Answer {
  return { status, headers: { "content-type": "application/json", ...headers }, body: text };
}

/** Text that carries no content type, as nodes answer it. */
export function textAnswer(text: string): Answer {
  return { status: 200, body: text };
}

/** A refused request: status and text of §7. The kind becomes the text's prefix, "Invalid input: …". */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly text: string,
    readonly kind = "",
    readonly headers: Record<string, string> = {},
  ) {
    super(text);
  }
}

export const refuse = {
  input: (text: string) => new Refusal(400, text, "Invalid input: "),
  version: (text: string) => new Refusal(400, text, "Version error: "),
  notFound: (text: string) => new Refusal(404, text, "Not found: "),
  /** A payload that cannot be processed as the JSON that its content type says it is (§7). */
  unprocessable: (like: Behaviours, text: string) =>
    new Refusal(like["dispatch: payload cannot be processed"], `Invalid JSON: ${text}`, "Invalid input: "),
  /** A POST whose component or topic there is not, or not without an entity. */
  unrouted: (like: Behaviours, text: string): Refusal =>
    like["dispatch: component, target or topic not found"] === 404 ? refuse.notFound(text) : refuse.unsupported(),
  tooLarge: (limit: number) => new Refusal(413, `Request body exceeds ${limit} bytes`, "Payload too large: "),
  unsupported: () => new Refusal(501, "Unsupported operation"),
  /** JSON as text, which carries no content type. */
  plainJson: (status: number, error: string) => new Refusal(status, writeJson({ error })),
  session: (): Refusal => refuse.plainJson(424, "Session ID not provided or invalid"),
  vm: (like: Behaviours, text: string) => new Refusal(500, isNested(like) ? `VM Error: ${text}` : text, "VM error: "),
};

/** Whether an error carries the words of every layer that it went through. */
export function isNested(like: Behaviours): boolean {
  return like["layers of a driver's or the VM's error"] === "nested";
}

/** Ends the connection without any answer, as a panicking handler does. */
export class Dropped extends Error {}
