import { t } from "../../base/translate";
import { builtinContracts } from "./builtinContracts";
import { checkContractId, type CheckedId, shortId } from "../../wire/ids";
import { contractIdOf } from "./contractId";

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

/** The id of a contract as a person may write it: the id itself, or a name, in whatever case if only one has it so. */
export function contractNamed(text: string, named: readonly KnownContract[]): CheckedId {
  const checked = checkContractId(text);
  if (checked.ok) return checked;
  const wanted = text.trim();
  const known = knownContracts(named);
  const exact = known.filter(({ name }) => name === wanted);
  const found = exact.length > 0 ? exact : known.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const [only] = found;
  if (!only) return checked;
  if (found.length > 1)
    return { ok: false, problem: t`${found.length} contracts are named ${only.name}: give the id.` };
  return { ok: true, value: only.id };
}

/** A contract's name if it has one, else its short id. */
export function contractName(id: string, named: readonly KnownContract[]): string {
  return knownContracts(named).find((contract) => contract.id === id)?.name ?? shortId(id);
}
