import { inspect } from "node:util";
import type * as vscode from "vscode";
import type { ReportError } from "./commands";
import { showErrorMessage } from "./messages";
import type { ReadOnlyDocuments } from "./readOnlyDocuments";

/** What an error may carry beside its sentence; errors of any origin may have these fields. */
interface Explained {
  /** What the person can do next. */
  remedy?: string;
  /** The raw answer that led to the failure. */
  answer?: string;
}

const showLog = "Show Log";
const showAnswer = "Show Answer";

/**
 * Makes the one function that shows failures: a sentence with its remedy, the raw answer and the log one click
 * away, and the whole chain of causes in the log.
 */
export function errorReporter(log: vscode.LogOutputChannel, documents: ReadOnlyDocuments): ReportError {
  return (error) => {
    log.error(causes(error).join("\ncaused by: "));
    void show(error, log, documents);
  };
}

/** The sentence for a person: what and why, then what next. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const remedy = (error as Explained | undefined)?.remedy;
  return remedy ? `${message} ${remedy}` : message;
}

async function show(error: unknown, log: vscode.LogOutputChannel, documents: ReadOnlyDocuments): Promise<void> {
  const answer = (error as Explained | undefined)?.answer;
  const choice = await showErrorMessage(sentenceOf(error), ...(answer ? [showAnswer, showLog] : [showLog]));
  if (choice === showLog) log.show(true);
  if (choice === showAnswer && answer) await documents.showBeside("Answer.txt", answer);
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
