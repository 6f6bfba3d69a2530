import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { Completion, CompletionKind, Completions } from "../../../graphql/completion/completionItem";
import { completionsAt, followsOpening } from "../../../graphql/completion/completion";
import type { QuerySubjects } from "../documents/querySubject";
import { described } from "./hoverProvider";
import { signatureHelpAt } from "../../../graphql/completion/signatureHelp";

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
  ): Promise<vscode.CompletionList> {
    const location = await this.subjects.at(document, position);
    if (!location || token.isCancellationRequested) return new vscode.CompletionList([]);
    const { subject, offset } = location;
    // A new line elsewhere may well be the end of what a person writes.
    if (triggerCharacter === newLine && !followsOpening(subject.document, offset)) return new vscode.CompletionList([]);
    const completions = completionsAt(subject.document, offset, subject);
    const range = {
      inserting: rangeTo(document, completions.start, completions.insertEnd),
      replacing: rangeTo(document, completions.start, completions.end),
    };
    const items = completions.items.map((completion) => new Suggestion(completion, range));
    return new vscode.CompletionList(items, completions.isCut);
  }

  /** The words for the one suggestion that is looked at. */
  resolveCompletionItem(item: vscode.CompletionItem): vscode.CompletionItem {
    if (item instanceof Suggestion) item.describe();
    return item;
  }
}

function rangeTo(document: vscode.TextDocument, start: Completions["start"], end: number): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
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

class Suggestion extends vscode.CompletionItem {
  constructor(
    private readonly completion: Completion,
    override readonly range: NonNullable<vscode.CompletionItem["range"]>,
  ) {
    const { label, kind, detail, deprecated, insertText, snippet, more, sortText } = completion;
    super({ label, ...(detail && { description: detail }) }, itemKind[kind]);
    this.insertText = snippet ? new vscode.SnippetString(insertText) : insertText;
    this.sortText = sortText;
    if (deprecated !== undefined) this.tags = [vscode.CompletionItemTag.Deprecated];
    // As if by itself: where there is nothing to suggest, nothing is said.
    if (more) this.command = { command: "editor.action.triggerSuggest", title: "", arguments: [{ auto: true }] };
  }

  describe(): void {
    const { deprecated, documentation } = this.completion;
    const text = [deprecated && t`Deprecated: ${deprecated}`, documentation].filter(Boolean).join("\n\n");
    if (text) this.documentation = described(text);
  }
}

export const signatureTriggers: vscode.SignatureHelpProviderMetadata = {
  triggerCharacters: ["(", ",", ":"],
  retriggerCharacters: [",", ":"],
};

/** The arguments of the field or directive whose parentheses the cursor is in. */
export class SignatureHelpProvider implements vscode.SignatureHelpProvider {
  constructor(private readonly subjects: QuerySubjects) {}

  async provideSignatureHelp(document: vscode.TextDocument, position: vscode.Position) {
    const { subject, offset } = (await this.subjects.at(document, position)) ?? {};
    if (!subject?.schema) return undefined;
    const help = signatureHelpAt(subject.document, offset!, subject.schema);
    if (!help) return undefined;
    const signature = new vscode.SignatureInformation(help.label, help.description && described(help.description));
    signature.parameters = help.parameters.map(
      ({ start, end, description }) =>
        new vscode.ParameterInformation([start, end], description && described(description)),
    );
    const shown = new vscode.SignatureHelp();
    shown.signatures = [signature];
    shown.activeSignature = 0;
    // Beyond the last parameter, none is marked.
    shown.activeParameter = help.active ?? help.parameters.length;
    return shown;
  }
}
