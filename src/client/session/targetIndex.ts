import type { EventFrame } from "../../wire/eventFrame";
import type { Target } from "../../wire/target";
import type { Disposable } from "../../base/disposables";

type ByTopic<T> = Map<string, readonly T[]>;

/**
 * Finds who wants the events of a target: exactly that target, all its topics, or that topic of all entities. Case
 * makes no difference, because a node lower-cases what is asked for but not what it sends (§4.12).
 */
export class TargetIndex<T> {
  private readonly components = new Map<string, Map<string, ByTopic<T>>>();
  /** Who wanted the last event's kind, unless its entity made a difference: many events of one kind come in a row. */
  private last: { kind: EventFrame["kind"]; takers: readonly T[] } | undefined;

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

  /** Those who want an event, in a list that is never changed. */
  takers(event: Pick<EventFrame, "kind" | "target">): readonly T[] {
    const { kind } = event;
    if (this.last?.kind === kind) return this.last.takers;
    const byEntity = this.components.get(kind.component.toLowerCase());
    const entitiesMatter = byEntity !== undefined && byEntity.size > (byEntity.has("") ? 1 : 0);
    const source = kind.entity === undefined && entitiesMatter ? event.target : kind;
    const takers = byEntity ? this.takersOf(byEntity, source) : [];
    if (source === kind) this.last = { kind, takers };
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

function ensured<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
