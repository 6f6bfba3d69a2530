/**
 * What a row looks like, as plain data. All of it is text to be shown as it is: nothing a node said is markup, and what
 * is long is cut; the whole can be copied and opened.
 */
export interface RowView {
  label: string;
  description?: string;
  /** Several lines; a function where making them for thousands of rows would be felt. */
  tooltip?: string | (() => string);
  /** Name of a codicon. */
  icon?: string;
  /** Name of a theme colour for the icon. */
  iconColour?: string;
  opens?: "closed" | "open";
  /** What `when` clauses know the row by. */
  context?: string;
  /** Command that pressing the row runs; one of ours gets the row as its argument. */
  press?: { command: RowCommand; title: string };
}

export type RowCommand =
  | "chainscope.retry"
  | "chainscope.showMore"
  | "chainscope.openDetails"
  | "chainscope.openFollowed"
  | "chainscope.tellDriverDigest"
  | "chainscope.editConnection"
  | "chainscope.setSecretHeader"
  | "workbench.trust.manage";

/** Whether two views look alike. */
export function sameView(one: RowView, other: RowView): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
