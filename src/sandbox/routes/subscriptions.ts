import type { Answer, Ask } from "../http/answer";
import { Refusal, refuse } from "../http/answer";
import type { Route, SandboxNode } from "../sandboxNode";
import type { Session } from "../events/session";
import { targetKey } from "../wire/target";
import { header } from "../wire/payload";

const topics = {
  blocks: ["accepted", "statechange", "reverted"],
  transactions: ["included", "removed", "executed", "deferred", "dropped"],
};

/** POST on an event path (§6.3): the node takes the event for processing, 202; it needs a session. */
export function dispatches(component: keyof typeof topics): Record<string, Route> {
  return Object.fromEntries(topics[component].map((topic) => [topic, acceptDispatch]));
}

function acceptDispatch(ask: Ask, node: SandboxNode): Answer {
  if (node.options.like["dispatch to an event path"] !== 202) throw refuse.unsupported();
  sessionOf(ask, node);
  return { status: 202 };
}

/** GET on an event path (§4.12): subscribes the session; 200 with an empty body. */
export function subscribe(ask: Ask, node: SandboxNode): Answer {
  node.counters.count("subscribes", targetKey(ask));
  const session = sessionOf(ask, node);
  checkTarget(ask, node);
  session.subscriptions.add(targetKey(ask));
  return { status: 200 };
}

/** DELETE on an event path: 404 when there is no such subscription. */
export function unsubscribe(ask: Ask, node: SandboxNode): Answer {
  const key = targetKey(ask);
  node.counters.count("unsubscribes", key);
  const session = sessionOf(ask, node);
  checkTarget(ask, node);
  if (!session.subscriptions.delete(key)) throw refuse.plainJson(404, "Subscription not found");
  if (node.faults.lateEvents) deliverLate(ask, node, session);
  return { status: 200 };
}

/** The session that a request names; 424 when it names none that is open. */
export function sessionOf(ask: Ask, node: SandboxNode): Session {
  const { prefix, stickyCookie } = node.options;
  const session = node.sessions.get(header(ask, `${prefix}-Session-Id`)?.toLowerCase() ?? "");
  const routed = stickyCookie === "" || ask.headers.cookie?.split(/;\s*/).includes(stickyCookie);
  if (!session || !routed) throw refuse.session();
  return session;
}

/** Component and target must exist, and the path be whole: the topic is optional for blocks and contracts at most. */
function checkTarget(ask: Ask, node: SandboxNode): void {
  const { component, entity, topic } = ask;
  const { like } = node.options;
  const optional = like["topic of a subscription"] === "optional" && ["blocks", "contracts"].includes(component);
  if (topic === "" && !(optional && (component === "blocks" || entity !== undefined))) throw badPath();
  if (component === "contracts" && entity === undefined) return checkDeployments(ask, node);
  if (like["subscribe: component or target not found"] === 200) return;
  if (component === "contracts") return checkContract(entity ?? "", node);
  if (component === "node" || component === "graphql") return;
  const known = Object.hasOwn(topics, component) ? topics[component as keyof typeof topics] : undefined;
  if (!known) throw refuse.notFound(`unknown component ${component}`);
  if (entity !== undefined && !isHash(entity)) throw refuse.notFound(`no such target ${targetKey(ask)}`);
  if (topic !== "" && !known.includes(topic)) throw badPath();
}

function checkDeployments({ topic }: Ask, { options }: SandboxNode): void {
  if (topic !== "deploy" || options.like["subscription to contracts/deploy"] !== 200) throw badPath();
}

function checkContract(entity: string, node: SandboxNode): void {
  if (!isHash(entity) || node.ownerOf(entity) === undefined) throw refuse.notFound(`Contract ${entity} not found`);
}

function isHash(entity: string): boolean {
  return /^[0-9a-f]{64}$/.test(entity);
}

/** Deployed nodes answer this text: doubled braces and a bare line break, so no JSON. */
function badPath(): Refusal {
  return new Refusal(404, '{{"error":"Invalid URL path\n"}}');
}

function deliverLate({ component, entity, topic }: Ask, node: SandboxNode, session: Session): void {
  const event = {
    component,
    topic: topic || "late",
    data: Buffer.from("{}"),
    ...(entity === undefined ? {} : { entity }),
  };
  setImmediate(() => session.deliver(node.frameOf(event)));
}
