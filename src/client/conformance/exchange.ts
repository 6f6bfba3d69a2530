import type { Json } from "../../wire/json/exactJson";
import { limits } from "../../wire/limits";
import { shortWords } from "../../wire/shortWords";
import type { NodeError } from "../failures/nodeError";
import { jsonIn } from "../../wire/json/fields";

/** A request whose answer tells something of a node and changes nothing there. */
export interface Question {
  method: "GET" | "POST" | "DELETE";
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Headers of the interface, without the prefix that the node's names begin with: `Version`. */
  named?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Sent as a request of the event session (§5). */
  inSession?: true;
  /** Not the answer is wanted, but the events of two blocks, each as a line. */
  hears?: true;
  /** Of the answer only the head and its first bytes are wanted: the whole has tens of megabytes. */
  headOnly?: true;
}

/** The question that a POST below `/on/` is. */
export function post(path: string, more: Partial<Question> = {}): Question {
  return { method: "POST", path: `/on/${path}`, ...more };
}

/** What a node answered. */
export interface Answered {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Milliseconds from the question to the end of the answer. */
  tookMs: number;
  /** The version that its header said (§9). */
  version: string | undefined;
}

/** One question and what came of it. */
export interface Exchange {
  question: Question;
  outcome: Answered | NodeError;
}

export function isAnswered(outcome: Answered | NodeError): outcome is Answered {
  return "tookMs" in outcome;
}

export function textOf({ body }: Answered): string {
  return new TextDecoder().decode(body);
}

/** The body as JSON; undefined when it is none, or longer than what is wanted as JSON here can be. */
export function jsonOf(response: Answered): Json | undefined {
  return response.body.length > limits.examined.readBytes ? undefined : jsonIn(response.body);
}

/** Whether an answer says that it is JSON. */
export function saysJson({ headers }: Answered): boolean {
  return (headers["content-type"] ?? "").toLowerCase().startsWith("application/json");
}

/** A question on one line: method, path, what it was sent with. */
export function questionWords({ method, path, headers, named, body }: Question): string {
  const sent = Object.entries({ ...headers, ...prefixed(named) }).map(([name, value]) => `${name}: ${value}`);
  const shown =
    body === undefined || body.length === 0 ? [] : [typeof body === "string" ? body : `${body.length} bytes`];
  return shortWords([`${method} ${path}`, ...sent, ...shown].join(" · "));
}

/** What came of it, on one line: status, content type, the beginning of the body. */
export function outcomeWords(outcome: Answered | NodeError): string {
  if (!isAnswered(outcome)) return shortWords(outcome.message);
  const { status, headers, body } = outcome;
  const text = body.length === 0 ? "empty" : shortWords(textOf(outcome), limits.examined.shownCharacters);
  return [String(status), headers["content-type"] && shortWords(headers["content-type"], 60), text]
    .filter(Boolean)
    .join(" · ");
}

function prefixed(named: Question["named"] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [`<Prefix>-${name}`, value]));
}
