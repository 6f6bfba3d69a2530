import type { Answer, Ask } from "../http/answer";
import { refuse } from "../http/answer";
import type { SandboxNode } from "../sandboxNode";
import { sessionOf } from "./subscriptions";

/** POST on an event path (§6.3): the node takes the event for processing, 202; it needs a session. */
export function acceptDispatch(ask: Ask, node: SandboxNode, topics: string[]): Answer {
  const { like } = node.options;
  if (!topics.includes(ask.topic)) throw refuse.unrouted(like, `no route ${ask.component}/${ask.topic}`);
  if (like["dispatch to an event path"] !== 202) throw refuse.unsupported();
  sessionOf(ask, node);
  return { status: 202 };
}
