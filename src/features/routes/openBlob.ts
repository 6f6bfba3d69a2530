import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { askedOf } from "../../client/connectionConfig";
import type { Connections } from "../../client/connections";
import { failureLine } from "../../client/failures/failureWords";
import { meantConnection, type MeantConnection } from "../../client/meantConnection";
import { idValue } from "../../client/http/requestParts";
import type { BlobId } from "../../client/routes/blobClient";
import { inSlices } from "../../base/inSlices";
import { askUntilDone } from "../../host/guidedSteps";
import type { LinkedDocuments } from "../../host/linkedDocuments";
import { checkBlobId } from "../../wire/ids";
import { jsonDocumentSteps } from "../../wire/json/jsonDocument";
import { shortId } from "../../wire/ids";
import type { KeptWith, NamedBytes } from "./keptBytes";
import { blobText, readBlob } from "./model/blobDocument";

interface BlobContext {
  connections: Connections;
  linked: LinkedDocuments;
  bytes: KeptWith<NamedBytes>;
}

/** Which blob, and whether as the JSON sidecar. */
interface Argument extends MeantConnection {
  id?: string;
  sidecar?: boolean;
}

/** Shows a blob (§4.9) as a document: what names and proves it and the beginning of its data, or its sidecar. */
export async function openBlob(context: BlobContext, argument: unknown): Promise<void> {
  const { id, sidecar = false, ...meant } = (argument ?? {}) as Argument;
  const connection = meantConnection(context.connections, meant);
  const find = (value: string) => (sidecar ? findSidecar : findBlob)(context, connection, value);
  if (id !== undefined) return (await find(idValue(checkBlobId(id))))();
  const prompt = t`Hash of the blob, 64 hex digits, or its commitment, 96`;
  const show = await askUntilDone(
    { title: t`Open Blob on ${connection.name}`, prompt, check: checkBlobId },
    find,
    failureLine,
  );
  await show?.();
}

function blobId(value: string): BlobId {
  return value.length === 96 ? { commitment: value } : { hash: value };
}

async function findBlob(
  { linked, bytes }: BlobContext,
  connection: Connection,
  value: string,
): Promise<() => Promise<void>> {
  const id = blobId(value);
  const blob = readBlob(id, await (await connection.node()).blobs.blob(id));
  const { id: connectionId, name } = connection;
  const text = blobText(blob, askedOf(connection));
  const path = `${name} blob ${shortId(blob.hash)}.yaml`;
  const uri = linked.documents.uriOf(path);
  const lenses = () => [
    { title: t`Save Bytes…`, command: "chainscope.saveBytes", arguments: [uri] },
    {
      title: t`Sidecar as JSON`,
      command: "chainscope.openBlob",
      arguments: [{ connectionId, id: value, sidecar: true }],
    },
  ];
  return async () => {
    bytes.set(uri, { name: `${blob.hash.slice(0, 16)}.blob`, bytes: blob.data });
    await linked.show(path, { text, links: [], connectionId, lenses });
  };
}

async function findSidecar(
  { linked }: BlobContext,
  connection: Connection,
  value: string,
): Promise<() => Promise<void>> {
  const { text: sent } = await (await connection.node()).blobs.sidecar(blobId(value));
  const text = await inSlices(jsonDocumentSteps(sent));
  const path = `${connection.name} blob ${shortId(value)} sidecar.json`;
  const asked = { title: askedOf(connection), command: "", arguments: [] };
  return async () => {
    await linked.show(path, { text, links: [], connectionId: connection.id, lenses: () => [asked] });
  };
}
