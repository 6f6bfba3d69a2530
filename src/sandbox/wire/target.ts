/** The path `/on/<component>[:<entity>][/<topic>]`, component and topic in lower case unless `keepCase` (§4.12). */
export interface RequestTarget {
  component: string;
  entity: string | undefined;
  topic: string;
}

/** What follows the topic means nothing. Undefined when the path is no `/on/…` path or its percent-encoding is broken. */
export function parseTarget(path: string, keepCase: boolean): RequestTarget | undefined {
  const match = /^\/on\/([^/:]*)(?::([^/]*))?(?:\/([^/]*))?/.exec(path);
  if (!match) return undefined;
  try {
    const [component, entity, topic] = [match[1], match[2], match[3]].map((part) => part && decodeURIComponent(part));
    const fold = (text: string) => (keepCase ? text : text.toLowerCase());
    const name = (component ?? "").toLowerCase();
    // An id of a contract is the same in capitals, whatever is done with it.
    return { component: name, entity: name === "contracts" ? entity?.toLowerCase() : entity, topic: fold(topic ?? "") };
  } catch {
    return undefined;
  }
}

/** Readable key of a target, as subscriptions are kept and counted. */
export function targetKey({ component, entity, topic }: RequestTarget): string {
  return `${component}${entity === undefined ? "" : `:${entity}`}${topic === "" ? "" : `/${topic}`}`;
}
