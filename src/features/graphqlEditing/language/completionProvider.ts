import * as vscode from "vscode";
import type { Completion, CompletionKind, Completions } from "../../../graphql/completion";
import { completionsAt, followsOpening } from "../../../graphql/completion";
import type { QuerySubjects } from "../documents/querySubject";
import { described } from "./hoverProvider";

const newLine = "\n";

/**
 * What brings up the list by itself, besides letters. No bracket and no comma: Enter, which is what often follows one,
 * would take the first suggestion instead of breaking the line. The list comes on the new line.
 */
export const completionTriggers = [":", "$", "@", ".", newLine];

/** Completion from the schema of the document's connection; keywords while there is none. */
export class CompletionProvider implements vscode.CompletionItemProvider {
  constructor(private readonly subjects: QuerySubjects) {}

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    { triggerCharacter }: vscode.CompletionContext,
  ): Promise<vscode.CompletionItem[]> {
    const place = await this.subjects.at(document, position);
    if (!place || token.isCancellationRequested) return [];
    const { subject, offset } = place;
    // A new line elsewhere may well be the end of what a person writes.
    if (triggerCharacter === newLine && !followsOpening(subject.document, offset)) return [];
    const completions = completionsAt(subject.document, offset, subject);
    const range = {
      inserting: rangeTo(document, completions.start, completions.insertEnd),
      replacing: rangeTo(document, completions.start, completions.end),
    };
    return completions.items.map((completion) => completionItem(completion, range));
  }
}

function rangeTo(document: vscode.TextDocument, start: Completions["start"], end: number): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

function completionItem(completion: Completion, range: NonNullable<vscode.CompletionItem["range"]>) {
  const { label, detail, documentation, deprecated, insertText, sortText } = completion;
  const item = new vscode.CompletionItem({ label, ...(detail && { description: detail }) }, itemKind[completion.kind]);
  item.range = range;
  item.insertText = completion.snippet ? new vscode.SnippetString(insertText) : insertText;
  item.sortText = sortText;
  const words = [deprecated && `Deprecated: ${deprecated}`, documentation].filter(Boolean).join("\n\n");
  if (words) item.documentation = described(words);
  if (deprecated !== undefined) item.tags = [vscode.CompletionItemTag.Deprecated];
  // As if by itself: where there is nothing to suggest, nothing is said.
  if (completion.more)
    item.command = { command: "editor.action.triggerSuggest", title: "", arguments: [{ auto: true }] };
  return item;
}

const { CompletionItemKind: Kind } = vscode;
const itemKind: Record<CompletionKind, vscode.CompletionItemKind> = {
  field: Kind.Field,
  argument: Kind.Property,
  "input-field": Kind.Property,
  "enum-value": Kind.EnumMember,
  value: Kind.Value,
  variable: Kind.Variable,
  fragment: Kind.Reference,
  type: Kind.Class,
  directive: Kind.Event,
  keyword: Kind.Keyword,
};
