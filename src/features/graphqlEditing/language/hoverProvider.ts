import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { descriptionMarkdown } from "../../../graphql/schema/description";
import { hoverAt } from "../../../graphql/completion/hover";
import { diagnosticSource } from "./queryChecks";
import type { QuerySubjects } from "../documents/querySubject";
import { rangeOf } from "../documents/textRange";

/** What the schema, or the document itself, says about a name. Of a node's words only the layout is drawn. */
export class HoverProvider implements vscode.HoverProvider {
  constructor(private readonly subjects: QuerySubjects) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const { subject, offset } = (await this.subjects.at(document, position)) ?? {};
    const hover = subject && hoverAt(subject.document, offset!, subject);
    if (!hover) return undefined;
    const contents = [new vscode.MarkdownString().appendCodeblock(hover.signature, "graphql")];
    if (hover.deprecated && !isSaid(document, position)) contents.push(described(t`Deprecated: ${hover.deprecated}`));
    if (hover.description) contents.push(described(hover.description));
    return new vscode.Hover(contents, rangeOf(document, hover));
  }
}

/** Whether the checks say already that what is there is deprecated: the editor shows that in the same hover. */
function isSaid({ uri }: vscode.TextDocument, position: vscode.Position): boolean {
  const here = vscode.languages.getDiagnostics(uri).filter(({ range }) => range.contains(position));
  return here.some(({ source, code }) => source === diagnosticSource && code === "deprecated");
}

/** A node's description with its layout, and nothing else of its markup. */
export function described(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString(descriptionMarkdown(text));
}
