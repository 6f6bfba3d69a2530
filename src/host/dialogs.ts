import * as vscode from "vscode";
import { shownText, type Said } from "./words";

/** Asks where to save. */
export function showSaveDialog({
  title,
  ...options
}: Omit<vscode.SaveDialogOptions, "title" | "saveLabel"> & { title: Said }): Thenable<vscode.Uri | undefined> {
  return vscode.window.showSaveDialog({ ...options, title: shownText(title) });
}

/** Asks for one file. */
export async function showOpenDialog({
  title,
  ...options
}: Omit<vscode.OpenDialogOptions, "title" | "canSelectMany"> & { title: Said }): Promise<vscode.Uri | undefined> {
  return (await vscode.window.showOpenDialog({ ...options, title: shownText(title) }))?.[0];
}
