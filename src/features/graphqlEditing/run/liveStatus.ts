import * as vscode from "vscode";
import { sentenceOf } from "../../../host/reportError";
import { visibleText } from "../../../wire/visibleText";
import type { Live } from "./liveQueries";

/** Says in the status bar what is kept running; pressing it stops. */
export class LiveStatus implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("chainscope.live", vscode.StatusBarAlignment.Left, 90);

  constructor() {
    this.item.name = "Chainscope Live Query";
    this.item.command = "chainscope.stopLive";
  }

  draw(all: readonly Live[]): void {
    if (all.length === 0) return this.item.hide();
    const failing = all.some(({ query }) => query.problem);
    this.item.text = `${failing ? "$(warning)" : "$(pulse)"} ${all.length === 1 ? liveText(all[0]!) : `${all.length} live queries`}`;
    const lines = all.map((live) => {
      const { problem } = live.query;
      return `${live.title} on ${live.connection}: ${problem ? visibleText(sentenceOf(problem)) : "running again on each block"}`;
    });
    this.item.tooltip = `${lines.join("\n")}\nPress to stop.`;
    this.item.backgroundColor = failing ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.show();
  }

  dispose(): void {
    this.item.dispose();
  }
}

function liveText({ title, query }: Live): string {
  if (query.problem) return `${title}: live, failing`;
  const updates = `${query.updates} ${query.updates === 1 ? "update" : "updates"}`;
  return `${title}: live${query.height === undefined ? "" : ` · block ${query.height}`} · ${updates}`;
}
