import { t } from "../../base/translate";

/** What a node makes of a function's or an event's name. */
export interface CallableName {
  /** The name a node that lower-cases paths looks for. */
  readonly reachedAs: string;
  /** One sentence for the page when the name cannot be reached under its own spelling. */
  readonly warning?: string;
}

/**
 * Says whether a name survives the path of a request: deployed nodes lower-case component and topic in every method,
 * so a function with capitals cannot be called and an event with capitals is never delivered.
 */
export function callableName(name: string, what: "function" | "event"): CallableName {
  const reachedAs = name.toLowerCase();
  if (reachedAs === name) return { reachedAs };
  const warning =
    what === "function"
      ? t`The name "${name}" has capital letters: a node that lower-cases names looks for "${reachedAs}" and cannot call it.`
      : t`The name "${name}" has capital letters: a node that lower-cases names looks for "${reachedAs}" and never delivers it.`;
  return { reachedAs, warning };
}
