import * as vscode from "vscode";
import type { Definition } from "../../../graphql/text/document";
import { operationsAt, operationsOf } from "../../../graphql/text/operations";
import { setContextKey } from "../../../host/contextKeys";
import { onSettingChange, readSetting } from "../../../host/settings";
import { isOfferedBy } from "../language/lensProvider";
import type { QuerySources } from "../documents/querySubject";
import { isResult, type ResultDocuments } from "./resultDocuments";
import { variablesSources } from "../variables/variablesSources";
import { isVariablesFile } from "../variables/variablesUris";
import { Owner } from "../../../base/disposables";

interface ContextSources extends QuerySources {
  readonly results: ResultDocuments;
  readonly onChange: vscode.Event<void>;
}

/**
 * Tells the key that runs an operation whether there is one at the cursor: where there is none, the key is the editor's.
 * And the menus whether the result in front has a next page.
 */
export class RunContext extends Owner {
  private notified = false;
  private asked = 0;

  constructor(private readonly sources: ContextSources) {
    super();
    this.own({ dispose: () => this.notify(false) });
    const look = () => void this.look();
    this.own(
      sources.onChange(look),
      sources.results.onDidChange(look),
      onSettingChange(["graphql.enabled"], look),
      vscode.window.onDidChangeActiveTextEditor(look),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.concerns(textEditor.document) && look()),
    );
    look();
  }

  /** Gives the key back that was pressed before the editor heard that there is nothing to run: it breaks the line. */
  async handBack(): Promise<boolean> {
    const editor = vscode.window.activeTextEditor;
    if (editor && this.concerns(editor.document) && (await this.canRun(editor))) return false;
    await vscode.commands.executeCommand("editor.action.insertLineAfter");
    return true;
  }

  private async look(): Promise<void> {
    const mine = ++this.asked;
    const editor = vscode.window.activeTextEditor;
    const shown = editor && this.sources.results.of(editor.document.uri);
    setContextKey("chainscope.nextPage", shown !== undefined && shown.nextPages.length > 0);
    // Who comes back from a result finds the key as it was, however fast; in a result itself the manifest forbids it.
    if (editor && isResult(editor.document.uri)) return;
    const canRun = editor !== undefined && this.concerns(editor.document) && (await this.canRun(editor));
    if (mine === this.asked) this.notify(canRun);
  }

  private async canRun({ document, selection }: vscode.TextEditor): Promise<boolean> {
    if (readSetting("graphql.enabled", document.uri) === "off") return false;
    const { index } = this.sources;
    if (!index.holdsQueries(document)) {
      const sources = await variablesSources(document.uri);
      return sources.some((source) =>
        operationsOf(index.read(source)).some((each) => this.isOffered(source.uri, each)),
      );
    }
    const offset = document.offsetAt(selection.active);
    const meant = operationsAt(index.read(document), offset, index.othersOf(document.uri));
    return meant.some(({ definition }) => this.isOffered(document.uri, definition));
  }

  private isOffered(uri: vscode.Uri, operation: Definition): boolean {
    const { pins, schemas } = this.sources;
    const pin = pins.of(uri);
    return pin !== undefined && isOfferedBy(pin, schemas, operation);
  }

  private concerns(document: vscode.TextDocument): boolean {
    return this.sources.index.holdsQueries(document) || isVariablesFile(document.uri);
  }

  private notify(canRun: boolean): void {
    if (canRun === this.notified) return;
    this.notified = canRun;
    setContextKey("chainscope.canRun", canRun);
  }
}
