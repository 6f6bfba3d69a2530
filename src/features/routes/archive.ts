import type * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { askedOf, onNode } from "../../client/connectionConfig";
import { failureLine } from "../../client/failures/failureWords";
import { NodeError } from "../../client/failures/nodeError";
import { idValue } from "../../client/http/requestParts";
import { meantConnection, type MeantConnection } from "../../client/meantConnection";
import { contractNamed } from "../../contract/schema/knownContracts";
import { askUntilDone } from "../../host/guidedSteps";
import type { LinkedDocuments } from "../../host/linkedDocuments";
import { showQuickPick } from "../../host/quickPicks";
import { checkAccountKey, shortId, type CheckedId } from "../../wire/ids";
import { stringifyExactJson } from "../../wire/json/exactJson";
import { jsonDocument } from "../../wire/json/jsonDocument";
import type { Connections } from "../../client/connections";
import type { KeptWith } from "./keptBytes";
import { saveBytes } from "./keptBytes";
import { checkOffered } from "./model/checkOffered";
import { archiveText, nextPage, type ArchivePages, type ArchiveQuestion } from "./model/archivePages";

/** What a document shows of an archive. */
export interface ShownArchive {
  connectionId: string;
  path: string;
  question: ArchiveQuestion;
  pages: ArchivePages;
}

export interface ArchiveContext {
  connections: Connections;
  linked: LinkedDocuments;
  archives: KeptWith<ShownArchive>;
}

/** Whose history; what is missing is asked. */
interface Argument extends MeantConnection {
  id?: string;
  contractId?: string;
  side?: "all" | "sender" | "receiver";
}

/** The public transactions of an account, all or those of one direction. */
export async function accountHistory(context: ArchiveContext, argument: unknown): Promise<void> {
  const { side: given, id, ...meant } = (argument ?? {}) as Argument;
  const connection = archiveOf(context, meant);
  const sides = [
    { label: t`Sent and received`, side: "all" as const },
    { label: t`Sent`, side: "sender" as const },
    { label: t`Received`, side: "receiver" as const },
  ];
  const title = t`Account History${onNode(connection.config)}`;
  const side = given ?? (await showQuickPick(sides, { title, placeHolder: t`Which transactions` }))?.side;
  if (side === undefined) return;
  const question = { title, prompt: t`Public key of the account, base58`, check: checkAccountKey };
  await ask(context, connection, question, id, (key) => ({ of: "account", key, side }));
}

/** The events of a contract in final blocks. */
export async function finalizedEvents(context: ArchiveContext, argument: unknown): Promise<void> {
  const { contractId, id = contractId, ...meant } = (argument ?? {}) as Argument;
  const connection = archiveOf(context, meant);
  const check = (text: string) => contractNamed(text, connection.config.contracts);
  const title = t`Finalized Events${onNode(connection.config)}`;
  const prompt = t`Name of the contract, or its id: 64 hex digits`;
  await ask(context, connection, { title, prompt, check }, id, (value) => ({ of: "contract", contractId: value }));
}

/** The transactions with a memo. */
export async function transactionsByMemo(context: ArchiveContext, argument: unknown): Promise<void> {
  const { id, ...meant } = (argument ?? {}) as Argument;
  const connection = archiveOf(context, meant);
  const check = (text: string): CheckedId =>
    text === "" ? { ok: false, problem: t`Write the memo.` } : { ok: true, value: text };
  const title = t`Transactions by Memo${onNode(connection.config)}`;
  const prompt = t`The whole memo, as text; hex of it finds nothing`;
  await ask(context, connection, { title, prompt, check }, id, (memo) => ({ of: "memo", memo }));
}

/** Adds the next page to what a document shows. */
export async function nextArchivePage(context: ArchiveContext, uri: unknown): Promise<void> {
  const shown = context.archives.of(uri);
  if (shown?.pages.next === undefined) throw new NodeError("not-found", t`There is no next page here.`);
  const connection = meantConnection(context.connections, { connectionId: shown.connectionId });
  const pages = await nextPage(await connection.node(), shown.question, shown.pages);
  await show(context, connection, { ...shown, pages });
}

/** Writes all that a document shows to a file of JSON. */
export async function exportArchive({ archives }: ArchiveContext, uri: unknown, path: unknown): Promise<void> {
  const shown = archives.of(uri);
  if (!shown) throw new NodeError("invalid-input", t`Nothing of an archive is shown here.`);
  const text = jsonDocument(stringifyExactJson([...shown.pages.items]));
  await saveBytes({ name: shown.path.replace(/\.yaml$/, ".json"), bytes: new TextEncoder().encode(`${text}\n`) }, path);
}

function archiveOf(context: ArchiveContext, meant: MeantConnection): Connection {
  const connection = meantConnection(context.connections, meant);
  checkOffered(connection, "archive", t`keeps no archive`);
  return connection;
}

async function ask(
  context: ArchiveContext,
  connection: Connection,
  question: { title: string; prompt: string; check: (text: string) => CheckedId },
  given: string | undefined,
  asked: (value: string) => ArchiveQuestion,
): Promise<void> {
  const find = async (value: string): Promise<ShownArchive> => {
    const wanted = asked(value);
    const path = `${connection.name} ${nameOf(wanted)} archive.yaml`;
    const pages = await nextPage(await connection.node(), wanted);
    return { connectionId: connection.id, path, question: wanted, pages };
  };
  const shown =
    given === undefined ? await askUntilDone(question, find, failureLine) : await find(idValue(question.check(given)));
  if (shown) await show(context, connection, shown);
}

function nameOf(question: ArchiveQuestion): string {
  if (question.of === "contract") return t`events of ${shortId(question.contractId)}`;
  return question.of === "memo" ? "memo" : `${question.side} ${shortId(question.key)}`;
}

async function show(context: ArchiveContext, connection: Connection, shown: ShownArchive): Promise<void> {
  const { question, pages, path } = shown;
  const uri: vscode.Uri = context.linked.documents.uriOf(path);
  const { text, links } = archiveText(question, pages, askedOf(connection));
  context.archives.set(uri, shown);
  const next = { title: t`Next Page`, command: "chainscope.nextArchivePage", arguments: [uri] };
  const lenses = () => [
    ...(pages.next === undefined ? [] : [next]),
    { title: t`Export…`, command: "chainscope.exportArchive", arguments: [uri] },
  ];
  await context.linked.show(path, { text, links, connectionId: connection.id, lenses });
}
