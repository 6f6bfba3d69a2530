import * as vscode from "vscode";
import { t } from "../../../base/translate";
import type { Diagnostic } from "../../../graphql/checks/diagnostic";
import type { QuickFix } from "../../../graphql/checks/quickFixes";
import { mayBeStale, quickFixesFor, quickFixText } from "../../../graphql/checks/quickFixes";
import type { QueryChecks } from "./queryChecks";
import { diagnosticSource } from "./queryChecks";
import { partsOf, type QuerySubjects } from "../documents/querySubject";
import { rangeOf } from "../documents/textRange";

/** Ways to put right what the checks found; for a name that the node does not offer, also to ask the node again. */
export class QuickFixProvider implements vscode.CodeActionProvider {
  static readonly kinds: vscode.CodeActionProviderMetadata = {
    providedCodeActionKinds: [vscode.CodeActionKind.QuickFix],
  };

  constructor(
    private readonly subjects: QuerySubjects,
    private readonly checks: QueryChecks,
  ) {}

  async provideCodeActions(
    document: vscode.TextDocument,
    range: vscode.Range,
    { diagnostics }: vscode.CodeActionContext,
  ): Promise<vscode.CodeAction[]> {
    const ours = diagnostics.filter(({ source }) => source === diagnosticSource);
    const subject = ours.length > 0 ? await this.subjects.now(document) : undefined;
    if (!subject) return [];
    const diagnosticFor = (problem: Diagnostic) =>
      ours.find((each) => each.code === problem.code && each.range.isEqual(rangeOf(document, problem)));
    const found = partsOf(subject).flatMap((part) =>
      this.checks.diagnostics(part).flatMap((problem) => {
        const diagnostic = range.intersection(rangeOf(document, problem)) && diagnosticFor(problem);
        return diagnostic ? [{ problem, diagnostic, read: part.document }] : [];
      }),
    );
    const actions = found.flatMap(({ problem, diagnostic, read }) => {
      const fixes = quickFixesFor(problem, read);
      return [
        ...fixes.map((fix) => edit(document, fix, diagnostic, fixes.length === 1)),
        ...offeringNodes(document, problem, diagnostic),
      ];
    });
    const stale = found.filter(({ problem }) => mayBeStale(problem)).map(({ diagnostic }) => diagnostic);
    return stale.length > 0 && subject.connection ? [...actions, reload(document, stale)] : actions;
  }
}

function edit(document: vscode.TextDocument, fix: QuickFix, diagnostic: vscode.Diagnostic, isPreferred: boolean) {
  const action = new vscode.CodeAction(quickFixText(fix), vscode.CodeActionKind.QuickFix);
  action.edit = new vscode.WorkspaceEdit();
  for (const { text, ...range } of fix.edits) action.edit.replace(document.uri, rangeOf(document, range), text);
  action.diagnostics = [diagnostic];
  action.isPreferred = isPreferred;
  return action;
}

/** Other known nodes offer what this one lacks: the document can work with one of them. */
function offeringNodes(document: vscode.TextDocument, problem: Diagnostic, diagnostic: vscode.Diagnostic) {
  const names = "offeredBy" in problem ? problem.offeredBy : [];
  return names.map((name) => {
    const title = t`Use connection "${name}" for this document`;
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    action.command = { command: "chainscope.pinDocument", title, arguments: [document.uri, name] };
    action.diagnostics = [diagnostic];
    return action;
  });
}

function reload(document: vscode.TextDocument, diagnostics: vscode.Diagnostic[]): vscode.CodeAction {
  const action = new vscode.CodeAction(t`Reload schema`, vscode.CodeActionKind.QuickFix);
  action.command = { command: "chainscope.reloadSchema", title: t`Reload schema`, arguments: [document.uri] };
  action.diagnostics = diagnostics;
  return action;
}
