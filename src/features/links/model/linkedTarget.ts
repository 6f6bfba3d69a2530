import { contractNamed, type KnownContract } from "../../../contract/schema/knownContracts";
import type { Target } from "../../../wire/target";

/** The target that a link names, as `blocks/accepted` or `contracts:<id or name>/<topic>`; not checked yet. */
export function linkedTarget(text: string, named: readonly KnownContract[]): Target {
  const slash = text.indexOf("/");
  const head = slash < 0 ? text : text.slice(0, slash);
  const colon = head.indexOf(":");
  const component = colon < 0 ? head : head.slice(0, colon);
  const entity = colon < 0 ? undefined : head.slice(colon + 1);
  const contract = entity === undefined ? undefined : contractNamed(entity, named);
  return {
    component,
    ...(entity !== undefined && { entity: contract?.ok ? contract.value : entity }),
    ...(slash >= 0 && { topic: text.slice(slash + 1) }),
  };
}
