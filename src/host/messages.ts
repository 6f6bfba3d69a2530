import * as vscode from "vscode";
import { shownText, type Said } from "./words";

type Show = (text: string, options: vscode.MessageOptions, ...buttons: string[]) => Thenable<string | undefined>;

/** A message at the lower right with buttons; resolves to the button that was pressed. */
export function showInformationMessage<B extends string>(said: Said, ...buttons: B[]): Promise<B | undefined> {
  return pressed(vscode.window.showInformationMessage, said, {}, buttons);
}

/** The same as a warning. */
export function showWarningMessage<B extends string>(said: Said, ...buttons: B[]): Promise<B | undefined> {
  return pressed(vscode.window.showWarningMessage, said, {}, buttons);
}

/** The same as an error. */
export function showErrorMessage<B extends string>(said: Said, ...buttons: B[]): Promise<B | undefined> {
  return pressed(vscode.window.showErrorMessage, said, {}, buttons);
}

/** A question in the middle of the window that has to be answered; closing it is `undefined`. */
export function askInDialog<B extends string>(said: Said, detail: Said, ...buttons: B[]): Promise<B | undefined> {
  return pressed(vscode.window.showWarningMessage, said, { modal: true, detail: shownText(detail) }, buttons);
}

async function pressed<B extends string>(show: Show, said: Said, options: vscode.MessageOptions, buttons: B[]) {
  const labels = buttons.map(shownText);
  const label = await show(shownText(said), options, ...labels);
  return label === undefined ? undefined : buttons[labels.indexOf(label)];
}

/** Something done, said in the status bar for some milliseconds. */
export function setStatusBarMessage(said: Said, ms: number): vscode.Disposable {
  return vscode.window.setStatusBarMessage(shownText(said), ms);
}

/** Work that a person sees going on. */
export interface ProgressOptions extends Omit<vscode.ProgressOptions, "title"> {
  title?: Said;
}

/** How far work has come. */
export interface ProgressStep {
  message?: Said;
  increment?: number;
}

/** Shows that work goes on, in the words of `title` and of each report. */
export function withProgress<R>(
  { title, ...options }: ProgressOptions,
  work: (progress: vscode.Progress<ProgressStep>, token: vscode.CancellationToken) => Thenable<R>,
): Thenable<R> {
  const shown = { ...options, ...(title !== undefined && { title: shownText(title) }) };
  return vscode.window.withProgress(shown, (progress, token) => {
    const report = ({ message, ...step }: ProgressStep) =>
      progress.report({ ...step, ...(message !== undefined && { message: shownText(message) }) });
    return work({ report }, token);
  });
}
