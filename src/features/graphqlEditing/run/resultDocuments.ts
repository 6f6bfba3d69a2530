import * as vscode from "vscode";
import type { GraphqlResult } from "../../../client/routes/graphqlClient";
import type { NextPage } from "../../../graphql/run/nextPages";
import { failedFields, resultErrors, type ResultError } from "../../../graphql/run/resultErrors";
import { documentScheme } from "../../../host/contributionIds";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import type { OperationRun } from "./operationRun";
import { Owner } from "../../../base/disposables";

/** A result that is shown: what was run, and how to go on. */
export interface ShownResult {
  readonly run: OperationRun;
  readonly text: string;
  /** Counts from 1; a page after the first was asked for by a cursor. */
  readonly page: number;
  readonly nextPages: readonly NextPage[];
  /** Response keys of the root fields for whose errors the node gave nothing at all. */
  readonly failed: readonly string[];
  readonly errors: readonly ResultError[];
}

/** The first page of what a run came to. */
export function shownResult(run: OperationRun, result: GraphqlResult, text: string): ShownResult {
  const errors = resultErrors(result.errors, run.request);
  return { run, text, page: 1, nextPages: [], failed: failedFields(result), errors };
}

/** A later run that brought no result: of which operation, where, and why; without `error` it was cancelled. */
export interface FailedRun {
  readonly title: string;
  readonly connection: string;
  readonly error?: unknown;
}

/** Matches the names of results, as the menus of package.json do. */
const resultName = / result( \d+)?\.json$/;

/** Results as JSON documents beside: one for each document that is run, unless a person has pinned it. */
export class ResultDocuments extends Owner {
  /** Source → the document its next result is shown in. */
  private readonly current = new Map<string, string>();
  private readonly results = new Map<string, ShownResult>();
  /** Result → the later run that it is not the answer to. */
  private readonly outdated = new Map<string, FailedRun>();
  private readonly changed = this.own(new vscode.EventEmitter<vscode.Uri>());
  private readonly closed = this.own(new vscode.EventEmitter<vscode.Uri>());
  readonly onDidChange = this.changed.event;
  /** Tells of the source whose result a person has closed. */
  readonly onDidClose = this.closed.event;

  constructor(private readonly documents: ReadOnlyDocuments) {
    super();
    this.own(
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) if (input instanceof vscode.TabInputText) this.forget(input.uri);
      }),
    );
  }

  /** Shows a result in the place of the source's last one, and leaves the focus where it is. */
  async show(result: ShownResult): Promise<vscode.TextEditor> {
    const source = result.run.source.uri;
    const path = this.current.get(source.toString()) ?? this.freePath(source);
    this.current.set(source.toString(), path);
    this.keep(this.documents.uriOf(path), result);
    const editor = await this.documents.showBeside(path, result.text, { keep: true, madeOf: source });
    this.changed.fire(editor.document.uri);
    return editor;
  }

  /**
   * Replaces the text of the source's result where it is, in sight or behind another tab: what updates by itself brings
   * nothing to the front. Undefined when the source has no result to go on with.
   */
  update(result: ShownResult): vscode.Uri | undefined {
    const path = this.current.get(result.run.source.uri.toString());
    if (path === undefined) return undefined;
    const uri = this.documents.put(path, result.text);
    this.keep(uri, result);
    this.changed.fire(uri);
    return uri;
  }

  /** Says of the source's result that it is the answer to an earlier run than the last one. */
  outdate(source: vscode.Uri, failed: FailedRun): void {
    const path = this.current.get(source.toString());
    const uri = path === undefined ? undefined : this.documents.uriOf(path);
    if (!uri || !this.results.has(uri.toString())) return;
    this.outdated.set(uri.toString(), failed);
    this.changed.fire(uri);
  }

  /** The last run of a result's source, when it failed and the result is that of an earlier one. */
  failedSince(result: vscode.Uri): FailedRun | undefined {
    return this.outdated.get(result.toString());
  }

  /** The result that a document shows; of the source's when that is given. */
  of(uri: vscode.Uri): ShownResult | undefined {
    const path = this.current.get(uri.toString());
    return this.results.get((path === undefined ? uri : this.documents.uriOf(path)).toString());
  }

  /** Keeps a result: the next one of its source opens in a document of its own. Returns whether it is a result. */
  pin(uri: vscode.Uri): boolean {
    for (const [source, path] of this.current) {
      if (this.documents.uriOf(path).toString() === uri.toString()) this.current.delete(source);
    }
    this.changed.fire(uri);
    return this.results.has(uri.toString());
  }

  /** Whether a document is a result that stays when its source is run again. */
  isPinned(uri: vscode.Uri): boolean {
    const key = uri.toString();
    const isCurrent = [...this.current.values()].some((path) => this.documents.uriOf(path).toString() === key);
    return this.results.has(key) && !isCurrent;
  }

  private keep(uri: vscode.Uri, result: ShownResult): void {
    this.results.set(uri.toString(), result);
    this.outdated.delete(uri.toString());
  }

  private forget(uri: vscode.Uri): void {
    const key = uri.toString();
    this.outdated.delete(key);
    const result = this.results.get(key);
    if (!result || !this.results.delete(key)) return;
    const source = result.run.source.uri;
    const path = this.current.get(source.toString());
    if (path === undefined || this.documents.uriOf(path).toString() !== key) return;
    this.current.delete(source.toString());
    this.closed.fire(source);
  }

  /** `block result.json`, numbered when another document's result has that name. */
  private freePath(source: vscode.Uri): string {
    const name = source.path.split("/").at(-1) ?? "";
    const stem = name.replace(/\.(?:gql|graphql)$/, "") || "query";
    for (let number = 1; ; number++) {
      const path = `${stem} result${number === 1 ? "" : ` ${number}`}.json`;
      if (!this.results.has(this.documents.uriOf(path).toString())) return path;
    }
  }
}

export function isResult(uri: vscode.Uri): boolean {
  return uri.scheme === documentScheme && resultName.test(uri.path);
}
