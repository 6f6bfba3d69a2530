import type { Answer, Ask } from "../answer";
import { refuse } from "../answer";
import type { SandboxNode } from "../sandboxNode";
import { sessionOf } from "./subscriptions";

/** POST on an event path (§6.3): the node takes the event for processing, 202; it needs a session. */
export function acceptDispatch(ask: Ask, node: SandboxNode, topics: string[]): Answer {
  if (!topics.includes(ask.topic)) throw refuse.notFound(`no route ${ask.component}/${ask.topic}`);
  sessionOf(ask, node);
  return { status: 202 };
}
