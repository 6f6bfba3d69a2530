import * as vscode from "vscode";
import { withProgress } from "../../../host/messages";

/** A quick answer needs no pop-up that flashes by. */
const quietMs = 700;

/** Runs work that a person can cancel; when it takes a while, a notification says what is going on and offers to. */
export async function cancellable<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const running = work(controller.signal);
  const settled = running.then(
    () => undefined,
    () => undefined,
  );
  const timer = setTimeout(() => {
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    void withProgress(options, (_, token) => {
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
