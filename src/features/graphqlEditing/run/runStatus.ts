import { t } from "../../../base/translate";
import { counted } from "../../../base/words";
import * as vscode from "vscode";
import { failureLine } from "../../../client/failures/failureWords";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import { languageIds } from "../../../host/contributionIds";
import { StatusBarItem } from "../../../host/statusItems";
import { icon, words, type Words } from "../../../host/words";
import type { OperationRun } from "./operationRun";
import { operationTitle } from "./chooseOperation";
import { isResult } from "./resultDocuments";
import { Owner } from "../../../base/disposables";

/** How the last run went, in the status bar while a query or a result is in front. */
export class RunStatus extends Owner {
  private readonly item = this.own(
    new StatusBarItem("chainscope.run", 91, t`Chainscope Query Result`, undefined, "file"),
  );
  private said = false;
  private source = "";

  constructor() {
    super();
    this.own(vscode.window.onDidChangeActiveTextEditor(() => this.draw()));
  }

  started(run: OperationRun): void {
    this.source = run.source.uri.toString();
    this.show(
      words`$(sync~spin) ${operationTitle(run.found)} on ${run.connection.name}…`,
      t`Waiting for the node's answer.`,
    );
  }

  ended(run: OperationRun, { durationMs, size, status, route, errors }: GraphqlResult): void {
    const failed = errors.length === 0 ? "" : ` · ${counted(errors.length, "error")}`;
    const outcome = errors.length === 0 ? icon("check") : icon("error");
    const took = durationMs < 10 ? durationMs.toFixed(1) : Math.round(durationMs).toString();
    const title = operationTitle(run.found);
    this.show(
      words`${outcome} ${title} · ${took} ms · ${sizeText(size)}${failed}`,
      t`${title} on ${run.connection.name}: ${route}, status ${status}, ${size} bytes`,
    );
  }

  failed(run: OperationRun, error: unknown): void {
    const title = operationTitle(run.found);
    this.show(words`$(error) ${title} · failed`, t`${title} on ${run.connection.name}: ${failureLine(error)}`);
  }

  cancelled(run: OperationRun): void {
    const title = operationTitle(run.found);
    this.show(words`$(circle-slash) ${title} · cancelled`, t`${title} on ${run.connection.name} was cancelled.`);
  }

  private show(text: Words, tooltip: string): void {
    this.said = true;
    this.item.show({ text, tooltip });
  }

  private draw(): void {
    const document = vscode.window.activeTextEditor?.document;
    const isSource = document?.uri.toString() === this.source;
    const concerns = document && (isSource || document.languageId === languageIds.graphql || isResult(document.uri));
    if (this.said && concerns) this.item.reveal();
    else this.item.hide();
  }
}

/** A number of bytes for people. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
