import * as vscode from "vscode";
import { Delayed } from "../../../host/delayed";
import { variablesScheme } from "./variablesFileSystem";

const pauseMs = 200;

/** Keeps remembered variables as they are typed: nobody made a file of them, so nobody is asked to save one. */
export function keepVariables(): vscode.Disposable {
  const delayed = new Delayed(pauseMs);
  const keep = (document: vscode.TextDocument) => {
    if (document.isDirty && !document.isClosed) void document.save();
  };
  const listening = vscode.workspace.onDidChangeTextDocument(({ document }) => {
    if (document.uri.scheme === variablesScheme) delayed.run(document.uri.toString(), () => keep(document));
  });
  return vscode.Disposable.from(delayed, listening);
}
