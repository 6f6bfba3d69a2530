import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { isResult, type ResultDocuments } from "./resultDocuments";
import { Owner } from "../../../base/disposables";

/** On the tabs of results: which one stays, and which one is not the answer to the last run. */
export class ResultBadges extends Owner implements vscode.FileDecorationProvider {
  private readonly changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChangeFileDecorations = this.changed.event;

  constructor(private readonly results: ResultDocuments) {
    super();
    this.own(
      results.onDidChange((uri) => this.changed.fire(uri)),
      vscode.window.registerFileDecorationProvider(this),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    if (!isResult(uri)) return undefined;
    const failed = this.results.failedSince(uri);
    if (failed) {
      const outcome = failed.error === undefined ? t`was cancelled` : "failed";
      const hint = t`${failed.title} ${outcome}: this is the answer to an earlier run`;
      return new vscode.FileDecoration("!", hint, new vscode.ThemeColor("list.warningForeground"));
    }
    return this.results.isPinned(uri) ? new vscode.FileDecoration("P", t`Pinned result`) : undefined;
  }
}
