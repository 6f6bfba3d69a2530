import * as vscode from "vscode";
import { withProgress, type ProgressStep } from "./messages";
import type { Said } from "./words";

/** An `AbortSignal` that follows a VS Code cancellation token, so that code below the editor needs no `vscode`. */
export function signalOf(token: vscode.CancellationToken): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort(new vscode.CancellationError());
  if (token.isCancellationRequested) abort();
  else token.onCancellationRequested(abort);
  return controller.signal;
}

/** True for what is thrown when a person, or newer work, cancelled: never an error to report. */
export function isCancelled(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error instanceof Error && error.name === "AbortError");
}

/** Runs work that a notification tells of from its beginning, and that a person can cancel there. */
export function inNotification<R>(
  title: Said,
  work: (signal: AbortSignal, report: (step: ProgressStep) => void) => Thenable<R>,
): Thenable<R> {
  return withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (progress, token) =>
    work(signalOf(token), (step) => progress.report(step)),
  );
}

/** A quick answer needs no pop-up that flashes by. */
const quietMs = 700;

/**
 * Runs work that a person can cancel; when it takes a while, a notification says what is going on, how far it has come as
 * `report` is told, and offers to.
 */
export async function cancellable<T>(
  title: Said,
  work: (signal: AbortSignal, report: (message: Said) => void) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let show: (message: Said) => void = (message) => (last = message);
  let last: Said = "";
  const running = work(controller.signal, (message) => show(message));
  const settled = running.then(
    () => undefined,
    () => undefined,
  );
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void withProgress(options, (progress, token) => {
      show = (message) => progress.report({ message });
      if (last !== "") show(last);
      token.onCancellationRequested(() => controller.abort(new vscode.CancellationError()));
      return settled;
    });
  }, quietMs);
  try {
    return await running;
  } finally {
    clearTimeout(timer);
  }
}
