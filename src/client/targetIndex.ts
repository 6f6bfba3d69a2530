import type { Target } from "../wire/target";
import type { Disposable } from "./disposable";

type ByTopic<T> = Map<string, readonly T[]>;

/**
 * Finds whoever wants the events of a target: exactly that target, all its topics, or that topic of all entities. Case
 * makes no difference, because a node lower-cases what is asked for but not what it sends (§4.12).
 */
export class TargetIndex<T> {
  private readonly components = new Map<string, Map<string, ByTopic<T>>>();
  /** What the last target was and who wanted it: many events of one kind come in a row. */
  private last: { target: Target; takers: readonly T[]; whateverEntity: boolean } | undefined;

  add(target: Target, item: T): Disposable {
    this.last = undefined;
    const byEntity = ensured(this.components, target.component.toLowerCase(), () => new Map<string, ByTopic<T>>());
    const entity = target.entity?.toLowerCase() ?? "";
    const byTopic = ensured(byEntity, entity, (): ByTopic<T> => new Map());
    const topic = target.topic?.toLowerCase() ?? "";
    // Replaced, never changed: a list may be on its way through `visit`.
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), item]);
    return {
      dispose: () => {
        this.last = undefined;
        const others = (byTopic.get(topic) ?? []).filter((other) => other !== item);
        if (others.length > 0) byTopic.set(topic, others);
        else byTopic.delete(topic);
        if (byTopic.size === 0 && byEntity.get(entity) === byTopic) byEntity.delete(entity);
      },
    };
  }

  /** Calls `take` once for each item that wants an event of this target, and returns how many there were. */
  visit(target: Target, take: (item: T) => void): number {
    const takers = this.last && isKnown(this.last, target) ? this.last.takers : this.findTakers(target);
    for (const item of takers) take(item);
    return takers.length;
  }

  private findTakers(target: Target): readonly T[] {
    const byEntity = this.components.get(target.component.toLowerCase());
    const takers = byEntity ? this.takersOf(byEntity, target) : [];
    this.last = { target, takers, whateverEntity: !byEntity || byEntity.size === (byEntity.has("") ? 1 : 0) };
    return takers;
  }

  private takersOf(byEntity: Map<string, ByTopic<T>>, { entity, topic = "" }: Target): readonly T[] {
    const wanted = topic.toLowerCase();
    const ofAll = takersOf(byEntity.get(""), wanted);
    return entity === undefined ? ofAll : [...ofAll, ...takersOf(byEntity.get(entity.toLowerCase()), wanted)];
  }
}

function takersOf<T>(byTopic: ByTopic<T> | undefined, topic: string): readonly T[] {
  if (!byTopic) return [];
  return topic === "" ? (byTopic.get("") ?? []) : [...(byTopic.get("") ?? []), ...(byTopic.get(topic) ?? [])];
}

/** Whether the last target's takers are this one's too: it is the same, as far as anybody asked for entities at all. */
function isKnown(last: { target: Target; whateverEntity: boolean }, { component, entity, topic }: Target): boolean {
  const { target, whateverEntity } = last;
  return target.topic === topic && target.component === component && (whateverEntity || target.entity === entity);
}

function ensured<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
