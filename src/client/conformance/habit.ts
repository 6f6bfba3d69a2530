import { isAnswered, jsonOf, saysJson, textOf, type Answered, type Exchange, type Question } from "./exchange";
import { isObject } from "../../wire/json/fields";

/** A way of doing a thing: its label, and whether an answer shows it. */
export interface Manner {
  text: string;
  fits(response: Answered): boolean;
}

/**
 * One thing that an exchange tells of a node: how the interface has it, how nodes of version 1.4 do it where that is
 * otherwise, and what comes of that in Chainscope.
 */
export interface Habit {
  /** Of the interface, without the sign: `4.7`. */
  section: string;
  name: string;
  ask: Question;
  /** Asked before, for what it does to the session; its answer tells nothing. */
  after?: Question;
  /** The node's role without which the route may be missing (§1). */
  role?: "archive" | "prover";
  document: Manner;
  old?: Manner;
  /** What the other manner means here. */
  means?: string;
}

/** What a habit was found to be: the interface's, that of version 1.4, another one, or not to be told. */
export type Verdict = "document" | "1.4" | "otherwise" | "untold";

/** A habit of one node, and the exchange that tells it. */
export interface Observation {
  habit: Habit;
  verdict: Verdict;
  /** What the node does, or why that is not told. */
  text: string;
  exchange: Exchange;
}

/** Judges one exchange. */
export function judged(habit: Habit, exchange: Exchange): Observation {
  const { outcome } = exchange;
  const found = (verdict: Verdict, text: string): Observation => ({ habit, verdict, text, exchange });
  if (!isAnswered(outcome)) {
    const closed = outcome.reason === "closed-without-answer";
    return found(closed ? "otherwise" : "untold", outcome.message);
  }
  const before = refusalBefore(outcome);
  if (before) return found("untold", before);
  if (habit.document.fits(outcome)) return found("document", habit.document.text);
  if (habit.old?.fits(outcome)) return found("1.4", habit.old.text);
  if (habit.role && isMissing(outcome)) return found("document", `not offered: no ${habit.role} node`);
  return found("otherwise", `status ${outcome.status}`);
}

/** What stands in front of a node says nothing of it. */
function refusalBefore({ status, version }: Answered): string | undefined {
  if (status === 401 || status === 403 || status === 429 || (status >= 300 && status < 400)) {
    return `answered with status ${status}, which says nothing of the node`;
  }
  return status >= 502 && version === undefined ? `a gateway answered with status ${status}` : undefined;
}

/** The document's manner where it says nothing: then what version 1.4 does is all that is known. */
export const silent: Manner = { text: "says nothing", fits: () => false };

export function isMissing({ status }: Answered): boolean {
  return status === 404 || status === 405 || status === 501;
}

/** An answer with one of these statuses, and this in its text. */
export function status(label: string, statuses: number | readonly number[], text = /(?:)/): Manner {
  const all = [statuses].flat();
  return { text: label, fits: (response) => all.includes(response.status) && text.test(textOf(response)) };
}

/** A JSON answer with status 200 whose text matches; it may be too long to be here as a whole. */
export function json(label: string, text = /(?:)/): Manner {
  return {
    text: label,
    fits: (response) => response.status === 200 && saysJson(response) && text.test(textOf(response)),
  };
}

/** A JSON object with status 200 for which something holds. */
export function fields(text: string, hold: (object: Record<string, unknown>) => boolean): Manner {
  const fits = (response: Answered) => {
    const value = jsonOf(response);
    return response.status === 200 && isObject(value) && hold(value);
  };
  return { text, fits };
}

/** An answer with status 200 and a text of this form that does not say that it is JSON. */
export function plain(label: string, text: RegExp): Manner {
  return {
    text: label,
    fits: (response) => response.status === 200 && !saysJson(response) && text.test(textOf(response)),
  };
}

/** Raw bytes, so many. */
export function bytes(text: string, count: number): Manner {
  return { text, fits: ({ status: code, body }) => code === 200 && body.length === count };
}
