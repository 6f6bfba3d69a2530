import type { Connection } from "../../client/connection";
import { NodeError } from "../../client/nodeError";
import { builtinContract } from "../../contract/builtinContracts";
import { readDriverSchema, type DriverEvent } from "../../contract/driverSchema";

/** The events that a contract's driver names (§4.8 `get_schema`), and why there are none if there are none. */
export async function contractEvents(
  connection: Connection,
  contractId: string,
): Promise<{ events: readonly DriverEvent[]; problem?: string }> {
  try {
    const node = await connection.node();
    return { events: readDriverSchema(await node.drivers.schema(contractId)).events };
  } catch (error) {
    // Without a schema the contract can still be tailed as a whole; a built-in one has its catalogue.
    const events = builtinContract(contractId)?.schema.events ?? [];
    return { events, problem: NodeError.from(error).message };
  }
}
