import { t } from "../../../base/translate";
import type { DriverState } from "../../../bridge/contractPage";
import { moreNamesOnChain, namesOnChain } from "../../../client/calledFunctions";
import type { Connection } from "../../../client/connection";
import { noDriver } from "../../../client/contractStanding";
import { failureWords } from "../../../client/failures/failureWords";
import { NodeError } from "../../../client/failures/nodeError";
import {
  cataloguedContract,
  namedContract,
  schemaContract,
  type DescribedContract,
  type UsedNames,
} from "../../../contract/schema/describedContract";
import type { DriverSchema } from "../../../contract/schema/driverSchema";
import { hasBuiltInDriver } from "../../../wire/ids";

/** What a node's driver for a contract tells of it. */
export interface ContractDescription {
  schema: DriverSchema;
  driver: DriverState;
  /** For a person: why there is no schema, or what to know of the driver. */
  notes: string[];
}

/** Cache lifetime of a description: a driver may be replaced, and a broken one must not be asked again and again. */
const keptMs = 60_000;

/** The schemas (§4.8 `get_schema`) of the contracts of each connection, remembered for a minute, failures as well. */
export class ContractSchemas {
  private readonly remembered = new WeakMap<Connection, Map<string, Entry>>();

  constructor(
    private readonly now: () => number = Date.now,
    /** Names of a contract's functions that were called before. */
    private readonly used: (contractId: string) => readonly string[] = () => [],
  ) {}

  /**
   * Describes a contract. Of a built-in one the driver is not asked, unless that is wanted (`fresh`). A contract without a
   * driver, or whose driver names nothing, is described by the names that it was used by, and the notes say so. Rejects
   * with a NodeError when there is no such contract, or when the node itself cannot be asked.
   */
  describe(connection: Connection, contractId: string, fresh = false): Promise<ContractDescription> {
    const contracts = this.remembered.get(connection) ?? this.begin(connection);
    const entry = contracts.get(contractId);
    // What a built-in driver was asked for once by a person is not asked for again by itself.
    const isKept = entry && ((entry.fresh && hasBuiltInDriver(contractId)) || this.now() - entry.at < keptMs);
    if (entry && isKept && !fresh) return entry.asked;
    const made: Entry = {
      at: this.now(),
      fresh,
      asked: ask(connection, contractId, fresh, entry !== undefined, this.used),
    };
    contracts.set(contractId, made);
    made.asked.then(
      (description) => (made.description = description),
      () => contracts.delete(contractId),
    );
    return made.asked;
  }

  private begin(connection: Connection): Map<string, Entry> {
    const contracts = new Map<string, Entry>();
    this.remembered.set(connection, contracts);
    const dropChanged = (contractId: string) => {
      if (contracts.get(contractId)?.description) contracts.delete(contractId);
    };
    connection.node().then(
      ({ schemas }) => schemas.onChange(dropChanged),
      () => this.remembered.delete(connection),
    );
    return contracts;
  }

  /** What was last learned of a contract, however long ago; nothing is asked. */
  known(connection: Connection, contractId: string): ContractDescription | undefined {
    return this.remembered.get(connection)?.get(contractId)?.description;
  }
}

interface Entry {
  at: number;
  fresh: boolean;
  asked: Promise<ContractDescription>;
  description?: ContractDescription;
}

async function ask(
  connection: Connection,
  contractId: string,
  fresh: boolean,
  isKnown: boolean,
  used: (contractId: string) => readonly string[],
): Promise<ContractDescription> {
  const node = await connection.node();
  // From here first and then by anyone.
  const withUsed = async (names: Promise<UsedNames>): Promise<UsedNames> => {
    const { functions, events } = await names;
    return { functions: [...new Set([...used(contractId), ...functions])], events };
  };
  // Built-in contracts have what the catalogue has, and what was used of them: a node may be newer.
  const catalogued =
    cataloguedContract(contractId) &&
    cataloguedContract(contractId, await withUsed(moreNamesOnChain(node, contractId)));
  // The handlers of built-in drivers may close the connection at this question, so only a person asks it.
  if (catalogued && !fresh) return described("built-in", catalogued);
  try {
    const found = schemaContract(contractId, await node.schemas.of(contractId, fresh || isKnown));
    if (found) return described("described", found);
    if (catalogued) return described("built-in", catalogued);
    return described("silent", namedContract(await withUsed(namesOnChain(node, contractId))));
  } catch (thrown) {
    const error = NodeError.from(thrown);
    if (!isOfTheDriver(error) || error.missing === "contract") throw error;
    const why = t`No schema: ${failureWords(error).sentence}`;
    if (catalogued) return described("built-in", catalogued, why);
    const isMissing = error.reason === "not-found";
    const names = await withUsed(namesOnChain(node, contractId));
    if (isMissing) return described("none", namedContract(names, noDriver));
    return described("silent", namedContract(names), why);
  }
}

function described(driver: DriverState, { schema, notes }: DescribedContract, more?: string): ContractDescription {
  return { schema, driver, notes: [...notes, ...(more === undefined ? [] : [more])] };
}

/** Whether only this driver is at fault, and not the node or the way to it. */
function isOfTheDriver({ reason }: NodeError): boolean {
  return ["not-found", "not-offered", "closed-without-answer", "node-fault", "malformed-response", "refused"].includes(
    reason,
  );
}
