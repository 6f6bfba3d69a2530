import * as vscode from "vscode";
import { signalOf } from "./cancellation";
import { shownText, type Said } from "./words";

/** A row of the Test Explorer. */
function testItem(controller: vscode.TestController, uri: vscode.Uri, label: Said): vscode.TestItem {
  return controller.createTestItem(uri.toString(), shownText(label), uri);
}

/** Why a test failed; with two texts, the editor shows how they differ. */
export function testMessage(said: Said, compared?: { expected: string; actual: string }): vscode.TestMessage {
  const text = shownText(said);
  return compared ? vscode.TestMessage.diff(text, compared.expected, compared.actual) : new vscode.TestMessage(text);
}

/** Files that are tests of one kind, and how those are run. */
export interface FileTestKind {
  id: string;
  label: Said;
  profile: Said;
  /** Of the end of a file's name, which its test does without. */
  ending: RegExp;
  refresh(): unknown;
  run(
    controller: vscode.TestController,
    request: vscode.TestRunRequest,
    token: vscode.CancellationToken,
  ): Promise<void>;
}

/**
 * Files in the Test Explorer, folder by folder. Where there are none there is no controller either, since each brings VS
 * Code's Testing view.
 */
export class FileTests implements vscode.Disposable {
  private controller: vscode.TestController | undefined;

  constructor(private readonly kind: FileTestKind) {}

  show(uris: readonly vscode.Uri[]): void {
    if (uris.length === 0) return this.dispose();
    this.controller ??= this.create();
    this.controller.items.replace(testTree(this.controller, uris, this.kind.ending));
  }

  dispose(): void {
    this.controller?.dispose();
    this.controller = undefined;
  }

  private create(): vscode.TestController {
    const { kind } = this;
    const controller = vscode.tests.createTestController(kind.id, shownText(kind.label));
    controller.refreshHandler = async () => void (await kind.refresh());
    const { Run } = vscode.TestRunProfileKind;
    controller.createRunProfile(
      shownText(kind.profile),
      Run,
      (request, token) => kind.run(controller, request, token),
      true,
    );
    return controller;
  }
}

/** Runs the tests of a request one after the other: a node is shared, and a failure is easier to read in order. */
export async function runInTurn(
  controller: vscode.TestController,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  runTest: (run: vscode.TestRun, item: vscode.TestItem, uri: vscode.Uri, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const run = controller.createTestRun(request);
  const wanted = request.include ?? [...controller.items].map(([, item]) => item);
  const items = [...new Set(wanted.flatMap((item) => testsIn(item, request.exclude ?? [])))];
  for (const item of items) run.enqueued(item);
  for (const item of items) {
    if (token.isCancellationRequested) run.skipped(item);
    else if (item.uri) await runTest(run, item, item.uri, signalOf(token));
  }
  run.end();
}

/** A test itself, or the tests of a folder. */
function testsIn(item: vscode.TestItem, excluded: readonly vscode.TestItem[]): vscode.TestItem[] {
  if (excluded.includes(item)) return [];
  if (item.children.size === 0) return [item];
  return [...item.children].flatMap(([, child]) => testsIn(child, excluded));
}

/** The tests below the folders that they are in; with several workspace folders, below those first. */
function testTree(controller: vscode.TestController, uris: readonly vscode.Uri[], ending: RegExp): vscode.TestItem[] {
  const roots: vscode.TestItem[] = [];
  const folders = new Map<string, vscode.TestItem>();
  const put = (item: vscode.TestItem, above: vscode.TestItem | undefined) =>
    above ? above.children.add(item) : void roots.push(item);
  for (const uri of uris) {
    const names = vscode.workspace.asRelativePath(uri).split("/");
    const file = names.pop() ?? "";
    let above: vscode.TestItem | undefined;
    for (const [at, name] of names.entries()) {
      const folder = vscode.Uri.joinPath(uri, "../".repeat(names.length - at));
      let item = folders.get(folder.toString());
      if (!item) {
        item = testItem(controller, folder, name);
        folders.set(folder.toString(), item);
        put(item, above);
      }
      above = item;
    }
    const test = testItem(controller, uri, file.replace(ending, ""));
    test.range = new vscode.Range(0, 0, 0, 0);
    put(test, above);
  }
  return roots;
}
