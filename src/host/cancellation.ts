import * as vscode from "vscode";

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
