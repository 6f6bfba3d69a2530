import type { MessageValue } from "./messageValue";

/** Question → what is asked and what is answered. */
export type CallMap<T> = { [K in keyof T]: { ask: unknown; answer: unknown } };

/** A failure as it crosses: the sentence for the person, what to do next, and the raw answer behind it. */
export interface Failure {
  readonly message: string;
  readonly remedy?: string;
  readonly response?: string;
}

/** What crosses between page and extension: questions from the page, the rest from the extension. */
export type Message =
  | { kind: "ask"; id: string; name: string; body: MessageValue }
  | { kind: "answer"; id: string; body: MessageValue }
  | { kind: "failed"; id: string; body: MessageValue }
  | { kind: "notice"; name: string; body: MessageValue };

/** Whatever arrived, as a message; undefined for anything else. */
export function readMessage(data: unknown): Message | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { kind, id, name } = data as { kind?: unknown; id?: unknown; name?: unknown };
  const wellFormed =
    (kind === "ask" && typeof id === "string" && typeof name === "string") ||
    ((kind === "answer" || kind === "failed") && typeof id === "string") ||
    (kind === "notice" && typeof name === "string");
  return wellFormed ? (data as Message) : undefined;
}
