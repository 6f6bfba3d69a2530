import { t } from "../../base/translate";
import type { Connection } from "../../client/connection";
import { noContract } from "../../client/failures/responseReason";
import { NodeError } from "../../client/failures/nodeError";
import { sha3Steps } from "../../driver/sha3";
import { inSlices } from "../../base/inSlices";
import { cancellable, inNotification } from "../../host/cancellation";
import { showInformationMessage } from "../../host/messages";
import { runCommand } from "../../host/commands";
import { words } from "../../host/words";
import { fileName, placeToSave, saveFileFrom } from "../../host/saveFile";
import { hasBuiltInDriver, shortId } from "../../wire/ids";
import type { DriverDigest } from "./model/driverDigests";

/**
 * Saves a contract's driver module (§4.7) where the person says; a download that fails leaves no file behind. Resolves to
 * its digest, or to undefined when the person gives up.
 */
export async function downloadDriver(
  connection: Connection,
  contractId: string,
  name: string,
): Promise<DriverDigest | undefined> {
  // Before a place for it is asked for.
  if (hasBuiltInDriver(contractId)) throw new NodeError("not-found", t`The driver of ${name} is built into the node.`);
  const node = await connection.node();
  const metadata = await node.contracts.metadata(contractId);
  if (!metadata.known) throw new NodeError("not-found", noContract(connection.name), { missing: "contract" });
  if (metadata.driver === "none") throw new NodeError("not-found", t`${name} has no driver on ${connection.name}.`);
  const title = t`Download the Driver of ${name}`;
  const file = await placeToSave(undefined, { title, name: `${name}.wasm`, filters: { WebAssembly: ["wasm"] } });
  if (!file) return undefined;
  const chunks: Uint8Array[] = [];
  const bytes = await inNotification(t`Downloading the driver of ${name}`, (signal) =>
    saveFileFrom(file, (write) => {
      const sink = { write: (chunk: Uint8Array) => (chunks.push(chunk), write(chunk)) };
      return node.contracts.downloadDriver(contractId, sink, undefined, signal);
    }),
  );
  // What its publisher says of it can be compared with that.
  const sha3 = await inSlices(sha3Steps(Buffer.concat(chunks)));
  const copy = t`Copy SHA3-256`;
  const said = words`Saved the driver of ${name} (${bytes} bytes, SHA3-256 ${shortId(sha3)}) as ${fileName(file)}.`;
  void showInformationMessage(said, copy).then(
    (pressed) => pressed === copy && runCommand("chainscope.copyDriverDigest", sha3),
  );
  return { sha3, signature: metadata.driverSignature };
}

/** Fetches a contract's driver, to tell its digest and no more. */
export async function driverDigest(connection: Connection, contractId: string, name: string): Promise<DriverDigest> {
  const { contracts } = await connection.node();
  const { driverSignature: signature } = await contracts.metadata(contractId);
  const chunks: Uint8Array[] = [];
  await cancellable(words`Fetching the driver of ${name}`, (signal) =>
    contracts.downloadDriver(contractId, { write: (chunk) => void chunks.push(chunk) }, undefined, signal),
  );
  return { sha3: await inSlices(sha3Steps(Buffer.concat(chunks))), signature };
}
