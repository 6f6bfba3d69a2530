import * as vscode from "vscode";
import { t } from "../../base/translate";
import { onNode } from "../../client/connectionConfig";
import { meantConnection } from "../../client/meantConnection";
import { NodeError } from "../../client/failures/nodeError";
import { writtenFields } from "../../contract/jsonCursor";
import { codeLens } from "../../host/codeLens";
import { columnFor } from "../../host/documentTabs";
import { editedText } from "../../host/readText";
import { fileName, mayReplace, placeToSave, saveFile } from "../../host/saveFile";
import { limits } from "../../wire/limits";
import { readRequestFile, requestFileEnding, requestFileText, targetOf, type RequestFile } from "./model/requestFile";
import { sendAndShow, type RouteContext, type SentRequest } from "./routeContext";

/** Sends what a request file says, with changes that are not saved yet. */
export async function runRequestFile(context: RouteContext, given: unknown): Promise<void> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  if (!uri?.path.endsWith(requestFileEnding)) throw new NodeError("invalid-input", t`There is no request file here.`);
  const file = withWholePath(await readRequestFile(await editedText(uri)), uri);
  const { connection } = file;
  await sendAndShow(
    context,
    meantConnection(context.connections, connection === undefined ? {} : { connection }),
    file,
  );
}

/** Sends the request once more that a document shows the response of. */
export async function repeatRequest(context: RouteContext, uri: unknown): Promise<void> {
  const { connectionId, file } = sentIn(context, uri);
  await sendAndShow(context, meantConnection(context.connections, { connectionId }), file);
}

/** Writes the request that a document shows the response of to a file, and opens that. */
export async function saveRequest(context: RouteContext, uri: unknown, path: unknown): Promise<void> {
  const { connectionId, file } = sentIn(context, uri);
  const connection = context.connections.byId(connectionId)?.name;
  const name = `${targetOf(file).topic ?? ""}${requestFileEnding}`;
  const place = await placeToSave(path, { title: t`Save Request`, name, filters: { "Request files": ["json"] } });
  if (!place) return;
  const isNamed = place.path.endsWith(requestFileEnding);
  const target = isNamed ? place : place.with({ path: `${place.path.replace(/\.json$/, "")}${requestFileEnding}` });
  // The dialog has asked about the name that was chosen, which may lack the ending.
  if (!isNamed && !(await mayReplace(target))) return;
  await saveFile(target, requestFileText({ ...(connection !== undefined && { connection }), ...file }));
  await vscode.window.showTextDocument(target, { viewColumn: columnFor(target), preserveFocus: true, preview: false });
}

/** The line above a request file that sends it, and says to which node. */
export function registerRequestLenses({ connections }: RouteContext): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const provideCodeLenses = (document: vscode.TextDocument) => {
    const text = document.getText();
    const fields = text.length > limits.searchedCharacters ? undefined : writtenFields(text);
    if (fields && !fields.has("path")) return [];
    const named = fields?.get("connection");
    const connection = named ? connections.get(named.text) : connections.active;
    const title = t`Send${connection ? onNode(connection.config) : ""}`;
    const lens = { title, command: "chainscope.runRequestFile", arguments: [document.uri] };
    return [codeLens(new vscode.Range(0, 0, 0, 0), lens)];
  };
  return vscode.Disposable.from(
    changed,
    connections.onChange(({ kind }) => kind !== "status" && changed.fire()),
    vscode.languages.registerCodeLensProvider(
      { pattern: `**/*${requestFileEnding}` },
      { onDidChangeCodeLenses: changed.event, provideCodeLenses },
    ),
  );
}

function sentIn({ sent }: RouteContext, uri: unknown): SentRequest {
  const found = sent.of(uri);
  if (found) return found;
  throw new NodeError("invalid-input", t`There is no response here.`, { remedy: t`Send a request first.` });
}

/** A file to send is named from the folder of the request file, wherever that is. */
function withWholePath(file: RequestFile, uri: vscode.Uri): RequestFile {
  const { body } = file;
  if (!body || !("file" in body)) return file;
  if (/^(?:[/\\]|[a-z][a-z0-9+.-]*:)/i.test(body.file)) return file;
  // One that no one has saved yet has its folder already.
  const own = uri.scheme === "untitled" ? uri.with({ scheme: "file" }) : uri;
  return { ...file, body: { file: fileName(vscode.Uri.joinPath(own, "..", body.file)) } };
}
