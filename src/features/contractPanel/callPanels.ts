import * as vscode from "vscode";
import type { OpenCall } from "../../bridge/contractPage";
import type { Connection } from "../../client/connection";
import { createPageTab } from "../../host/views";
import type { CallContext } from "./callContext";
import type { CallFiles } from "./callFiles/callFiles";
import { CallPanel, type PanelIdentity } from "./callPanel";

/** What a webview panel of ours is called by the editor. */
const panelType = "chainscope.contractPanel";

/** The contract panels of the window, each pinned to a connection; they come back after the window was reloaded. */
export class CallPanels implements vscode.Disposable {
  private readonly panels = new Set<CallPanel>();
  private readonly serializer: vscode.Disposable;

  constructor(
    private readonly context: CallContext,
    private readonly files: CallFiles,
  ) {
    this.serializer = vscode.window.registerWebviewPanelSerializer(panelType, {
      deserializeWebviewPanel: async (panel, saved) => void this.adopt(panel, identityIn(saved)),
    });
  }

  /**
   * Shows a contract of a connection: in the panel that shows it already, else in a new one. Resolves when the page is
   * ready to be used.
   */
  async open(connection: Connection, call?: OpenCall): Promise<void> {
    const shown = [...this.panels].find(
      ({ identity, selection }) =>
        identity.connection === connection.id && (!call || selection.contractId === call.contractId),
    );
    const panel = shown ?? this.create(connection);
    if (shown) shown.panel.reveal(undefined, false);
    if (call) panel.open(call);
    await panel.ready;
  }

  dispose(): void {
    this.serializer.dispose();
    for (const panel of this.panels) panel.dispose();
  }

  private create(connection: Connection): CallPanel {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    return this.adopt(createPageTab(panelType, "Contracts"), { id, connection: connection.id });
  }

  private adopt(panel: vscode.WebviewPanel, identity: PanelIdentity): CallPanel {
    // A tab's icon is drawn as it is, unlike a view's, which takes the theme's colour.
    const icon = (name: string) => vscode.Uri.joinPath(this.context.assets, "media", name);
    panel.iconPath = { light: icon("tab-light.svg"), dark: icon("tab-dark.svg") };
    const made = new CallPanel(panel, identity, this.context, this.files);
    this.panels.add(made);
    panel.onDidDispose(() => {
      this.panels.delete(made);
      made.dispose();
    });
    return made;
  }
}

/** What a page saved of its panel; the page's state is checked, as it was written by an earlier version perhaps. */
function identityIn(saved: unknown): PanelIdentity {
  const { panel, connection } = (saved ?? {}) as { panel?: unknown; connection?: unknown };
  return {
    id: typeof panel === "string" && panel ? panel : Date.now().toString(36),
    connection: typeof connection === "string" ? connection : "",
  };
}
