import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import type { Connections } from "../../client/connections";
import { healthOf } from "../../client/connectionStatus";
import { Owner } from "../../base/disposables";
import { StatusBarItem } from "../../host/statusItems";
import { icon, joined, words } from "../../host/words";
import { statusText } from "./model/statusText";

/** Icons of the five states a connection can be in; each stands beside a word that says the same. */
const stateIcons = {
  idle: "debug-disconnect",
  connecting: "sync~spin",
  up: "vm-active",
  degraded: "warning",
  failed: "error",
} as const;

const tickMs = 1000;

/** The active connection in the status bar. It follows the node's events; its clock only counts the seconds. */
export class ConnectionStatusItem extends Owner {
  private readonly item = this.own(
    new StatusBarItem("chainscope.connection", 50, t`Chainscope Connection`, "chainscope.switchConnection"),
  );
  private following: { connection: Connection; listening: { dispose(): void } } | undefined;
  private ticking: NodeJS.Timeout | undefined;

  constructor(private readonly connections: Connections) {
    super();
    this.own(connections.onChange(() => this.draw()));
    this.own(vscode.window.onDidChangeWindowState(() => this.draw()));
    this.own({ dispose: () => this.following?.listening.dispose() });
    this.own({ dispose: () => clearInterval(this.ticking) });
    this.draw();
  }

  private draw(): void {
    const { active } = this.connections;
    this.follow(active);
    this.tick(
      active?.status.state === "up"
        ? active.chain.tip?.arrivedAt !== undefined
        : active?.status.state === "failed" && active.status.retryAt !== undefined,
    );
    if (!active) return this.drawNone();
    const { text, tooltip, colour } = statusText({
      config: active.config,
      status: active.status,
      tip: active.chain.tip,
      now: Date.now(),
    });
    this.item.show({
      text: words`${icon(stateIcons[healthOf(active.status)])} ${text}`,
      tooltip: joined(tooltip, "\n"),
      colour,
    });
  }

  /** When the active connection is gone, none for production takes its place by itself. */
  private drawNone(): void {
    if (this.connections.all.length === 0) return this.item.hide();
    this.item.show({
      text: words`${icon(stateIcons.idle)} choose a connection`,
      tooltip: t`Chainscope: none is active. Click to choose the one that new documents, panels and tails use.`,
      colour: undefined,
    });
  }

  private follow(active: Connection | undefined): void {
    if (active === this.following?.connection) return;
    this.following?.listening.dispose();
    this.following = active && { connection: active, listening: active.chain.onNews(() => this.draw()) };
  }

  /** No one sees the seconds of a window that is in the background. */
  private tick(wanted: boolean): void {
    if (wanted && vscode.window.state.focused) this.ticking ??= setInterval(() => this.draw(), tickMs);
    else {
      clearInterval(this.ticking);
      this.ticking = undefined;
    }
  }
}
