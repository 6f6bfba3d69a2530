import * as vscode from "vscode";
import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { askedOf, onNode } from "../../client/connectionConfig";
import type { Connections } from "../../client/connections";
import { meantConnection, type MeantConnection } from "../../client/meantConnection";
import { failureLine } from "../../client/failures/failureWords";
import { NodeError } from "../../client/failures/nodeError";
import type { NodeConnection } from "../../client/nodeConnection";
import { signHeader } from "../../client/routes/contractClient";
import type { SignDriver } from "../../client/transactions/signCall";
import { contractName } from "../../contract/schema/knownContracts";
import { readDriverSchema, type DriverSchema } from "../../contract/schema/driverSchema";
import type { DriverProcess } from "../../driver/driverProcess";
import { sha3 } from "../../driver/sha3";
import { cancellable } from "../../host/cancellation";
import { showOpenDialog } from "../../host/dialogs";
import { askUntilDone } from "../../host/guidedSteps";
import type { LinkedDocuments } from "../../host/linkedDocuments";
import { askInDialog, setStatusBarMessage, showInformationMessage } from "../../host/messages";
import { fileNamed } from "../../host/saveFile";
import { readBytes } from "../../host/readText";
import { words } from "../../host/words";
import { checkContractId, hasBuiltInDriver, shortId } from "../../wire/ids";
import { idValue } from "../../client/http/requestParts";
import { limits } from "../../wire/limits";
import { sizeText } from "../../wire/sizeText";
import type { DocumentLink } from "../../wire/linkRanges";
import { visibleText } from "../../wire/visibleText";
import type { KeptWith } from "./keptBytes";
import { checkedModule, uploadText } from "./model/driverUpload";

/** A module that a document describes, and whose driver it is to become. */
export interface WaitingUpload {
  connectionId: string;
  contractId: string;
  module: Uint8Array;
  digest: string;
  owner: string | undefined;
  /** What the person's signer made, as long as the node has not refused it; null while it is asked. */
  signature?: string | null | undefined;
}

export interface UploadContext {
  connections: Connections;
  linked: LinkedDocuments;
  drivers: DriverProcess;
  uploads: KeptWith<WaitingUpload>;
  signDriver: SignDriver;
}

interface Argument extends MeantConnection {
  contractId?: string;
}

/** Looks at a module that is to become a contract's driver (§4.7), and shows what its owner has to sign and what changes. */
export async function prepareUpload(context: UploadContext, argument: unknown, path: unknown): Promise<void> {
  const { contractId: given = "", ...meant } = (argument ?? {}) as Argument;
  const connection = meantConnection(context.connections, meant);
  const contractId = idValue(checkContractId(given));
  const contract = contractName(contractId, connection.config.contracts);
  if (hasBuiltInDriver(contractId))
    throw new NodeError("invalid-input", t`The driver of ${contract} is built into the node.`);
  const filters = { WebAssembly: ["wasm"] };
  const title = t`Driver of ${contract}${onNode(connection.config)}`;
  const file =
    typeof path === "string" ? fileNamed(path) : await showOpenDialog({ title, openLabel: t`Look at It`, filters });
  if (!file) return;
  const module = await readBytes(file, limits.requestBytes.driver);
  checkedModule(module);
  const node = await connection.node();
  const { owner, driver } = await node.contracts.metadata(contractId);
  const [presentDigest, before, after] = await Promise.all([
    driver === "none" ? undefined : digestOf(node, contractId),
    driver === "none"
      ? readDriverSchema("")
      : schemaOr(t`The present schema is not known`, node.drivers.schema(contractId)),
    schemaOr(t`The new schema cannot be read here`, schemaIn(context.drivers, module)),
  ]);
  const about = { contract, contractId, owner, file: file.fsPath, module, presentDigest, before, after };
  const text = uploadText({ place: askedOf(connection), ...about });
  const name = `${connection.name} driver of ${shortId(contractId)} to upload.yaml`;
  const uri = context.linked.documents.uriOf(name);
  const digest = sha3(module);
  context.uploads.set(uri, { connectionId: connection.id, contractId, module, digest, owner });
  const lenses = () => [
    { title: t`Copy SHA3-256`, command: "chainscope.copyDriverDigest", arguments: [digest], at: "sha3_256:" },
    { title: t`Upload with a Signature…`, command: "chainscope.uploadSignedDriver", arguments: [uri] },
    ...(context.connections.byId(connection.id)?.config.signer
      ? [{ title: t`Sign and Upload`, command: "chainscope.uploadSignedDriver", arguments: [uri, true] }]
      : []),
  ];
  const links: DocumentLink[] = [{ text: contractId, to: "contract" }];
  if (owner !== undefined) links.push({ text: owner, to: "account" });
  await context.linked.show(name, { text, links, connectionId: connection.id, lenses });
}

/**
 * Uploads the module that a document describes, with its owner's signature: `given`, or true for that of the person's
 * signer, or what is asked for: the one place where a signature is taken. A refusal is said in the box, which stays open.
 */
export async function uploadSigned(context: UploadContext, uri: unknown, given: unknown): Promise<void> {
  const upload = context.uploads.of(uri);
  if (!upload)
    throw new NodeError("invalid-input", t`No module is to be uploaded here.`, {
      remedy: t`Choose Upload Driver… on a contract.`,
    });
  const connection = meantConnection(context.connections, { connectionId: upload.connectionId });
  const on = onNode(connection.config);
  const contract = contractName(upload.contractId, connection.config.contracts);
  if (typeof given === "string") return uploaded(connection, contract, upload, given);
  if (given === true && upload.signature === null) return;
  if (connection.config.role === "production") {
    const detail = t`Everybody who uses ${contract} there gets another driver.`;
    const press = t`Upload`;
    if ((await askInDialog(words`Upload a driver of ${contract}${on}?`, detail, press)) !== press) return;
  }
  if (given === true) return bySigner(context, connection, contract, upload);
  const title = t`Upload Driver of ${contract}${on}`;
  const prompt = t`The owner's signature of ${shortId(upload.digest)}, the SHA3-256 of the module, as hex`;
  await askUntilDone(
    { title, prompt, check: checkSignature },
    (signature) => uploaded(connection, contract, upload, signature),
    failureLine,
  );
}

/** The signer is asked once, however often that is pressed, and again only for what the node has refused. */
async function bySigner(
  { signDriver }: UploadContext,
  connection: Connection,
  contract: string,
  upload: WaitingUpload,
): Promise<void> {
  const { contractId, digest, owner, signature: known } = upload;
  if (known === null) return;
  upload.signature = null;
  let made = known;
  try {
    made ??= await signDriver(connection, { contract: contractId, digest, ...(owner && { owner }) });
    await uploaded(connection, contract, upload, made);
  } catch (error) {
    if (NodeError.from(error).status !== undefined) made = undefined;
    throw error;
  } finally {
    upload.signature = made;
  }
}

async function uploaded(connection: Connection, contract: string, upload: WaitingUpload, sign: string): Promise<void> {
  const { contracts } = await connection.node();
  const { contractId, module } = upload;
  await cancellable(words`Uploading the driver of ${contract}`, (signal, report) =>
    contracts.uploadDriver(contractId, module, sign, signal, (sent) =>
      report(`${sizeText(sent)}${t` of ${sizeText(module.length)}`}`),
    ),
  );
  const { driver, driverSignature } = await contracts.metadata(contractId);
  const isThere = driver === "uploaded" && driverSignature?.replace(/^0x/, "").toLowerCase() === plainHex(sign);
  const said = isThere
    ? words`The driver of ${contract} on ${connection.name} is the uploaded one.`
    : words`The driver of ${contract} was uploaded; ${connection.name} does not show its signature yet.`;
  void showInformationMessage(said);
}

/** Copies a digest, or that of the module which a document describes. */
export async function copyDigest({ uploads }: UploadContext, given: unknown): Promise<void> {
  const digest = typeof given === "string" ? given : uploads.of(given)?.digest;
  if (digest === undefined) throw new NodeError("invalid-input", t`There is no digest here.`);
  await vscode.env.clipboard.writeText(digest);
  void setStatusBarMessage(t`Copied the SHA3-256`, 3000);
}

function checkSignature(text: string) {
  try {
    signHeader(text);
    return { ok: true as const, value: text };
  } catch (error) {
    return { ok: false as const, problem: NodeError.from(error).message };
  }
}

function plainHex(sign: string): string {
  return sign.trim().replace(/^0x/i, "").toLowerCase();
}

async function digestOf(node: NodeConnection, contractId: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    await node.contracts.downloadDriver(contractId, { write: (chunk) => void chunks.push(chunk) });
  } catch (error) {
    return t`not known: ${failureLine(error)}`;
  }
  return sha3(Buffer.concat(chunks));
}

async function schemaIn(drivers: DriverProcess, module: Uint8Array): Promise<string> {
  const running = await drivers.load(module);
  try {
    return (await running.schema()) ?? "";
  } finally {
    running.dispose();
  }
}

/** A schema by its text, or why it is not known. */
async function schemaOr(what: string, asked: Promise<string>): Promise<DriverSchema | string> {
  try {
    return readDriverSchema(await asked);
  } catch (error) {
    return `${what}: ${visibleText(NodeError.from(error).message)}`;
  }
}
