import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { failureLine } from "../../../client/failures/failureWords";
import { jsonRange, jsonRanges } from "../../../graphql/text/jsonRange";
import type { ResultError } from "../../../graphql/run/resultErrors";
import { resultValues } from "../../../graphql/run/resultValues";
import { codeLens } from "../../../host/codeLens";
import { documentScheme } from "../../../host/contributionIds";
import { onSettingChange, readSetting } from "../../../host/settings";
import { words, type Said } from "../../../host/words";
import { limits } from "../../../wire/limits";
import { described } from "../language/hoverProvider";
import { openingWords, valueHover } from "./openValue";
import type { ResultDocuments, ShownResult } from "./resultDocuments";
import { runWithout } from "./furtherRuns";
import { visibleText } from "../../../wire/visibleText";
import { rangeInText, rangeOf, type TextRange } from "../documents/textRange";
import { Owner } from "../../../base/disposables";

export const resultSelector: vscode.DocumentSelector = { scheme: documentScheme, pattern: "**/* result*.json" };

/** The lenses of a result: why there is nothing in it, the way to more of it, and into what is in its strings. */
export class ResultLenses extends Owner implements vscode.CodeLensProvider, vscode.HoverProvider {
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  readonly onDidChangeCodeLenses = this.changed.event;

  constructor(private readonly results: ResultDocuments) {
    super();
    const change = () => this.changed.fire();
    const settings = onSettingChange(["graphql.lens.enabled", "graphql.lens.results"], change);
    this.own(settings, results.onDidChange(change));
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const shown = this.shownIn(document);
    if (!shown) return [];
    const lens = (start: number, title: Said, command: string, ...rest: unknown[]) =>
      codeLens(rangeOf(document, { start, end: start }), { title, command, arguments: [document.uri, ...rest] });
    // Whose answer this is, is no offer that can be switched off.
    const standing = this.standing(document.uri, shown).map(({ title, command }) => lens(0, title, command));
    if (!readSetting("graphql.lens.enabled") || !readSetting("graphql.lens.results")) return standing;
    const values = resultValues(shown.text);
    return [
      ...standing,
      ...remarks(shown, values.length).map(({ title, command }) => lens(0, title, command)),
      ...errorLenses(document, shown),
      ...shown.nextPages.map(({ field, shown: count }) => {
        const page = shown.page === 1 ? "" : t`Page ${shown.page}: `;
        const title = t`${page}${count} shown, more available · Next Page`;
        return lens(jsonRange(shown.text, ["data", field])?.start ?? 0, title, "chainscope.nextPage", field);
      }),
      ...values
        .slice(0, limits.resultValueLenses)
        .map((value) => lens(value.start, openingWords(value), "chainscope.openResultValue", value.start)),
    ];
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const shown = this.shownIn(document);
    const at = document.offsetAt(position);
    const error = shown && errorsIn(shown).find(({ message }) => message.start <= at && at <= message.end)?.error;
    if (error) return new vscode.Hover(described(visibleText(error.message)));
    const value = shown && resultValues(shown.text).find(({ start, end }) => start <= at && at <= end);
    return value && new vscode.Hover(valueHover(document.uri, value), rangeOf(document, value));
  }

  private standing(uri: vscode.Uri, { run }: ShownResult): { title: Said; command: string }[] {
    const found: { title: Said; command: string }[] = [];
    const failed = this.results.failedSince(uri);
    if (failed) {
      const { title, connection, error } = failed;
      const outcome = error === undefined ? t`was cancelled.` : t`failed. ${failureLine(error)}`;
      const said = words`$(warning) ${t`${title} on ${connection} ${outcome}`} Below is the answer to an earlier run.`;
      found.push({ title: said, command: "" });
    }
    const source = vscode.workspace.asRelativePath(run.source.uri);
    if (this.results.isPinned(uri)) found.push({ title: words`$(pinned) Pinned result of ${source}`, command: "" });
    return found;
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
  if (more > 0) found.push({ title: t`${more} more values can be opened: rest the pointer on them`, command: "" });
  if (text.length > limits.resultValueCharacters) {
    found.push({ title: t`Values are opened in the first ${limits.resultValueCharacters} characters`, command: "" });
  }
  return found;
}

/** Above each error that has a place: that place in the person's own file, and the way there. */
function errorLenses(document: vscode.TextDocument, shown: ShownResult): vscode.CodeLens[] {
  const { run } = shown;
  return errorsIn(shown).flatMap(({ error, whole }) => {
    const { start, end } = error;
    if (start === undefined || end === undefined) return [];
    const uri = error.file === undefined ? run.source.uri : vscode.Uri.parse(error.file);
    const other = run.subject.others.find(({ file }) => file === error.file)?.document;
    const selection = rangeInText((other ?? run.found.document).text, { start, end });
    const name = uri.path.split("/").at(-1) ?? "";
    const title = words`$(error) ${name}, line ${selection.start.line + 1}, column ${selection.start.character + 1}`;
    return codeLens(rangeOf(document, { start: whole.start, end: whole.start }), {
      title,
      command: "vscode.open",
      arguments: [uri, { selection }],
    });
  });
}

interface ShownError {
  readonly error: ResultError;
  /** Where the text of the result has it, and its message. */
  readonly whole: TextRange;
  readonly message: TextRange;
}

const shownErrors = new WeakMap<ShownResult, readonly ShownError[]>();

function errorsIn(shown: ShownResult): readonly ShownError[] {
  const known = shownErrors.get(shown);
  if (known) return known;
  const errors =
    shown.text.length > limits.resultValueCharacters ? [] : shown.errors.slice(0, limits.resultValueLenses);
  const paths = errors.map((_, index) => ["errors", index]);
  const [wholes, messages] = [
    jsonRanges(shown.text, paths),
    jsonRanges(
      shown.text,
      paths.map((path) => [...path, "message"]),
    ),
  ];
  const found = errors.flatMap((error, index): ShownError[] => {
    const [whole, message] = [wholes[index], messages[index]];
    return whole && message ? [{ error, whole, message }] : [];
  });
  shownErrors.set(shown, found);
  return found;
}
