import type { IncomingHttpHeaders } from "node:http";
import type { Json } from "./json";
import { writeJson } from "./json";

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
  return { status: 200, headers: { "content-type": "application/json", ...headers }, body: writeJson(value) };
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
  unprocessable: (text: string) => new Refusal(422, text, "Invalid input: "),
  tooLarge: (limit: number) => new Refusal(413, `Request body exceeds ${limit} bytes`, "Payload too large: "),
  unsupported: () => new Refusal(501, "Unsupported operation"),
  session: () =>
    new Refusal(424, writeJson({ error: "Session ID not provided or invalid" }), "", {
      "content-type": "application/json",
    }),
  driver: (method: string, text: string) => new Refusal(500, `${method} failed with: ${text}`, "Data driver error: "),
  vm: (text: string) => new Refusal(500, text, "VM error: "),
};

/** Ends the connection without any answer, as a panicking handler does. */
export class Dropped extends Error {}
