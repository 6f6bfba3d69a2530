import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { setContextKey } from "../../../host/contextKeys";
import { testItem } from "../../../host/testItems";
import type { CallContext } from "../callContext";
import { runCallFileTests } from "./callFileTestRun";
import type { CallFiles } from "./callFiles";
import { callFileEnding } from "./saveCallFile";

/**
 * The workspace's call files in the Test Explorer, folder by folder: each is a test that calls and compares the output
 * exactly. Where there are no call files there is no controller either, since each brings VS Code's Testing view.
 */
export function registerCallFileTests(context: CallContext, files: CallFiles): vscode.Disposable {
  let controller: vscode.TestController | undefined;
  const show = () => {
    const uris = files.listed.map(({ uri }) => vscode.Uri.parse(uri));
    setContextKey("chainscope.callFiles", uris.length > 0);
    if (uris.length === 0) {
      controller?.dispose();
      controller = undefined;
      return;
    }
    controller ??= newController(context, files);
    controller.items.replace(testTree(controller, uris));
  };
  const changed = files.onChange(show);
  files.look();
  return vscode.Disposable.from(changed, { dispose: () => controller?.dispose() });
}

function newController(context: CallContext, files: CallFiles): vscode.TestController {
  const controller = vscode.tests.createTestController("chainscope.callFiles", t`Contract Calls`);
  controller.refreshHandler = async () => void (await files.search());
  const run = (request: vscode.TestRunRequest, token: vscode.CancellationToken) =>
    runCallFileTests(context, files, controller, request, token);
  controller.createRunProfile(t`Call and Compare`, vscode.TestRunProfileKind.Run, run, true);
  return controller;
}

/** The tests below the folders that they are in; with several workspace folders, below those first. */
function testTree(controller: vscode.TestController, uris: readonly vscode.Uri[]): vscode.TestItem[] {
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
    const test = testItem(controller, uri, file.slice(0, -callFileEnding.length));
    test.range = new vscode.Range(0, 0, 0, 0);
    put(test, above);
  }
  return roots;
}
