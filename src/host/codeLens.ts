import * as vscode from "vscode";
import { shownText, type Said } from "./words";

/** A line of ours between the lines of a document, with the command that it runs. */
export interface LensCommand {
  title: Said;
  command: string;
  tooltip?: string;
  arguments: unknown[];
}

/** Makes a lens above the range. */
export function codeLens(range: vscode.Range, { title, tooltip, ...command }: LensCommand): vscode.CodeLens {
  const shown = { ...command, title: shownText(title), ...(tooltip !== undefined && { tooltip: shownText(tooltip) }) };
  return new vscode.CodeLens(range, shown);
}
