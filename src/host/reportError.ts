import { inspect } from "node:util";
import * as vscode from "vscode";
import { t } from "../base/translate";
import { isCancelled } from "./cancellation";
import type { ReportError } from "./commands";
import { showErrorMessage } from "./messages";
import type { ReadOnlyDocuments } from "./readOnlyDocuments";
import { words } from "./words";

/** A failure in the words that a person reads, and what can be done about it. */
export interface Explained {
  /** What is wrong, as one sentence. */
  sentence: string;
  /** What the person can do next, as another. */
  remedy?: string | undefined;
  /** What of that can be done for them, each as a button. */
  actions?: readonly ErrorAction[];
  /** Codes, routes and the like: for the log only. */
  details?: readonly string[];
  /** The raw answer that led to the failure. */
  response?: string | undefined;
}

/** A button under a failure. */
export interface ErrorAction {
  title: string;
  /**
   * The command that it runs. One that did what its title says resolves to `true`; then what had failed is done again.
   * Without a command the button does just that.
   */
  command?: { id: string; arguments: readonly unknown[] };
}

/** Puts a failure into words. */
export type Explain = (error: unknown) => Explained;

const showLog = t`Show Log`;
const showAnswer = t`Show Answer`;

/**
 * Makes the one function that shows failures: the sentence with its remedy, a button for each thing that can be done,
 * the raw answer and the log one click away. The log gets the details and the whole chain of causes.
 */
export function errorReporter(
  log: vscode.LogOutputChannel,
  documents: ReadOnlyDocuments,
  explain: Explain,
): ReportError {
  const report: ReportError = (error, again) => {
    const explained = explain(error);
    const about = explained.details?.length ? `\n(${explained.details.join(", ")})` : "";
    log.error(causes(error).join("\ncaused by: ") + about);
    show(explained, again).catch((thrown: unknown) => isCancelled(thrown) || report(thrown));
  };

  const show = async (explained: Explained, again: (() => unknown) | undefined): Promise<void> => {
    const { sentence, remedy = "", response } = explained;
    // Anyone who cannot do the same again gets no button that promises it.
    const actions = (explained.actions ?? []).filter(({ command }) => command || again);
    const titles = [...actions.map(({ title }) => title), ...(response ? [showAnswer] : []), showLog];
    const choice = await showErrorMessage(remedy ? words`${sentence} ${remedy}` : sentence, ...titles);
    const action = actions.find(({ title }) => title === choice);
    if (action) {
      if (await runAction(action)) await again?.();
      return;
    }
    if (choice === showLog) log.show(true);
    if (choice === showAnswer && response) await documents.showBeside("Answer.txt", response);
  };

  return report;
}

/** Does what a button says; resolves to whether what had failed is to be done again. */
export async function runAction({ command }: ErrorAction): Promise<boolean> {
  return !command || (await vscode.commands.executeCommand(command.id, ...command.arguments)) === true;
}

/** The error and what led to it, outermost first. */
function causes(error: unknown): string[] {
  const lines: string[] = [];
  let cause = error;
  while (cause instanceof Error && lines.length < 8) {
    lines.push(cause.stack ?? cause.message);
    cause = cause.cause;
  }
  if (cause !== undefined && !(cause instanceof Error)) lines.push(inspect(cause));
  return lines;
}
