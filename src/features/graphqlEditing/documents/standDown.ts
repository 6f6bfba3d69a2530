import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { onSettingChange, readSetting, settingsSection } from "../../../host/settings";
import { showInformationMessage } from "../../../host/messages";
import { anyGovernor, configPattern, governorOf } from "../model/governingExtension";

const memoryKey = "graphql.stoodDown";
const useAnyway = t`Use Chainscope`;

/**
 * Leaves GraphQL editing to another extension where that one is installed and configured, and says so once. Running
 * operations by command works all the same. The setting `graphql.enabled` decides otherwise: `on` or `off`.
 */
export class StandDown implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly owned: vscode.Disposable[];
  private configs: Promise<readonly string[]> | undefined;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly failed: (error: unknown) => void,
  ) {
    const look = () => {
      this.configs = undefined;
      this.changed.fire();
    };
    const watcher = vscode.workspace.createFileSystemWatcher(configPattern, false, true, false);
    this.owned = [
      this.changed,
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidDelete(look),
      vscode.extensions.onDidChange(look),
      onSettingChange(["graphql.enabled"], look),
    ];
  }

  /** Whether a document is left alone. */
  async leaves(uri: vscode.Uri): Promise<boolean> {
    const enabled = readSetting("graphql.enabled", uri);
    if (enabled !== "auto") return enabled === "off";
    if (!anyGovernor(isInstalled)) return false;
    this.configs ??= findConfigs().catch((error: unknown) => (this.failed(error), []));
    const governor = governorOf(uri.path, await this.configs, isInstalled);
    if (governor) this.notifyOnce(governor).catch(this.failed);
    return governor !== undefined;
  }

  dispose(): void {
    for (const each of this.owned) each.dispose();
  }

  private async notifyOnce(governor: string): Promise<void> {
    if (this.memory.get(memoryKey)) return;
    await this.memory.update(memoryKey, true);
    const name = (vscode.extensions.getExtension(governor)?.packageJSON as { displayName?: string } | undefined)
      ?.displayName;
    const choice = await showInformationMessage(
      t`${name ?? governor} is configured for this workspace, so Chainscope leaves completion and checks of GraphQL to it. Running operations works all the same.`,
      useAnyway,
    );
    if (choice !== useAnyway) return;
    const settings = vscode.workspace.getConfiguration(settingsSection);
    await settings.update("graphql.enabled", "on", vscode.ConfigurationTarget.Workspace);
  }
}

async function findConfigs(): Promise<readonly string[]> {
  const found = await vscode.workspace.findFiles(configPattern, "**/node_modules/**", 200);
  return found.map(({ path }) => path);
}

function isInstalled(id: string): boolean {
  return vscode.extensions.getExtension(id) !== undefined;
}
