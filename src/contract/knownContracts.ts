import { builtinContracts } from "./builtinContracts";
import { contractIdOf, shortContractId } from "./contractId";

/** A contract with the name it is shown by. */
export interface KnownContract {
  /** 64 lower-case hex digits. */
  readonly id: string;
  readonly name: string;
}

/**
 * The contracts to offer: those a person named, in their order, then the built-in ones that were not renamed.
 * An entry whose id is no contract id is left out.
 */
export function knownContracts(named: readonly KnownContract[]): KnownContract[] {
  const byId = new Map<string, KnownContract>();
  for (const { id, name } of [...named, ...builtinContracts]) {
    const normal = contractIdOf(id);
    if (normal && !byId.has(normal)) byId.set(normal, { id: normal, name });
  }
  return [...byId.values()];
}

/** A contract's name if it has one, else its short id. */
export function contractName(id: string, named: readonly KnownContract[]): string {
  return knownContracts(named).find((contract) => contract.id === id)?.name ?? shortContractId(id);
}
