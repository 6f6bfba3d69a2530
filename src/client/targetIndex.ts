import type { Target } from "../wire/target";
import type { Disposable } from "./disposable";

type ByTopic<T> = Map<string, readonly T[]>;

/**
 * Finds whoever wants the events of a target: exactly that target, all its topics, or that topic of all entities. Case
 * makes no difference, because a node lower-cases what is asked for but not what it sends (§4.12).
 */
export class TargetIndex<T> {
  private readonly components = new Map<string, Map<string, ByTopic<T>>>();

  add(target: Target, item: T): Disposable {
    const byEntity = ensured(this.components, target.component.toLowerCase(), () => new Map<string, ByTopic<T>>());
    const byTopic = ensured(byEntity, target.entity?.toLowerCase() ?? "", (): ByTopic<T> => new Map());
    const topic = target.topic?.toLowerCase() ?? "";
    // Replaced, never changed: a list may be on its way through `visit`.
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), item]);
    return {
      dispose: () => {
        const others = (byTopic.get(topic) ?? []).filter((other) => other !== item);
        if (others.length > 0) byTopic.set(topic, others);
        else byTopic.delete(topic);
      },
    };
  }

  /** Calls `take` once for each item that wants an event of this target, and returns how many there were. */
  visit(target: Target, take: (item: T) => void): number {
    const byEntity = found(this.components, target.component);
    if (!byEntity) return 0;
    const { entity, topic = "" } = target;
    const ofAll = visitTopic(byEntity.get(""), topic, take);
    return entity === undefined ? ofAll : ofAll + visitTopic(found(byEntity, entity), topic, take);
  }
}

function visitTopic<T>(byTopic: ByTopic<T> | undefined, topic: string, take: (item: T) => void): number {
  if (!byTopic) return 0;
  const wantsAll = byTopic.get("") ?? none;
  const wantsTopic = topic === "" ? none : (found(byTopic, topic) ?? none);
  for (const item of wantsAll) take(item);
  for (const item of wantsTopic) take(item);
  return wantsAll.length + wantsTopic.length;
}

const none: readonly never[] = [];

/** Nearly every name comes in lower case already, so the lower-casing is left for when it does not. */
function found<V>(map: Map<string, V>, name: string): V | undefined {
  return map.get(name) ?? map.get(name.toLowerCase());
}

function ensured<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
