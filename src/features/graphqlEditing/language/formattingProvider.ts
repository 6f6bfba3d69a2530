import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { setStatusBarMessage } from "../../../host/messages";
import { formatDocument } from "../../../graphql/text/format";
import type { StandDown } from "../documents/standDown";

/** Formats whole documents. One that does not parse stays as it is. */
export class FormattingProvider implements vscode.DocumentFormattingEditProvider {
  constructor(private readonly standDown: StandDown) {}

  async provideDocumentFormattingEdits(
    document: vscode.TextDocument,
    { tabSize, insertSpaces }: vscode.FormattingOptions,
  ): Promise<vscode.TextEdit[]> {
    if (await this.standDown.leaves(document.uri)) return [];
    const text = document.getText();
    const formatted = await formatDocument(text, { width: tabSize, tabs: !insertSpaces });
    if ("text" in formatted) {
      if (formatted.left) void setStatusBarMessage(leftText(formatted.left), 6000);
      const all = new vscode.Range(document.positionAt(0), document.positionAt(text.length));
      return formatted.text === text ? [] : [vscode.TextEdit.replace(all, formatted.text)];
    }
    const where = formatted.brokenAt === undefined ? "" : t` in line ${formatted.brokenAt}`;
    void setStatusBarMessage(t`Not formatted: there is a syntax error${where}.`, 6000);
    return [];
  }
}

function leftText(count: number): string {
  const what = count === 1 ? t`1 definition was` : t`${count} definitions were`;
  return t`${what} not formatted: a text or a comment in there would not have stayed as it is.`;
}
