import { t } from "../base/translate";
import { hasBuiltInDriver } from "../wire/ids";
import { noContract } from "./failures/responseReason";
import { askJson } from "./http/responseValue";
import { contractMetadata, type ContractMetadata } from "./routes/contractMetadata";
import { NodeError } from "./failures/nodeError";
import { requestPath } from "./http/requestParts";
import type { Transport } from "./http/transport";

/** `POST /on/contract:<contract_id>/metadata` (§4.7, §2.9), for an id that was checked. */
export async function askMetadata(
  transport: Pick<Transport, "request">,
  id: string,
  signal?: AbortSignal,
): Promise<ContractMetadata> {
  const path = requestPath({ component: "contract", entity: id, topic: "metadata" });
  return contractMetadata(id, await askJson(transport, path, signal));
}

/**
 * Does something with a contract. What fails in words that may mean anything, from a missing contract to a missing
 * driver, is told by the contract's metadata: it alone says what there is (§2.9).
 */
export async function withStanding<T>(
  transport: Pick<Transport, "request">,
  id: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof NodeError) || !mayLackAnything(thrown) || hasBuiltInDriver(id)) throw thrown;
    const metadata = await askMetadata(transport, id, signal).catch((error: unknown) => error);
    signal?.throwIfAborted();
    if (isUnknown(metadata)) throw thrown.reworded(noContract(thrown.connection), { missing: "contract" });
    if (isKnown(metadata) && metadata.driver === "none") throw thrown.reworded(noDriver);
    throw thrown;
  }
}

/** Whether the metadata, or what asking for it failed with, say that there is no such contract. */
export function isUnknown(metadata: unknown): boolean {
  return metadata instanceof NodeError ? metadata.reason === "not-found" : isKnown(metadata) && !metadata.known;
}

function isKnown(metadata: unknown): metadata is ContractMetadata {
  return typeof metadata === "object" && metadata !== null && "known" in metadata;
}

/** Said of a contract that the node can neither encode nor decode for. */
export const noDriver = t`This contract has no driver: give the input as hex.`;

function mayLackAnything({ reason, response = "" }: NodeError): boolean {
  return reason === "not-found" && /no such file or directory|no data driver for/i.test(response);
}
