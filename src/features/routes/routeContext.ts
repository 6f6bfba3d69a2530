import type * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { askedOf, onNode } from "../../client/connectionConfig";
import type { Connections } from "../../client/connections";
import { NodeError } from "../../client/failures/nodeError";
import type { NodeConnection } from "../../client/nodeConnection";
import { dispatchHeaders, type Dispatch } from "../../client/routes/dispatchClient";
import { cancellable } from "../../host/cancellation";
import type { DocumentLens, LinkedDocuments } from "../../host/linkedDocuments";
import { askInDialog } from "../../host/messages";
import { fileNamed } from "../../host/saveFile";
import { readBytes } from "../../host/readText";
import { words } from "../../host/words";
import { hexToBytes } from "../../wire/hex";
import { shortId } from "../../wire/ids";
import { limits } from "../../wire/limits";
import type { KeptWith, NamedBytes } from "./keptBytes";
import { contentTypeOf, targetOf, type RequestFile } from "./model/requestFile";
import { responseDocument } from "./model/responseDocument";
import { present } from "../../base/present";

/** A request that was sent, and to whom. */
export interface SentRequest {
  connectionId: string;
  file: RequestFile;
}

export interface RouteContext {
  connections: Connections;
  linked: LinkedDocuments;
  bytes: KeptWith<NamedBytes>;
  /** What the documents of responses answer. */
  sent: KeptWith<SentRequest>;
}

/**
 * Sends a request once (§4.12) and shows the response, whatever it says, as a document. On production the person is asked
 * first, since nothing is known of what a request does.
 */
export async function sendAndShow(context: RouteContext, connection: Connection, file: RequestFile): Promise<void> {
  const target = targetOf(file);
  const on = onNode(connection.config);
  if (connection.config.role === "production") {
    const detail = t`Chainscope does not know what this request does.`;
    const send = t`Send`;
    if ((await askInDialog(words`Send ${file.path}${on}?`, detail, send)) !== send) return;
  }
  const node = await connection.node();
  const dispatch = await dispatchOf(node, connection, file);
  const { dispatch: client } = node;
  const response = await cancellable(words`Sending ${file.path}${on}`, (signal) =>
    client.dispatch(target, dispatch, signal),
  );
  const asked = { place: askedOf(connection), headers: dispatchHeaders(dispatch), failure: client.failureOf(response) };
  const text = await responseDocument(response, asked);
  const { component, entity, topic = "" } = target;
  const name = [component, entity && shortId(entity), topic].filter(Boolean).join(" ");
  const path = `${connection.name} ${name} response.yaml`;
  const uri = context.linked.documents.uriOf(path);
  context.sent.set(uri, { connectionId: connection.id, file });
  context.bytes.set(uri, { name: `${name}.response`, bytes: response.body });
  const lenses = () => lensesOf(uri, connection, response.body.length > 0, response.deprecation?.successor);
  await context.linked.show(path, { text, links: [], connectionId: connection.id, lenses });
}

function lensesOf(
  uri: vscode.Uri,
  { id: connectionId }: Connection,
  hasBody: boolean,
  successor: string | undefined,
): DocumentLens[] {
  const lens = (title: string, command: string, argument: unknown = uri) => ({
    ...{ title, command, arguments: [argument] },
  });
  const next = { ...lens(t`Send to the Successor…`, "chainscope.sendRequest", { connectionId, path: successor }) };
  return [
    lens(t`Send Again`, "chainscope.repeatRequest"),
    lens(t`Save Request…`, "chainscope.saveRequest"),
    ...(hasBody ? [lens(t`Save Bytes…`, "chainscope.saveBytes")] : []),
    ...(successor === undefined ? [] : [{ ...next, at: "successor:" }]),
  ];
}

async function dispatchOf(node: NodeConnection, connection: Connection, file: RequestFile): Promise<Dispatch> {
  const sessionHeaders = file.session ? await headersOfSession(node, connection) : undefined;
  const { accept, headers } = file;
  const contentType = contentTypeOf(file);
  const body = await bodyOf(file);
  return present({ body, contentType, accept, headers, sessionHeaders });
}

/** The headers that make a request one of the event session's, which is opened if it is not. */
async function headersOfSession(node: NodeConnection, connection: Connection): Promise<Record<string, string>> {
  const { session } = node.events;
  if (session.state.kind !== "open") await connection.connect();
  await new Promise<void>((resolve) => {
    const watching = session.onState(() => look());
    const look = () => {
      if (session.state.kind === "connecting") return;
      watching.dispose();
      resolve();
    };
    look();
  });
  if (session.state.kind === "open") return session.requestHeaders;
  throw new NodeError("invalid-input", t`${connection.name} has no open event session that the request could be of.`, {
    remedy: t`Connect to the node, or send it without the session.`,
  });
}

async function bodyOf({ body }: RequestFile): Promise<string | Uint8Array | undefined> {
  if (!body) return undefined;
  if ("json" in body) return body.json;
  if ("text" in body) return body.text;
  if ("hex" in body) return hexToBytes(body.hex);
  return readBytes(fileNamed(body.file), limits.requestBytes.call);
}
