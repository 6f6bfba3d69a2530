import * as vscode from "vscode";
import type { ResultChanges } from "../model/resultChanges";
import { Owner } from "../../../base/disposables";

/** A bar besides the colour: it is all there is to see in a high-contrast theme. */
const bar: vscode.DecorationRenderOptions = {
  isWholeLine: true,
  borderStyle: "solid",
  borderWidth: "0 0 0 3px",
  borderColor: new vscode.ThemeColor("editorGutter.addedBackground"),
  overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.addedForeground"),
  overviewRulerLane: vscode.OverviewRulerLane.Full,
};
const line = { ...bar, backgroundColor: new vscode.ThemeColor("diffEditor.insertedLineBackground") };
const part: vscode.DecorationRenderOptions = {
  backgroundColor: new vscode.ThemeColor("diffEditor.insertedTextBackground"),
  borderStyle: "solid",
  borderWidth: "0 0 2px 0",
  borderColor: new vscode.ThemeColor("editorGutter.addedBackground"),
};

/** Marks what of a document is new, once its editors show the text that it belongs to. */
export class ChangeMarks extends Owner {
  private readonly lines = this.own(vscode.window.createTextEditorDecorationType(line));
  private readonly parts = this.own(vscode.window.createTextEditorDecorationType(part));
  private readonly linesOfParts = this.own(vscode.window.createTextEditorDecorationType(bar));
  private readonly marks = new Map<string, { text: string; changes: ResultChanges }>();

  constructor() {
    super();
    this.own(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.draw(document.uri)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.drawAll()),
    );
  }

  mark(uri: vscode.Uri, text: string, changes: ResultChanges): void {
    this.marks.set(uri.toString(), { text, changes });
    this.draw(uri);
  }

  clear(uri: vscode.Uri): void {
    if (!this.marks.delete(uri.toString())) return;
    for (const editor of editorsOf(uri)) this.drawIn(editor, nothing);
  }

  private drawAll(): void {
    for (const key of this.marks.keys()) this.draw(vscode.Uri.parse(key));
  }

  private draw(uri: vscode.Uri): void {
    const mark = this.marks.get(uri.toString());
    if (!mark) return;
    for (const editor of editorsOf(uri)) {
      this.drawIn(editor, editor.document.getText() === mark.text ? mark.changes : nothing);
    }
  }

  private drawIn(editor: vscode.TextEditor, { lines, parts }: ResultChanges): void {
    const { document } = editor;
    const ranges = parts.map(
      ({ start, end }) => new vscode.Range(document.positionAt(start), document.positionAt(end)),
    );
    editor.setDecorations(
      this.lines,
      lines.map((each) => document.lineAt(each).range),
    );
    editor.setDecorations(this.parts, ranges);
    editor.setDecorations(this.linesOfParts, ranges);
  }
}

const nothing: ResultChanges = { lines: [], parts: [] };

function editorsOf(uri: vscode.Uri): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri.toString());
}
