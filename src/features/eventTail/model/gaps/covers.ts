import type { Target } from "../../../../wire/target";

/** Whether a subscription to the first yields events of the second (§4.12). */
export function covers(wanted: Target, target: Target): boolean {
  const same = (one: string | undefined, other: string | undefined) =>
    one === undefined || one.toLowerCase() === other?.toLowerCase();
  return (
    same(wanted.component, target.component) && same(wanted.entity, target.entity) && same(wanted.topic, target.topic)
  );
}
