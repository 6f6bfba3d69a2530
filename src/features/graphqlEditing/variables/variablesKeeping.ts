import * as vscode from "vscode";
import { Debouncer } from "../../../base/debouncer";
import { variablesScheme } from "./variablesFileSystem";

/** Where saving changes the text, it waits for a pause: no one's words are moved under the cursor. */
const pauseMs = { plain: 20, formatted: 1000 };

/** Keeps remembered variables as they are typed: no one made a file of them, so no one is asked to save one. */
export function keepVariables(): vscode.Disposable {
  const [soon, later] = [new Debouncer(pauseMs.plain), new Debouncer(pauseMs.formatted)];
  const keep = (document: vscode.TextDocument) => {
    if (document.isDirty && !document.isClosed) void document.save();
  };
  const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.scheme !== variablesScheme) return;
    const debouncer = isChangedBySaving(document) ? later : soon;
    debouncer.run(document.uri.toString(), () => keep(document));
  });
  return vscode.Disposable.from(soon, later, listening);
}

function isChangedBySaving(document: vscode.TextDocument): boolean {
  const [editor, files] = ["editor", "files"].map((section) => vscode.workspace.getConfiguration(section, document));
  return editor?.get("formatOnSave") === true || files?.get("trimTrailingWhitespace") === true;
}
