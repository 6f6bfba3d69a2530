import { checkContractId } from "../../wire/ids";
import { NodeError } from "../../client/nodeError";
import { checkedTarget, targetWarning } from "../../client/subscriptionRules";
import type { Target } from "../../wire/target";
import type { ContractNames } from "./contractNames";

/** A target as it can be subscribed to, or what is wrong with it. */
export type TypedTarget = { target: Target; warning?: string } | { problem: string };

/**
 * Reads a target as a person types it: `blocks/accepted`, `contracts:<id or name>/<event>`, `<id or name>/<event>`, the
 * same with `/on/` before it. A topic is free text, so everything after the first slash belongs to it.
 */
export function typedTarget(text: string, names: ContractNames): TypedTarget {
  const path = text.trim().replace(/^\/?on\//, "");
  const slash = path.indexOf("/");
  const [head, topic] = slash < 0 ? [path, undefined] : [path.slice(0, slash), path.slice(slash + 1)];
  const [, component = "", entity] = /^([^:]*)(?::([^]*))?$/.exec(head.trim()) ?? [];
  const contract = entity === undefined ? contractOf(component, names) : undefined;
  const named = contract ?? (isContracts(component) && entity ? contractOf(entity, names) : undefined);
  const given: Target = {
    component: contract ? "contracts" : component,
    ...((named ?? entity) !== undefined && { entity: named ?? entity?.trim() ?? "" }),
    ...(topic !== undefined && { topic }),
  };
  try {
    const target = checkedTarget(given);
    const warning = targetWarning(target);
    return warning === undefined ? { target } : { target, warning };
  } catch (error) {
    const { message, remedy } = NodeError.from(error);
    return { problem: remedy ? `${message} ${remedy}` : message };
  }
}

function contractOf(text: string, names: ContractNames): string | undefined {
  const id = checkContractId(text);
  return id.ok ? id.value : names.idOf(text);
}

function isContracts(component: string): boolean {
  return component.trim().toLowerCase() === "contracts";
}
