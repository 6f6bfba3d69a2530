import { t } from "../../base/translate";
import { messageOf } from "../../base/words";
import { limits } from "../../wire/limits";
import { visibleText } from "../../wire/visibleText";
import type { NodeErrorDetails, Remedy } from "./nodeError";

/** A failure as people read it, whichever place shows it. */
export interface FailureWords {
  /** What is wrong, the reason first. It ends like a sentence. */
  sentence: string;
  /** What to do about it, as a sentence. */
  remedy: string | undefined;
  /** What of that can be done at a press of a button. */
  remedies: readonly Remedy[];
  /** Route, status, codes: for the log, a tooltip, a tab of its own. */
  details: readonly string[];
  connection: string | undefined;
  redirect: string | undefined;
  prefix: string | undefined;
  /** The raw answer. */
  response: string | undefined;
}

type Carried = Omit<NodeErrorDetails, "code"> & { code?: unknown };

/** The one place that turns what was thrown into words: every notification, row, page and log line is made of these. */
export function failureWords(thrown: unknown): FailureWords {
  const message = messageOf(thrown);
  // Errors that were made of a `NodeError` may carry its details as well.
  const { code, ...carried }: Carried = thrown instanceof Error ? thrown : {};
  const { remedy, remedies = [], connection, redirect, prefix, route, status, response } = carried;
  const details = [route, status !== undefined && `status ${status}`, typeof code === "string" && code !== "" && code];
  return {
    sentence: ended(message || t`Something failed without saying why`),
    remedy,
    // What the node may have done already is not done again by a button.
    remedies: carried.outcomeUnknown ? remedies.filter((each) => each !== "retry") : remedies,
    details: details.filter((each) => typeof each === "string").map(visibleText),
    ...{ connection, redirect, prefix, response },
  };
}

/** Sentence and remedy, for a place that has one line for both. */
export function failureLine(thrown: unknown): string {
  const { sentence, remedy } = failureWords(thrown);
  return remedy ? `${sentence} ${remedy}` : sentence;
}

/** Text with the ids and hashes in it (64 hex digits and more) shortened to their ends, as far as a line shows them. */
export function shortIds(text: string): string {
  return text
    .slice(0, 4 * limits.wordsCharacters)
    .replace(/[0-9a-f]{64}/gi, (id) => `${id.slice(0, 8)}…${id.slice(-4)}`);
}

function ended(message: string): string {
  return /[.!?…]$/.test(message) ? message : `${message}.`;
}
