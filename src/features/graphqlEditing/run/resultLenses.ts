import * as vscode from "vscode";
import { jsonPlace } from "../../../graphql/jsonPlace";
import { resultValues } from "../../../graphql/resultValues";
import { codeLens } from "../../../host/codeLens";
import { documentScheme } from "../../../host/contributionIds";
import { words, type Said } from "../../../host/words";
import { limits } from "../../../wire/limits";
import { openingWords, valueHover } from "./openValue";
import type { ResultDocuments, ShownResult } from "./resultDocuments";
import { runWithout } from "./runWithout";
import { rangeOf } from "../documents/textPlace";

export const resultSelector: vscode.DocumentSelector = { scheme: documentScheme, pattern: "**/* result*.json" };

/** The lenses of a result: why there is nothing in it, the way to more of it, and into what is in its strings. */
export class ResultLenses implements vscode.CodeLensProvider, vscode.HoverProvider, vscode.Disposable {
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
    const shown = this.shownIn(document);
    if (!shown) return [];
    const lens = (start: number, title: Said, command: string, ...rest: unknown[]) =>
      codeLens(rangeOf(document, { start, end: start }), { title, command, arguments: [document.uri, ...rest] });
    const values = resultValues(shown.text);
    return [
      ...remarks(shown, values.length).map(({ title, command }) => lens(0, title, command)),
      ...shown.nextPages.map(({ field, shown: count }) => {
        const page = shown.page === 1 ? "" : `Page ${shown.page}: `;
        const title = `${page}${count} shown, more available · Next Page`;
        return lens(jsonPlace(shown.text, ["data", field])?.start ?? 0, title, "chainscope.nextPage", field);
      }),
      ...values
        .slice(0, limits.resultValueLenses)
        .map((value) => lens(value.start, openingWords(value), "chainscope.openResultValue", value.start)),
    ];
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const shown = this.shownIn(document);
    const at = document.offsetAt(position);
    const value = shown && resultValues(shown.text).find(({ start, end }) => start <= at && at <= end);
    return value && new vscode.Hover(valueHover(document.uri, value), rangeOf(document, value));
  }

  /** The result, once the editor has its text: until then places in it would be wrong. */
  private shownIn(document: vscode.TextDocument): ShownResult | undefined {
    const shown = this.results.of(document.uri);
    return shown?.text === document.getText() ? shown : undefined;
  }
}

/** What there is to say of a result as a whole, each with the command that helps, if one does. */
function remarks({ run, failed, text }: ShownResult, values: number): { title: Said; command: string }[] {
  const found: { title: Said; command: string }[] = [];
  if (failed.length > 0) {
    const names = failed.join(", ");
    const title = words`The node gave nothing because of ${names}`;
    const others = runWithout(run, failed);
    const them = failed.length === 1 ? "It" : "Them";
    if (others) found.push({ title: words`${title} · Run Without ${them}`, command: "chainscope.runWithoutFailed" });
    else found.push({ title, command: "" });
  }
  if (run.without) found.push({ title: words`Without ${run.without.join(", ")}`, command: "" });
  const more = values - limits.resultValueLenses;
  if (more > 0) found.push({ title: `${more} more values can be opened: rest the pointer on them`, command: "" });
  if (text.length > limits.resultValueCharacters) {
    found.push({ title: `Values are opened in the first ${limits.resultValueCharacters} characters`, command: "" });
  }
  return found;
}
