import type * as vscode from "vscode";
import { failureLine } from "../../../client/failureWords";
import { StatusBarItem } from "../../../host/statusItems";
import { icon, joined, words } from "../../../host/words";
import type { Live } from "./liveQueries";

/** Says in the status bar what is kept running; pressing it stops. */
export class LiveStatus implements vscode.Disposable {
  private readonly item = new StatusBarItem("chainscope.live", 90, "Chainscope Live Query", "chainscope.stopLive");

  draw(all: readonly Live[]): void {
    if (all.length === 0) return this.item.hide();
    const failing = all.some(({ query }) => query.problem);
    const text = all.length === 1 ? liveText(all[0]!) : `${all.length} live queries`;
    const lines = all.map((live) => {
      const { problem } = live.query;
      return `${live.title} on ${live.connection}: ${problem ? failureLine(problem) : "running again on each block"}`;
    });
    this.item.show({
      text: words`${icon(failing ? "warning" : "pulse")} ${text}`,
      tooltip: joined([...lines, "Press to stop."], "\n"),
      colour: failing ? "warning" : undefined,
    });
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
