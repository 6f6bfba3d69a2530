import { checkContractId, checkHash } from "../wire/ids";
import { subscriptionProblem, targetPath, type Target } from "../wire/target";
import { NodeError } from "./nodeError";

/**
 * The target in the spelling that is sent, its topic as given (§4.12, §6.2). Throws NodeError `invalid-input` for what
 * no node can subscribe to, before anything is sent.
 */
export function checkedTarget(target: Target): Target {
  const component = target.component.trim().toLowerCase();
  const { entity, topic } = target;
  if (entity === "*" || topic === "*") {
    throw refusal("There are no wildcards: “*” would be taken for a name.", "Leave the part out to get all of them.");
  }
  const given: Target = {
    component,
    ...(entity === undefined ? {} : { entity }),
    ...(topic === undefined ? {} : { topic }),
  };
  const problem = subscriptionProblem(topic?.trim() === "" ? { ...given, topic: "" } : given);
  if (problem) throw refusal(problem);
  if (entity !== undefined) given.entity = checkedEntity(component, entity);
  try {
    targetPath(given);
  } catch (error) {
    throw refusal(error instanceof Error ? error.message : String(error));
  }
  return given;
}

/** What to expect of a target that may be subscribed to and yet never yield an event; undefined when all is well. */
export function targetWarning({ topic = "" }: Target): string | undefined {
  if (topic.includes("*")) return "“*” is no wildcard: only events with exactly this name arrive.";
  if (topic !== topic.toLowerCase()) {
    return `Nodes lower-case topics: events named “${topic}”, with capital letters, may never arrive.`;
  }
  return undefined;
}

function checkedEntity(component: string, entity: string): string {
  if (!["blocks", "transactions", "contracts"].includes(component)) return entity;
  const id = component === "contracts" ? checkContractId(entity) : checkHash(entity);
  if (!id.ok) throw refusal(id.problem);
  return id.value;
}

function refusal(message: string, remedy?: string): NodeError {
  return new NodeError("invalid-input", message, remedy === undefined ? {} : { remedy });
}
