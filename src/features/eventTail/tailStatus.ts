import type * as vscode from "vscode";
import { t } from "../../base/translate";
import type { RecentEvents } from "../../client/session/recentEvents";
import { Disposables } from "../../base/disposables";
import { setContextKey } from "../../host/contextKeys";
import { StatusBarItem } from "../../host/statusItems";
import { joined, words, type Words } from "../../host/words";
import { FreshCount } from "./model/tails/eventRate";
import type { TailMemory } from "./tailMemory";
import type { Tails } from "./model/tails/tails";

/** How long it is worth a word in the status bar that events were cut; the tooltip says it for as long as the window is there. */
const newsMs = 60_000;

/** The status bar's word on the tails: how many events a second, and whether some are not shown. */
export function showTailStatus(
  tails: Tails,
  recent: RecentEvents,
  recording: () => { events: number } | undefined,
  /** Lines that came while someone reads further up. */
  newLines: () => number,
  /** Tails of an earlier window, and those of them about which no one has decided. */
  earlier: Pick<TailMemory, "waiting" | "summary">,
): vscode.Disposable {
  const owned = new Disposables();
  const item = owned.add(new StatusBarItem("chainscope.events", 49, "Chainscope Events", "chainscope.eventActions"));
  let timer: NodeJS.Timeout | undefined;
  const cut = new FreshCount();
  const draw = () => {
    const { all, view } = tails;
    const isCutNow = cut.isFresh(view.counts.cut, Date.now(), newsMs);
    if (all.length === 0 && !recording() && !view.paused && earlier.waiting === 0) {
      clearInterval(timer);
      timer = undefined;
      return item.hide();
    }
    timer ??= setInterval(draw, 1000);
    setContextKey("chainscope.rememberedEvents", recent.size > 0);
    item.show({
      text: joined(
        [
          statusText(tails, isCutNow, recording()),
          newLines() > 0 && words`$(arrow-down) ${newLines()} new`,
          earlier.waiting > 0 && words`$(history) ${earlier.waiting} earlier tails`,
        ],
        " · ",
      ),
      tooltip: joined(
        [
          ...tooltip(tails, recent),
          earlier.waiting > 0 && t`earlier tails: ${earlier.summary}`,
          t`Click for what can be done`,
        ],
        "\n",
      ),
      colour: view.paused ? "warning" : undefined,
    });
  };
  owned.add(tails.onChange(draw));
  owned.add({ dispose: () => clearInterval(timer) });
  return owned;
}

function statusText(
  { view, rate, onlyFinal }: Tails,
  isCutNow: boolean,
  recording: { events: number } | undefined,
): Words {
  const { hidden, marked, cut, held } = view.counts;
  const perSecond = rate.perSecond(Date.now());
  const parts = [
    words`$(pulse) ${perSecond < 10 ? perSecond.toFixed(1).replace(/\.0$/, "") : Math.round(perSecond)} events/s`,
    view.paused && words`$(debug-pause) paused, ${held} waiting`,
    view.filter && (view.isMarking ? words`$(symbol-color) ${marked} marked` : words`$(filter) ${hidden} hidden`),
    isCutNow && t`${cut} cut`,
    onlyFinal && t`only final`,
    recording && words`$(record) ${recording.events} recorded`,
  ];
  return joined(parts, " · ");
}

function tooltip({ all, view, gaps }: Tails, recent: RecentEvents): string[] {
  const { shown, hidden, cut, held } = view.counts;
  return [
    t`${recent.total} events received, ${recent.size} remembered`,
    t`${shown} shown, ${hidden} hidden by the filter, ${cut} cut by load, ${held} waiting for the end of the pause`,
    ...(view.filter ? [`filter: ${view.filter.text}`] : []),
    ...(gaps.length > 0 ? [t`${gaps.length} gaps that may be filled`] : []),
    ...all.map((tail) => `${tail.connection.name}: ${tail.label}, ${tail.summary}`),
  ];
}
