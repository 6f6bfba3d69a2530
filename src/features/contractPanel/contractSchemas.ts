import type { DriverState } from "../../bridge/contractPage";
import type { Connection } from "../../client/connection";
import { failureWords } from "../../client/failureWords";
import { NodeError } from "../../client/nodeError";
import { builtinContract, builtinDriverNote } from "../../contract/builtinContracts";
import { type DriverSchema, readDriverSchema } from "../../contract/driverSchema";

/** What a node's driver for a contract tells of it. */
export interface ContractDescription {
  schema: DriverSchema;
  driver: DriverState;
  /** For a person: why there is no schema, or what to know of the driver. */
  notes: string[];
}

/** How long a description is taken for true; a driver may be replaced, and a broken one must not be asked again and again. */
const keptMs = 60_000;

/** The schemas (§4.8 `get_schema`) of the contracts of each connection, remembered for a minute, failures as well. */
export class ContractSchemas {
  private readonly remembered = new WeakMap<Connection, Map<string, Entry>>();

  constructor(private readonly now: () => number = Date.now) {}

  /**
   * Describes a contract. A contract without a driver, or whose driver fails at its schema, is described by what is
   * built in or by nothing, and the notes say why. Rejects with a NodeError when the node itself cannot be asked.
   */
  describe(connection: Connection, contractId: string, fresh = false): Promise<ContractDescription> {
    const contracts = this.remembered.get(connection) ?? new Map<string, Entry>();
    this.remembered.set(connection, contracts);
    const entry = contracts.get(contractId);
    if (entry && !fresh && this.now() - entry.at < keptMs) return entry.asked;
    const made: Entry = { at: this.now(), asked: ask(connection, contractId) };
    contracts.set(contractId, made);
    made.asked.then(
      (description) => (made.description = description),
      () => contracts.delete(contractId),
    );
    return made.asked;
  }

  /** What was last learned of a contract, however long ago; nothing is asked. */
  known(connection: Connection, contractId: string): ContractDescription | undefined {
    return this.remembered.get(connection)?.get(contractId)?.description;
  }
}

interface Entry {
  at: number;
  asked: Promise<ContractDescription>;
  description?: ContractDescription;
}

async function ask(connection: Connection, contractId: string): Promise<ContractDescription> {
  const node = await connection.node();
  const builtin = builtinContract(contractId);
  try {
    const schema = readDriverSchema(await node.drivers.schema(contractId));
    return { schema, driver: "described", notes: [...(builtin ? [builtinDriverNote] : []), ...schema.problems] };
  } catch (thrown) {
    const error = NodeError.from(thrown);
    if (!isOfTheDriver(error)) throw error;
    if (builtin) return { schema: builtin.schema, driver: "built-in", notes: [noSchema(error), builtinDriverNote] };
    const driver = error.reason === "not-found" ? "none" : "silent";
    const next = driver === "none" ? noDriverNote : silentNote;
    return { schema: readDriverSchema("{}"), driver, notes: [noSchema(error), next] };
  }
}

const noDriverNote = "Without one the node cannot read or write JSON for it: give the input as hex.";
const silentNote = "The driver may still encode and decode: write the name of a function and its input as JSON.";

/** Whether only this driver is at fault, and not the node or the way to it. */
function isOfTheDriver({ reason }: NodeError): boolean {
  return ["not-found", "not-offered", "closed-without-answer", "node-fault", "malformed-answer", "refused"].includes(
    reason,
  );
}

function noSchema(error: NodeError): string {
  const { sentence } = failureWords(error);
  return error.reason === "not-found" ? sentence : `No schema: ${sentence}`;
}
