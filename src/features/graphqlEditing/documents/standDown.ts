import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { onSettingChange, readSetting, settingsSection } from "../../../host/settings";
import { showInformationMessage } from "../../../host/messages";
import { anyGovernor, configPattern, governorOf } from "../model/governingExtension";
import { Owner } from "../../../base/disposables";

const memoryKey = "graphql.stoodDown";
const useAnyway = t`Use Chainscope`;

/**
 * Leaves GraphQL editing to another extension where that one is installed and configured, and says so once. Running
 * operations by command works all the same. The setting `graphql.enabled` decides otherwise: `on` or `off`.
 */
export class StandDown extends Owner {
  private readonly changed = this.own(new vscode.EventEmitter<void>());
  private configs: Promise<readonly string[]> | undefined;
  readonly onDidChange = this.changed.event;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly failed: (error: unknown) => void,
  ) {
    super();
    const look = () => {
      this.configs = undefined;
      this.changed.fire();
    };
    const watcher = vscode.workspace.createFileSystemWatcher(configPattern, false, true, false);
    this.own(
      watcher,
      watcher.onDidCreate(look),
      watcher.onDidDelete(look),
      vscode.extensions.onDidChange(look),
      onSettingChange(["graphql.enabled"], look),
    );
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
