import { t } from "../base/translate";

/**
 * What a path of the interface names (§4.12): `/on/<component>[:<entity>]/<topic>`. For requests that execute something,
 * the topic is the method.
 */
export interface Target {
  component: string;
  entity?: string;
  topic?: string;
}

/**
 * The path of an event target. Component and topic are lower-cased, as the node itself does; what a URL cannot carry is
 * percent-encoded. Throws a SyntaxError for a target that no path can name.
 */
export function targetPath(target: Target): string {
  return path(target, target.topic?.toLowerCase());
}

/** The path of a method. It keeps the method's case: a node that lower-cases it does so by itself. */
export function methodPath(target: Target): string {
  return path(target, target.topic);
}

/** Whether two names of events mean the same to a node, which lower-cases what is asked for (§4.12). */
export function sameTopic(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** The target that the path of a request names, its topic in the case it came in. */
export function parseTarget(path: string): Target | undefined {
  const parts = /^\/on\/([^/:]+)(?::([^/]*))?(?:\/([^]*))?$/.exec(path);
  if (!parts) return undefined;
  const [, component = "", entity, topic] = parts;
  return {
    component: decoded(component).toLowerCase(),
    ...(entity ? { entity: decoded(entity) } : {}),
    ...(topic ? { topic: decoded(topic) } : {}),
  };
}

/** Why the node would not accept a subscription to this target (§4.12, §6.2); undefined when it may. */
export function subscriptionProblem({ component, entity, topic }: Target): string | undefined {
  const name = component.toLowerCase();
  if (name === "") return t`Name a component: blocks, transactions or contracts.`;
  if (topic === "") return t`The topic is empty: name one, or leave out the slash as well.`;
  if (name === "transactions" && topic === undefined) {
    return t`A transactions subscription needs a topic, such as included or executed.`;
  }
  if (name === "contracts" && !entity && topic?.toLowerCase() !== "deploy") {
    return t`A contract subscription needs the contract's id: contracts:<id>/<event name>.`;
  }
  return undefined;
}

function path({ component, entity }: Target, topic: string | undefined): string {
  if (component === "") throw new SyntaxError(t`The component is empty.`);
  if (entity === "") throw new SyntaxError(t`The entity is empty.`);
  if (topic === "") throw new SyntaxError(t`The topic is empty.`);
  const head = encoded(component.toLowerCase()).replaceAll(":", "%3A");
  return `/on/${head}${entity === undefined ? "" : `:${encoded(entity)}`}${topic === undefined ? "" : `/${encoded(topic)}`}`;
}

function encoded(part: string): string {
  if (/^[\w-]+$/.test(part)) return part;
  // A lone "." or ".." would be resolved away by anyone who normalises the URL, even in its encoded form.
  if (part === "." || part === "..") throw new SyntaxError(t`“${part}” cannot be part of a URL path.`);
  try {
    return encodeURIComponent(part).replaceAll("%3A", ":");
  } catch (cause) {
    throw new SyntaxError(t`The name holds half of a character pair, which no URL can carry.`, { cause });
  }
}

function decoded(part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
