import * as vscode from "vscode";
import { jsonPlace } from "../../../graphql/jsonPlace";
import { codeLens } from "../../../host/codeLens";
import { documentScheme } from "../../../host/contributionIds";
import type { ResultDocuments } from "./resultDocuments";
import { rangeOf } from "../documents/textPlace";

export const resultSelector: vscode.DocumentSelector = { scheme: documentScheme, pattern: "**/* result*.json" };

/** Above the part of a result that has more pages: how many items are shown, and the way to the next. */
export class ResultLenses implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly listening: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly results: ResultDocuments) {
    this.listening = results.onDidChange(() => this.changed.fire());
  }

  dispose(): void {
    this.listening.dispose();
    this.changed.dispose();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const shown = this.results.of(document.uri);
    const text = document.getText();
    // Until the editor has the result's text, places in it would be wrong.
    if (!shown || shown.text !== text) return [];
    return shown.nextPages.map(({ field, shown: count }) => {
      const start = jsonPlace(text, ["data", field])?.start ?? 0;
      const page = shown.page === 1 ? "" : `Page ${shown.page}: `;
      const title = `${page}${count} shown, more available · Next Page`;
      const command = { command: "chainscope.nextPage", title, arguments: [document.uri, field] };
      return codeLens(rangeOf(document, { start, end: start }), command);
    });
  }
}
