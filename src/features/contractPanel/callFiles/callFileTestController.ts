import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { setContextKey } from "../../../host/contextKeys";
import { FileTests } from "../../../host/testItems";
import type { CallContext } from "../callContext";
import { runCallFileTests } from "./callFileTestRun";
import type { CallFiles } from "./callFiles";

/** The workspace's call files in the Test Explorer: each is a test that calls and compares the output exactly. */
export function registerCallFileTests(context: CallContext, files: CallFiles): vscode.Disposable {
  const tests = new FileTests({
    ...{ id: "chainscope.callFiles", label: t`Contract Calls`, profile: t`Call and Compare`, ending: /\.call\.json$/ },
    refresh: () => files.search(),
    run: (controller, request, token) => runCallFileTests(context, files, controller, request, token),
  });
  const changed = files.onChange(() => {
    const uris = files.listed.map(({ uri }) => vscode.Uri.parse(uri));
    setContextKey("chainscope.callFiles", uris.length > 0);
    tests.show(uris);
  });
  files.look();
  return vscode.Disposable.from(changed, tests);
}
