import { t } from "../../base/translate";
import { messageOf } from "../../base/words";
import { checkContractId, checkHash } from "../../wire/ids";
import { nearestWord } from "../../wire/nearestWord";
import { sameTopic, subscriptionProblem, targetPath, type Target } from "../../wire/target";
import { NodeError } from "../failures/nodeError";
import { present } from "../../base/present";

/**
 * The target in the spelling that is sent, its topic as given (§4.12, §6.2). Throws NodeError `invalid-input` for what
 * no node can subscribe to, before anything is sent.
 */
export function checkedTarget(target: Target): Target {
  const component = target.component.trim().toLowerCase();
  const { entity, topic } = target;
  if (entity === "*" || topic === "*") {
    throw refusal(t`There are no wildcards: “*” would be taken for a name.`, t`Leave the part out to get all of them.`);
  }
  const given: Target = present({ component, entity, topic });
  const problem = subscriptionProblem(topic?.trim() === "" ? { ...given, topic: "" } : given);
  if (problem) throw refusal(problem);
  if (entity !== undefined) given.entity = checkedEntity(component, entity);
  try {
    targetPath(given);
  } catch (error) {
    throw refusal(messageOf(error));
  }
  return given;
}

/** The topics of each component that the interface names (§6.2); those of contracts are their own. */
const topicsOf: Readonly<Record<string, readonly string[]>> = {
  blocks: ["accepted", "statechange", "reverted"],
  transactions: ["included", "removed", "executed", "deferred", "dropped"],
  contracts: [],
  node: [],
  graphql: [],
};

/**
 * What to expect of a target that may be subscribed to and yet never yield an event, since some nodes accept whatever is
 * asked for; undefined when all is well. `named`: the names that may stand for a contract.
 */
export function targetWarning({ component, topic = "" }: Target, named: readonly string[] = []): string | undefined {
  const topics = Object.hasOwn(topicsOf, component) ? topicsOf[component] : undefined;
  if (!topics) return unknown(t`component or contract “${component}”`, component, [...Object.keys(topicsOf), ...named]);
  if (topic.includes("*")) return t`“*” is no wildcard: only events with exactly this name arrive.`;
  if (topics.length > 0 && topic !== "" && !topics.includes(topic.toLowerCase()))
    return unknown(t`topic “${topic}” of ${component}`, topic, topics);
  if (topic !== topic.toLowerCase()) {
    return t`Nodes lower-case topics: events named “${topic}”, with capital letters, may never arrive.`;
  }
  return undefined;
}

/** What to say of a contract's event that is not among those known; undefined when it is, or when all may be unknown. */
export function eventWarning(topic: string, known: readonly string[]): string | undefined {
  const isKnown = known.some((each) => sameTopic(each, topic));
  return isKnown || known.length === 0 ? undefined : unknown(t`event “${topic}” of this contract`, topic, known);
}

function unknown(what: string, typed: string, names: readonly string[]): string {
  const nearest = nearestWord(typed, names);
  return t`There is no known ${what}: nothing may ever arrive.${nearest === undefined ? "" : t` Did you mean ${nearest}?`}`;
}

function checkedEntity(component: string, entity: string): string {
  if (!["blocks", "transactions", "contracts"].includes(component)) return entity;
  const id = component === "contracts" ? checkContractId(entity) : checkHash(entity);
  if (!id.ok) throw refusal(id.problem);
  return id.value;
}

function refusal(message: string, remedy?: string): NodeError {
  return new NodeError("invalid-input", message, { remedy });
}
