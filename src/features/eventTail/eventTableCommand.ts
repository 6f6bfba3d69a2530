import type { ReceivedEvent, RecentEvents } from "../../client/recentEvents";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import type { Decoded } from "./eventDecoder";
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
  const rows = await Promise.all(
    events.map(async (event, at) => {
      const block = tails.blockOf(event);
      return { event, block, decoded: await decodedFor(tails, event, events.length - at <= limits.listed.decoded) };
    }),
  );
  await documents.showBeside(
    "Events.csv",
    eventTable(rows, (connection) => tails.namesOf(connection)),
  );
}

/** What is JSON is read whatever its length; of contracts' events the newest are decoded, if they are not yet. */
function decodedFor(tails: Tails, event: ReceivedEvent, isNew: boolean): Decoded | undefined | Promise<Decoded> {
  const isContract = event.frame.target.component === "contracts";
  return isNew || !isContract || event.decoded ? tails.decodings.decode(event) : undefined;
}
