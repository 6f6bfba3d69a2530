import * as vscode from "vscode";
import { Debouncer } from "../../base/debouncer";
import { Disposables } from "../../base/disposables";
import { onSettingChange } from "../../host/settings";
import type { ConnectionStore } from "./connectionStore";
import { proxySettingKeys } from "./nodeProxy";

/**
 * The settings file may be read while another program rewrites it, and is empty then: connections are removed only if
 * they are still missing after this time, so that none is closed and opened again for it.
 */
const settleMs = 500;

/** Has the store take over whatever changes in the settings; that a connection is gone is believed when it stays so. */
export function followSettings(store: Pick<ConnectionStore, "load" | "loadButKeepAll">): vscode.Disposable {
  const owned = new Disposables();
  const debouncer = owned.add(new Debouncer(settleMs));
  const changed = () => {
    if (store.loadButKeepAll()) debouncer.run("gone", () => store.load());
    else debouncer.cancel("gone");
  };
  owned.add(onSettingChange(["connections", "requestTimeoutSeconds"], changed));
  owned.add(
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (proxySettingKeys.some((key) => event.affectsConfiguration(key))) changed();
    }),
  );
  owned.add(vscode.workspace.onDidChangeWorkspaceFolders(changed));
  return owned;
}
