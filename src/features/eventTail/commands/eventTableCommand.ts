import { counted } from "../../../base/words";
import * as vscode from "vscode";
import type { ReceivedEvent, RecentEvents } from "../../../client/session/recentEvents";
import { mayReplace, saveFile } from "../../../host/saveFile";
import type { Decoded } from "../model/decode/eventDecoder";
import { eventTable } from "../model/lines/eventTable";
import { askWhereToSave } from "./recordCommands";
import type { Tails } from "../model/tails/tails";
import { limits } from "../../../wire/limits";

/** Saves the newest remembered events as comma-separated values, which spreadsheets and table editors read. */
export async function exportEvents(needs: { recent: RecentEvents; tails: Tails }, path: unknown): Promise<void> {
  const { recent, tails } = needs;
  const events = recent.newest(limits.listed.rows);
  if (events.length === 0) throw new Error("No event has arrived yet. Start with “Chainscope: Tail Events…”.");
  const rows = await Promise.all(
    events.map(async (event, at) => {
      const block = tails.blockOf(event);
      return { event, block, decoded: await decodedFor(tails, event, events.length - at <= limits.listed.decoded) };
    }),
  );
  const named = typeof path === "string" ? vscode.Uri.file(path) : undefined;
  const file = named ?? (await askWhereToSave("Export Events as CSV", "csv", "Comma-separated values"));
  if (!file || (named && !(await mayReplace(named)))) return;
  await saveFile(
    file,
    eventTable(rows, (connection) => tails.namesOf(connection)),
  );
  const left = recent.size - rows.length;
  const rest = left > 0 ? `; ${left} older ones that are remembered are not in it` : "";
  tails.view.say(`exported ${counted(rows.length, "event")} to ${file.fsPath}${rest}`);
}

/** What is JSON is read whatever its length; of contracts' events the newest are decoded, if they are not yet. */
function decodedFor(tails: Tails, event: ReceivedEvent, isNew: boolean): Decoded | undefined | Promise<Decoded> {
  const isContract = event.frame.target.component === "contracts";
  return isNew || !isContract || event.decoded ? tails.decodings.decode(event) : undefined;
}
