import * as vscode from "vscode";
import { t } from "../../../base/translate";
import {
  completionTriggers,
  functionIn,
  type CallFileDiagnostic,
  type Suggestion,
} from "../../../contract/callFileHelp";
import { writtenFields } from "../../../contract/jsonCursor";
import { signature } from "../../../contract/schema/signature";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";
import { visibleLines, visibleText } from "../../../wire/visibleText";
import { CallFileChecks } from "./callFileChecks";
import { described, meantBy, suggestionsAt, type CallFileContext } from "./callFileEnvironment";
import { callFileEnding } from "./saveCallFile";

const selector: vscode.DocumentSelector = { pattern: `**/*${callFileEnding}` };

/** Helps while a call file is written: completion, marks with quick fixes, and what a name means. */
export function registerCallFileLanguage(context: CallFileContext): vscode.Disposable {
  const checks = new CallFileChecks(context);
  return vscode.Disposable.from(
    checks,
    vscode.languages.registerCompletionItemProvider(
      selector,
      { provideCompletionItems: (document, position) => completions(context, document, position) },
      ...completionTriggers,
    ),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, position) => hover(context, document, position),
    }),
    vscode.languages.registerCodeActionsProvider(
      selector,
      { provideCodeActions: (document, range) => fixes(document, checks.diagnosticsAt(document, range)) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}

const icons = {
  connection: vscode.CompletionItemKind.Module,
  contract: vscode.CompletionItemKind.Class,
  function: vscode.CompletionItemKind.Method,
  event: vscode.CompletionItemKind.Event,
  field: vscode.CompletionItemKind.Field,
  value: vscode.CompletionItemKind.Value,
};

async function completions(context: CallFileContext, document: vscode.TextDocument, position: vscode.Position) {
  const text = document.getText();
  if (text.length > limits.searchedCharacters) return [];
  const { start, end, items } = await suggestionsAt(context, text, document.offsetAt(position));
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  // What is chosen right behind a colon stands apart from it, also when a space was typed while the list was open.
  const gap = start === end && text[start - 1] === ":" ? " " : "";
  const shown = items.slice(0, limits.completedNames).map((item, at) => completion(item, at, range, gap));
  return new vscode.CompletionList(shown, items.length > shown.length);
}

function completion({ label, text, kind, detail, doc }: Suggestion, at: number, range: vscode.Range, gap: string) {
  const name = shortWords(label, limits.titleCharacters);
  const item = new vscode.CompletionItem(name, icons[kind]);
  item.range = range;
  item.insertText = gap + text;
  // What is written there is JSON, with its quotes, and that is what the items are compared with.
  item.filterText = kind === "field" ? JSON.stringify(label) : text;
  item.sortText = String(at).padStart(5, "0");
  if (detail !== undefined) item.detail = shortWords(detail.trim());
  if (doc !== undefined) item.documentation = visibleLines(doc);
  return item;
}

/** What the name under the mouse stands for. All of it is text, whatever the node wrote. */
async function hover(context: CallFileContext, document: vscode.TextDocument, position: vscode.Position) {
  const text = document.getText();
  if (text.length > limits.searchedCharacters) return undefined;
  const offset = document.offsetAt(position);
  const field = [...writtenFields(text).values()].find(({ keyStart, end }) => keyStart <= offset && offset <= end);
  if (!field || !["contract", "function", "input"].includes(field.key)) return undefined;
  const meant = meantBy(context, text);
  const description = await described(context, meant);
  if (!description) return undefined;
  const said = new vscode.MarkdownString();
  if (field.key === "contract") {
    said.appendText(visibleText(meant.contractId ?? ""));
    for (const note of description.notes) said.appendText(`\n\n${visibleText(note)}`);
  } else {
    const fn = functionIn(text, description.schema);
    if (!fn) return undefined;
    said.appendCodeblock(visibleText(signature(fn, description.schema)), "rust");
    if (fn.doc) said.appendText(visibleLines(fn.doc));
  }
  return new vscode.Hover(said, new vscode.Range(document.positionAt(field.keyStart), document.positionAt(field.end)));
}

function fixes(
  document: vscode.TextDocument,
  found: readonly (CallFileDiagnostic & { diagnostic: vscode.Diagnostic })[],
): vscode.CodeAction[] {
  return found.flatMap(({ fix, diagnostic }) => {
    if (!fix) return [];
    const title = t`Change to ${shortWords(fix.word, limits.titleCharacters)}`;
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.edit = new vscode.WorkspaceEdit();
    action.edit.replace(document.uri, diagnostic.range, fix.text);
    action.diagnostics = [diagnostic];
    action.isPreferred = true;
    return action;
  });
}
