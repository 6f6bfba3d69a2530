import * as vscode from "vscode";
import { hoverAt } from "../../../graphql/hover";
import { visibleText } from "../../../wire/visibleText";
import type { QuerySubjects } from "../documents/querySubject";
import { rangeOf } from "../documents/textPlace";

/** What the schema, or the document itself, says about a name. The node's words are shown as text, never as markup. */
export class HoverProvider implements vscode.HoverProvider {
  constructor(private readonly subjects: QuerySubjects) {}

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | undefined> {
    const subject = await this.subjects.soon(document);
    const hover = subject && hoverAt(subject.document, document.offsetAt(position), subject);
    if (!hover) return undefined;
    const contents = [new vscode.MarkdownString().appendCodeblock(hover.signature, "graphql")];
    if (hover.deprecated) contents.push(plain(`Deprecated: ${hover.deprecated}`));
    if (hover.description) contents.push(plain(hover.description));
    return new vscode.Hover(contents, rangeOf(document, hover));
  }
}

/** A description, line by line, with its markup inert and its control characters visible. */
export function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(
    text
      .split(/\r\n|\n|\r/)
      .map(visibleText)
      .join("\n"),
  );
}
