import * as vscode from "vscode";

/** A range of a text: offsets in UTF-16 code units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export function rangeOf(document: vscode.TextDocument, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

/** Ranges of a text that need not be open in an editor; lines end as VS Code ends them. */
export function rangeInText(text: string, { start, end }: TextRange): vscode.Range {
  return new vscode.Range(positionInText(text, start), positionInText(text, end));
}

function positionInText(text: string, offset: number): vscode.Position {
  const breaks = /\r\n|\n|\r/g;
  let line = 0;
  let lineStart = 0;
  for (let found = breaks.exec(text); found && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line += 1;
    lineStart = breaks.lastIndex;
  }
  return new vscode.Position(line, offset - lineStart);
}
