import type { RecentEvents } from "../../client/recentEvents";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { eventTable } from "./eventTable";
import type { Tails } from "./tails";
import { limits } from "../../wire/limits";

/** Opens the newest remembered events as a table that spreadsheets and table editors read. */
export async function openEventTable(needs: {
  recent: RecentEvents;
  documents: ReadOnlyDocuments;
  tails: Tails;
}): Promise<void> {
  const { recent, documents, tails } = needs;
  const events = recent.newest(limits.listed.rows);
  if (events.length === 0) throw new Error("No event has arrived yet. Start with “Chainscope: Tail Events…”.");
  await Promise.all(events.slice(-limits.listed.decoded).map(async (event) => tails.decodings.decode(event)));
  await documents.showBeside(
    "Events.csv",
    eventTable(events, (connection) => tails.namesOf(connection)),
  );
}
