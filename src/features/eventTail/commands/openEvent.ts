import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import type { Connections } from "../../../client/connections";
import type { ReceivedEvent, RecentEvents } from "../../../client/session/recentEvents";
import { documentScheme, languageIds } from "../../../host/contributionIds";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import { jsonDocument } from "../../../wire/json/jsonDocument";
import { limits } from "../../../wire/limits";
import { visibleLines, visibleText } from "../../../wire/visibleText";
import { causeOf } from "../model/blocks/blockFacts";
import { callArguments } from "../model/decode/callInputs";
import { lookUpCauses } from "../model/gaps/chainQueries";
import { EventDecoder, undecodedText, type Decoded } from "../model/decode/eventDecoder";
import { eventDocument, linkedLine } from "../model/lines/eventDetails";
import { clockText } from "../model/lines/eventLine";
import { cutText } from "../../../wire/shortWords";
import { eventOfLine } from "../model/lines/lineEvents";
import type { Tails } from "../model/tails/tails";
import { QuickPick } from "../../../host/quickPicks";
import { searchEvents, type EventEntry } from "../model/lines/eventSearch";

/** What opening an event needs. */
export interface OpenEventNeeds {
  connections: Connections;
  recent: RecentEvents;
  documents: ReadOnlyDocuments;
  tails: Tails;
}

/**
 * Opens one event with all that is known of it: the one that is asked for, the one under the cursor, or a chosen one. To
 * anyone who means the line (Enter on it) it is said when that has none.
 */
export async function openEvent(needs: OpenEventNeeds, argument: unknown): Promise<void> {
  const { eventNumber, isLineMeant } = (argument ?? {}) as { eventNumber?: number; isLineMeant?: boolean };
  const event = eventNumber === undefined ? eventUnderCursor(needs) : needs.recent.get(eventNumber);
  if (!event && eventNumber !== undefined)
    throw new Error(t`This event is no longer remembered: newer ones took its place.`);
  if (!event && isLineMeant) throw new Error(t`There is no event on this line that is still remembered.`);
  const chosen = event ?? (await pickEvent(needs.recent, needs.tails));
  if (chosen) await showEvent(needs, chosen);
}

async function showEvent(needs: OpenEventNeeds, event: ReceivedEvent): Promise<void> {
  const { target } = event.frame;
  const source = needs.tails.namesOf(event.arrival).source(target);
  const decoded = await decodedWhole(needs, event);
  const call = target.component === "transactions" ? await calledWith(needs, event, decoded) : undefined;
  const block = needs.tails.blockOf(event) ?? (await blockOfCause(needs, event));
  const text = eventDocument({ event, source, decoded, call, block });
  const title = `${source} ${target.topic ?? ""} ${clockText(event.at).replaceAll(":", ".")} #${event.number}`;
  await needs.documents.showBeside(`${visibleText(title)}.event.jsonc`, text);
}

/** What a driver could not be asked in passing it is asked now, whatever the length of the data. */
async function decodedWhole({ connections, tails }: OpenEventNeeds, event: ReceivedEvent): Promise<Decoded> {
  const known = await tails.decodings.decode(event);
  if ("text" in known) return known;
  const node = await connections.of(event.arrival)?.node();
  if (!node) return known;
  const local = tails.localDriversOf(event.arrival);
  const patient = { local, requestMs: 30_000, mostResponseBytes: limits.documentCharacters };
  return new EventDecoder(node, patient).decode(event.frame, Infinity);
}

async function calledWith({ connections }: OpenEventNeeds, event: ReceivedEvent, decoded: Decoded) {
  const node = await connections.of(event.arrival)?.node();
  return node && "value" in decoded ? callArguments(decoded.value, node.drivers) : undefined;
}

/** The block of an event of which no event told the block: what caused it, a transaction or the block, the node is asked. */
async function blockOfCause({ connections }: OpenEventNeeds, { arrival, frame }: ReceivedEvent) {
  const cause = causeOf(frame);
  const node = cause === undefined ? undefined : await connections.of(arrival)?.node();
  const found = node && cause && (await lookUpCauses(node.graphql, [cause]))?.get(cause);
  return found && found.kind !== "waiting" ? { hash: found.hash, height: found.height } : undefined;
}

function eventUnderCursor(needs: OpenEventNeeds): ReceivedEvent | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== languageIds.events) return undefined;
  return eventAt(needs, editor.document, editor.selection.active.line);
}

function eventAt({ recent, tails }: OpenEventNeeds, document: vscode.TextDocument, line: number) {
  const lines = { line: (index: number) => document.lineAt(index).text };
  const moment = Number(/^\d\d:\d\d:\d\d\.(\d{3})/.exec(lines.line(line))?.[1]);
  const events = recent.all((at) => at % 1000 === moment);
  return eventOfLine(lines, line, events, {
    namesOf: (arrival) => tails.namesOf(arrival),
    lineOf: (event) => lineNow(tails, event),
  });
}

/** The line that would be written of an event now; undefined when its driver would have to be asked for that. */
function lineNow({ decodings, view }: Tails, event: ReceivedEvent): string | undefined {
  const isKnown = event.decoded ?? (event.frame.target.component !== "contracts" || !event.frame.target.entity);
  const decoded = isKnown ? decodings.decode(event) : undefined;
  return decoded && !(decoded instanceof Promise) ? view.lineOf(event, decoded) : undefined;
}

/** The ids of an opened event as links, and the decoded value of a line where the mouse rests on it. */
export function registerEventLinks(needs: OpenEventNeeds): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerDocumentLinkProvider(
      { scheme: documentScheme, pattern: "**/*.event.jsonc" },
      { provideDocumentLinks: (document) => eventLinks(needs, document) },
    ),
    vscode.languages.registerHoverProvider(
      { language: languageIds.events },
      {
        provideHover: (document, { line }) => eventHover(needs, document, line),
      },
    ),
  );
}

const openers = {
  contract: "chainscope.openContract",
  transaction: "chainscope.openTransaction",
  block: "chainscope.openBlock",
} as const;

const connectionLine = "// connection ";

function eventLinks({ recent }: OpenEventNeeds, document: vscode.TextDocument): vscode.DocumentLink[] {
  const lines = Array.from({ length: Math.min(12, document.lineCount) }, (_, at) => document.lineAt(at).text);
  const connection = lines
    .find((line) => line.startsWith(connectionLine))
    ?.slice(connectionLine.length)
    .trim();
  const { connectionId } = recent.get(Number(/#(\d+)\.event\.jsonc$/.exec(document.uri.path)?.[1]))?.arrival ?? {};
  return lines.flatMap((line, at) => {
    const [whole, kind, id] = linkedLine.exec(line) ?? [];
    if (!whole || !id || !connection) return [];
    const ask = encodeURIComponent(JSON.stringify([{ connection, connectionId, id }]));
    const range = new vscode.Range(at, whole.length - id.length, at, whole.length);
    return new vscode.DocumentLink(range, vscode.Uri.parse(`command:${openers[kind as keyof typeof openers]}?${ask}`));
  });
}

function eventHover(needs: OpenEventNeeds, document: vscode.TextDocument, line: number): vscode.Hover | undefined {
  const event = eventAt(needs, document, line);
  if (!event) return undefined;
  const text = new vscode.MarkdownString();
  text.isTrusted = { enabledCommands: ["chainscope.openEvent"] };
  const ask = encodeURIComponent(JSON.stringify([{ eventNumber: event.number }]));
  text.appendMarkdown(`[Open Event](command:chainscope.openEvent?${ask})\n`);
  text.appendCodeblock(visibleLines(cutText(preview(event), 4000)), "json");
  return new vscode.Hover(text);
}

function preview({ decoded, frame }: ReceivedEvent): string {
  if (!decoded) return t`${frame.data.length} bytes`;
  if ("problem" in decoded) return undecodedText(frame.data, decoded.problem, 512);
  return jsonDocument(decoded.text);
}

/** Says what brings events where none has arrived yet. */
export function requireEvents(recent: RecentEvents): void {
  if (recent.size > 0) return;
  throw new NodeError("not-found", t`No event has arrived yet.`, { remedies: ["tail-events"] });
}

/** Asks for one of the remembered events: the newest are listed, and what is typed is searched for in all of them. */
async function pickEvent(recent: RecentEvents, tails: Tails): Promise<ReceivedEvent | undefined> {
  requireEvents(recent);
  const pick = new QuickPick<EventEntry & { alwaysShow: true }>(
    t`Open Event`,
    t`Newest first; type to search all that are remembered`,
    {},
  );
  let searching = new AbortController();
  const search = async (text: string) => {
    searching.abort();
    const { signal } = (searching = new AbortController());
    pick.busy = true;
    const found = await searchEvents(recent, text, limits.listed.choices, (arrival) => tails.namesOf(arrival), signal);
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
