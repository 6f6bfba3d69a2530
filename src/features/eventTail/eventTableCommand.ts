import type { RecentEvents } from "../../client/recentEvents";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { eventTable } from "./eventTable";
import type { Tails } from "./tails";

/** Rows of the table: the newest events. */
const mostRows = 5000;

/** Opens the newest remembered events as a table that spreadsheets and table editors read. */
export async function openEventTable(needs: {
  recent: RecentEvents;
  documents: ReadOnlyDocuments;
  tails: Tails;
}): Promise<void> {
  const { recent, documents, tails } = needs;
  const events = recent.newest(mostRows);
  if (events.length === 0) throw new Error("No event has arrived yet. Start with “Chainscope: Tail Events…”.");
  await Promise.all(events.slice(-500).map(async (event) => tails.decodings.decode(event)));
  await documents.showBeside(
    "Events.csv",
    eventTable(events, (connection) => tails.namesOf(connection)),
  );
}
