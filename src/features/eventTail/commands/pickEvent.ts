import type { ReceivedEvent, RecentEvents } from "../../../client/session/recentEvents";
import { QuickPick } from "../../../host/quickPicks";
import { searchEvents, type EventEntry } from "../model/lines/eventSearch";
import type { Tails } from "../model/tails/tails";
import { limits } from "../../../wire/limits";

/** Asks for one of the remembered events: the newest are listed, and what is typed is searched for in all of them. */
export async function pickEvent(recent: RecentEvents, tails: Tails): Promise<ReceivedEvent | undefined> {
  if (recent.size === 0) throw new Error("No event has arrived yet. Start with “Chainscope: Tail Events…”.");
  const pick = new QuickPick<EventEntry & { alwaysShow: true }>(
    "Open Event",
    "Newest first; type to search all that are remembered",
    {},
  );
  let searching = new AbortController();
  const search = async (text: string) => {
    searching.abort();
    const { signal } = (searching = new AbortController());
    pick.busy = true;
    const found = await searchEvents(recent, text, limits.listed.choices, (name) => tails.namesOf(name), signal);
    if (signal.aborted) return;
    // They were searched for in more than is shown of them.
    pick.items = found.map((entry) => ({ ...entry, alwaysShow: true }));
    pick.busy = false;
  };
  await search("");
  const chosen = await new Promise<EventEntry | undefined>((resolve) => {
    pick.onDidChangeValue((text) => void search(text));
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  searching.abort();
  pick.dispose();
  return chosen?.event;
}
