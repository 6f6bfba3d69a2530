import { t } from "../../../base/translate";
import type { CallOutcome } from "../../../bridge/callOutcome";
import { NodeError } from "../../../client/failures/nodeError";

/** What is done with a result that must be about all of it. */
export type UseOfResult = "copied" | "opened" | "saved" | "compared";

/**
 * The outcome, when it is all that came. Throws a NodeError that says which part was kept and what to do: no verdict,
 * and nothing that is written, may be about a part.
 */
export function requireWhole(outcome: CallOutcome, use: UseOfResult): CallOutcome {
  if (outcome.only === undefined) return outcome;
  throw new NodeError(
    "too-large",
    t`Only the ${outcome.only} of this result was kept, so it cannot be ${use} as a whole.`,
    {
      remedy: outcome.kind === "stream" ? t`Call again for less at once.` : t`Call again to have all of it.`,
    },
  );
}
