import { t } from "../../../../base/translate";
import { checkContractId, checkHash } from "../../../../wire/ids";
import { failureLine } from "../../../../client/failures/failureWords";
import { checkedTarget, targetWarning } from "../../../../client/session/subscriptionRules";
import { shortWords } from "../../../../wire/shortWords";
import type { Target } from "../../../../wire/target";
import { chainTopics } from "./chainTopics";
import { ContractNames } from "../decode/contractNames";

/** A target as it can be subscribed to, or what is wrong with it. A transaction without a topic means all its topics. */
export type TypedTarget = { target: Target; warning?: string } | { problem: string };

/**
 * Reads a target as a person types it: `blocks/accepted`, `contracts:<id or name>/<event>`, `<id or name>/<event>`, the
 * same with `/on/` before it. A topic is free text, so everything after the first slash belongs to it.
 */
export function typedTarget(text: string, names = new ContractNames([])): TypedTarget {
  // For blocks the topic is optional (§6.2), with the slash before it or without.
  const path = text
    .trim()
    .replace(/^\/?on\//, "")
    .replace(/^blocks\/$/i, "blocks");
  const slash = path.indexOf("/");
  const [head, topic] = slash < 0 ? [path, undefined] : [path.slice(0, slash), path.slice(slash + 1)];
  const [, component = "", entity] = /^([^:]*)(?::([^]*))?$/.exec(head.trim()) ?? [];
  const contract = entity === undefined ? contractOf(component, names) : undefined;
  const named = contract ?? (isContracts(component) && entity ? contractOf(entity, names) : undefined);
  if (isContracts(component) && entity && !named && !mayBeHex(entity))
    return {
      problem: t`No contract is named “${shortWords(entity.trim())}”: give its id of 64 hex digits, or a name it has here.`,
    };
  const given: Target = {
    component: contract ? "contracts" : component,
    ...((named ?? entity) !== undefined && { entity: named ?? entity?.trim() ?? "" }),
    ...(topic !== undefined && { topic }),
  };
  const transaction = wholeTransaction(given);
  if (transaction) return transaction.ok ? { target: transaction.target } : { problem: transaction.problem };
  try {
    const target = checkedTarget(given);
    const warning = targetWarning(target, topic === undefined ? [] : names.all);
    return warning === undefined ? { target } : { target, warning };
  } catch (error) {
    return { problem: failureLine(error) };
  }
}

/** The targets that are subscribed to for one that is asked for: a node wants a transaction's topics one by one (§4.12). */
export function eachTopic(target: Target): Target[] {
  if (target.component !== "transactions" || target.topic) return [target];
  return chainTopics.flatMap(({ component, topic }) => (component === "transactions" ? [{ ...target, topic }] : []));
}

function wholeTransaction({ component, entity, topic }: Target) {
  if (component.trim().toLowerCase() !== "transactions" || !entity || topic !== undefined) return undefined;
  const hash = checkHash(entity);
  return hash.ok ? { ok: true as const, target: { component: "transactions", entity: hash.value } } : hash;
}

function contractOf(text: string, names: ContractNames): string | undefined {
  const id = checkContractId(text);
  return id.ok ? id.value : names.idOf(text);
}

/** Whether a person has begun to type an id, and no name. */
function mayBeHex(text: string): boolean {
  return text.trim() === "*" || /^\s*(?:0x)?[0-9a-f]+\s*$/i.test(text) || text.trim().length >= 64;
}

function isContracts(component: string): boolean {
  return component.trim().toLowerCase() === "contracts";
}
