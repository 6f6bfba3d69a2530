import * as vscode from "vscode";

const look: vscode.DecorationRenderOptions = {
  isWholeLine: true,
  backgroundColor: new vscode.ThemeColor("diffEditor.insertedLineBackground"),
  // A bar besides the colour: it is all there is to see in a high-contrast theme.
  borderStyle: "solid",
  borderWidth: "0 0 0 3px",
  borderColor: new vscode.ThemeColor("editorGutter.addedBackground"),
  overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.addedForeground"),
  overviewRulerLane: vscode.OverviewRulerLane.Full,
};

/** Marks the lines of a document that are new, once its editors show the text that they belong to. */
export class ChangeMarks implements vscode.Disposable {
  private readonly decoration = vscode.window.createTextEditorDecorationType(look);
  private readonly marks = new Map<string, { text: string; lines: readonly number[] }>();
  private readonly owned = [
    this.decoration,
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.draw(document.uri)),
    vscode.window.onDidChangeVisibleTextEditors(() => this.drawAll()),
  ];

  mark(uri: vscode.Uri, text: string, lines: readonly number[]): void {
    this.marks.set(uri.toString(), { text, lines });
    this.draw(uri);
  }

  clear(uri: vscode.Uri): void {
    if (!this.marks.delete(uri.toString())) return;
    for (const editor of editorsOf(uri)) editor.setDecorations(this.decoration, []);
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }

  private drawAll(): void {
    for (const key of this.marks.keys()) this.draw(vscode.Uri.parse(key));
  }

  private draw(uri: vscode.Uri): void {
    const mark = this.marks.get(uri.toString());
    if (!mark) return;
    for (const editor of editorsOf(uri)) {
      const isThere = editor.document.getText() === mark.text;
      const lines = isThere ? mark.lines : [];
      editor.setDecorations(
        this.decoration,
        lines.map((line) => editor.document.lineAt(line).range),
      );
    }
  }
}

function editorsOf(uri: vscode.Uri): readonly vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === uri.toString());
}
