import type { CallDraft } from "../contract/input/callDraft";
import type { CallField } from "../contract/input/callField";
import type { InputProblem } from "../contract/input/callInput";
import type { JsonPath } from "../contract/jsonPath";
import type { OtherSpellings } from "./pageState";

/** One field of the form on the page, with the fields inside it. */
export interface FieldView {
  readonly element: HTMLElement;
  /** Shows those of the problems that are this field's or an inner one's, and gives back the ones it took. */
  show(problems: readonly ShownProblem[]): readonly ShownProblem[];
  focus(): void;
}

/** A problem and who found it: what the driver says is shown at once, what is merely not filled in yet is not. */
export interface ShownProblem extends InputProblem {
  readonly by: "form" | "driver";
}

/** What the fields of one form share. */
export interface FormContext {
  readonly spellings: OtherSpellings;
  /** Draws a field inside of another. */
  drawField(field: CallField, draft: CallDraft, context: FieldContext): FieldView;
  /** Set once a person tried to send: from then on nothing is spared. */
  showAll: boolean;
  /** A file's bytes as hex, chosen by the person; null when they did not. */
  readFile(): Promise<{ hex: string; name: string } | null>;
  /** Something changed that is not part of the draft. */
  changed(): void;
}

/** Where a field stands: its path in the value, and whom to tell of a change. */
export interface FieldContext {
  readonly path: JsonPath;
  readonly formContext: FormContext;
  readonly change: (draft: CallDraft) => void;
}

/** A way to write a field's value in another spelling than the one that is sent. */
export interface BoxEntry {
  readonly element: HTMLElement;
  /** What the box shows for the text that is sent. */
  shownText(sent: string): string;
  /** The text to send for what was typed; undefined with a problem to show when it cannot be read. */
  sentText(typed: string): { sent: string; problem?: string };
  /** Says what stands beside the box: the other spelling, or the size. */
  describe(sent: string): void;
}

export interface EntryContext extends FieldContext {
  readonly key: string;
  /** Draws the box again from what is sent. */
  redraw(): void;
  /** Replaces what is sent. */
  replace(sent: string): void;
}
