import type { ContractMetadata } from "../../client/contractMetadata";
import type { NodeConnection } from "../../client/nodeConnection";
import { NodeError } from "../../client/nodeError";
import { builtinContract } from "../../contract/builtinContracts";
import { readDriverSchema, type DriverSchema } from "../../contract/driverSchema";

/** What a node tells of a contract; each part that failed is its failure. */
export interface ContractDetails {
  metadata: ContractMetadata | NodeError;
  /** The driver's schema, or the built-in catalogue's when the driver gives none. */
  schema: DriverSchema;
  /** Why the schema is not the driver's own. */
  schemaProblem: NodeError | undefined;
  version: string | NodeError;
}

/** Asks for everything that describes a contract (§4.7, §4.8). Rejects only when the node answers nothing at all. */
export async function contractDetails(node: NodeConnection, contractId: string): Promise<ContractDetails> {
  const [metadata, schema, version] = await Promise.all([
    outcome(node.contracts.metadata(contractId)),
    outcome(node.drivers.schema(contractId)),
    outcome(node.drivers.version(contractId)),
  ]);
  const reached = [metadata, schema, version].some(
    (each) => !(each instanceof NodeError) || each.reason !== "unreachable",
  );
  if (!reached && metadata instanceof NodeError) throw metadata;
  const schemaProblem = schema instanceof NodeError ? schema : undefined;
  const described = schema instanceof NodeError ? builtinContract(contractId)?.schema : readDriverSchema(schema);
  return { metadata, schema: described ?? readDriverSchema("{}"), schemaProblem, version };
}

async function outcome<T>(work: Promise<T>): Promise<T | NodeError> {
  try {
    return await work;
  } catch (error) {
    return NodeError.from(error);
  }
}
