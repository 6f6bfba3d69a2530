import { noContract } from "../../../client/failures/responseReason";
import { namesOnChain, moreNamesOnChain } from "../../../client/calledFunctions";
import type { ContractMetadata } from "../../../client/routes/contractMetadata";
import { isUnknown, noDriver } from "../../../client/contractStanding";
import type { NodeConnection } from "../../../client/nodeConnection";
import { NodeError } from "../../../client/failures/nodeError";
import {
  cataloguedContract,
  namedContract,
  schemaContract,
  type DescribedContract,
} from "../../../contract/schema/describedContract";

/** What a node tells of a contract; each part that failed is its failure. */
export interface ContractDetails {
  metadata: ContractMetadata | NodeError;
  /** By its driver's schema, the built-in catalogue, or the names that it was used by. */
  described: DescribedContract;
  /** Why asking for the schema failed, if it did. */
  schemaProblem: NodeError | undefined;
  version: string | NodeError;
}

/**
 * Asks for everything that describes a contract (§4.7, §4.8). Rejects when the node answers nothing at all, and with
 * `not-found` when it has no such contract. `connection` is what the node is called; `fresh`: what is known of its driver's schema is asked again.
 */
export async function contractDetails(
  node: NodeConnection,
  contractId: string,
  connection?: string,
  fresh = false,
): Promise<ContractDetails> {
  const isBuiltIn = cataloguedContract(contractId) !== undefined;
  const [metadata, schema, version, used] = await Promise.all([
    outcome(node.contracts.metadata(contractId)),
    isBuiltIn ? "" : outcome(node.schemas.of(contractId, fresh)),
    outcome(node.drivers.version(contractId)),
    isBuiltIn ? moreNamesOnChain(node, contractId) : undefined,
  ]);
  if (metadata instanceof NodeError && metadata.reason === "unreachable" && version instanceof NodeError)
    throw metadata;
  if (isUnknown(metadata) && version instanceof NodeError)
    throw new NodeError("not-found", noContract(connection), { missing: "contract" });
  const schemaProblem = schema instanceof NodeError ? schema : undefined;
  const described =
    cataloguedContract(contractId, used) ??
    (schema instanceof NodeError ? undefined : schemaContract(contractId, schema)) ??
    namedContract(await namesOnChain(node, contractId), hasNoDriver(metadata) ? noDriver : undefined);
  return { metadata, described, schemaProblem, version };
}

/** Whether the metadata says that nothing encodes or decodes for a contract. */
export function hasNoDriver(metadata: ContractDetails["metadata"]): boolean {
  return !(metadata instanceof NodeError) && metadata.driver === "none";
}

async function outcome<T>(work: Promise<T>): Promise<T | NodeError> {
  try {
    return await work;
  } catch (error) {
    return NodeError.from(error);
  }
}
