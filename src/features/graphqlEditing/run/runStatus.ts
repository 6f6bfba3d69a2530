import * as vscode from "vscode";
import type { GraphqlResult } from "../../../client/graphqlClient";
import { languageIds } from "../../../host/contributionIds";
import type { OperationRun } from "./operationRun";
import { operationTitle } from "./chooseOperation";
import { isResult } from "./resultDocuments";

/** How the last run went, in the status bar while a query or a result is in front. */
export class RunStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("chainscope.run", vscode.StatusBarAlignment.Left, 91);
  private readonly listening = vscode.window.onDidChangeActiveTextEditor(() => this.draw());
  private said = false;

  constructor() {
    this.item.name = "Chainscope Query Result";
  }

  started(run: OperationRun): void {
    this.say(`$(sync~spin) ${operationTitle(run.found)} on ${run.connection.name}…`, "Waiting for the node's answer.");
  }

  ended(run: OperationRun, { durationMs, size, status, route, errors }: GraphqlResult): void {
    const failed = errors.length === 0 ? "" : ` · ${errors.length} ${errors.length === 1 ? "error" : "errors"}`;
    const icon = errors.length === 0 ? "$(check)" : "$(error)";
    const took = durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs).toString();
    const title = operationTitle(run.found);
    this.say(
      `${icon} ${title} · ${took} ms · ${sizeText(size)}${failed}`,
      `${title} on ${run.connection.name}: ${route}, status ${status}, ${size} bytes`,
    );
  }

  failed(): void {
    this.said = false;
    this.item.hide();
  }

  dispose(): void {
    this.listening.dispose();
    this.item.dispose();
  }

  private say(text: string, tooltip: string): void {
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.said = true;
    this.item.show();
  }

  private draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    const concerns = document && (document.languageId === languageIds.graphql || isResult(document.uri));
    if (this.said && concerns) this.item.show();
    else this.item.hide();
  }
}

/** A number of bytes for people. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
