import { counted } from "../../../base/words";
import type * as vscode from "vscode";
import { failureLine } from "../../../client/failures/failureWords";
import { StatusBarItem } from "../../../host/statusItems";
import { icon, joined, words } from "../../../host/words";
import type { Live } from "./liveQueries";

/** Says in the status bar what is kept running; pressing it stops. */
export class LiveStatus implements vscode.Disposable {
  private readonly item = new StatusBarItem(
    "chainscope.live",
    90,
    "Chainscope Live Query",
    "chainscope.stopLive",
    "file",
  );

  draw(all: readonly Live[]): void {
    if (all.length === 0) return this.item.hide();
    const failing = all.some(({ query, errors }) => query.problem ?? errors > 0);
    const text = all.length === 1 ? liveText(all[0]!) : `${all.length} live queries`;
    const lines = all.map((live) => {
      const { problem } = live.query;
      const state = live.errors > 0 ? `its result has ${errorCount(live.errors)}` : "running again on each block";
      return `${live.title} on ${live.connection}: ${problem ? failureLine(problem) : state}`;
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

function liveText({ title, query, errors }: Live): string {
  if (query.problem) return `${title}: live, failing`;
  const updates = counted(query.updates, "update");
  const outcome = errors > 0 ? errorCount(errors) : updates;
  return `${title}: live${query.height === undefined ? "" : ` · block ${query.height}`} · ${outcome}`;
}

function errorCount(count: number): string {
  return counted(count, "error");
}
