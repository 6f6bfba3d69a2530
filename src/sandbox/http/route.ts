import type { IncomingMessage } from "node:http";
import { type Answer, type Ask, Refusal, refuse } from "./answer";
import { graphqlAnswer, legacyGraphqlRoute } from "../graphql/graphqlRoute";
import { header } from "../wire/payload";
import { blobRoute } from "../routes/blobs";
import { chainStats, gasPrice, networkRoutes, nodeRoutes, prove } from "../routes/node";
import { contractRoute } from "../routes/contract";
import { contractsRoute } from "../routes/contracts";
import { accountRoute, contractOwnerRoute } from "../routes/deprecated";
import { driverRoute } from "../routes/driver";
import { dispatches, sessionOf, subscribe, unsubscribe } from "../routes/subscriptions";
import { transactionRoutes } from "../routes/transactions";
import type { Route, SandboxNode } from "../sandboxNode";
import { parseTarget } from "../wire/target";
import { checkVersion } from "./versionRule";

/** POST routes by component (§4), and by topic where all of a component's are known. */
const routes: Record<string, Route | Record<string, Route>> = {
  account: { status: accountRoute },
  blobs: { commitment: blobRoute, hash: blobRoute },
  blocks: { "gas-price": gasPrice, ...dispatches("blocks") },
  contract: contractRoute,
  contract_owner: contractOwnerRoute,
  contracts: contractsRoute,
  driver: driverRoute,
  graphql: { query: legacyGraphqlRoute },
  network: networkRoutes,
  node: nodeRoutes,
  prover: { prove },
  stats: { account_count: chainStats, tx_count: chainStats },
  transactions: { ...transactionRoutes, ...dispatches("transactions") },
};

/** Finds who answers a request: `/graphql`, or `/on/…` by method and component. Throws `Refusal` by §7. */
export async function route(node: SandboxNode, request: IncomingMessage, url: string, body: Buffer): Promise<Answer> {
  const { prefix, keepCase, legacyGraphqlOnly, like } = node.options;
  const [path = "/", search = ""] = url.split("?", 2);
  const method = request.method ?? "GET";
  if (isGraphql(path) && !legacyGraphqlOnly) return graphqlAnswer(node, method, body, search);
  if (!isOn(path)) throw new Refusal(500, "Unsupported path");
  // Only here: a node compares no version on `/graphql` and none when a WebSocket is opened.
  checkVersion(request, prefix, node.version);
  const target = parseTarget(path, keepCase);
  const ask: Ask = { ...(target ?? nowhere), method, headers: request.headers, body };
  if (method === "GET") return subscribe(ask, node);
  if (method === "DELETE") return unsubscribe(ask, node);
  if (method !== "POST") throw refusedMethod(ask, node);
  checkSession(ask, node);
  if (ask.topic === "")
    throw like["dispatch: component, target or topic not found"] === 404
      ? refuse.notFound(`no route ${path}`)
      : badUrl();
  const component = own(routes, ask.component);
  const found = typeof component === "object" ? own(component, ask.topic) : component;
  if (!found) throw refuse.unrouted(like, `no route ${ask.component}/${ask.topic}`);
  return found(ask, node);
}

function own<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

const nowhere = { component: "", entity: undefined, topic: "" };

function isGraphql(path: string): boolean {
  return path === "/graphql" || path === "/graphql/";
}

function isOn(path: string): boolean {
  return path === "/on" || path.startsWith("/on/");
}

function badUrl(): Refusal {
  return refuse.input("Invalid URL path");
}

/** Without a session no other method comes as far as being refused. */
function refusedMethod(ask: Ask, node: SandboxNode): Refusal {
  sessionOf(ask, node);
  return refuse.plainJson(405, "Method not allowed");
}

/** A dispatch may go without a session, but not with one that the node does not know (§7). */
function checkSession(ask: Ask, node: SandboxNode): void {
  if (node.options.like["dispatch: session id mismatch"] === 200) return;
  const id = header(ask, `${node.options.prefix}-Session-Id`);
  if (id !== undefined && !node.sessions.get(id)) throw refuse.session();
}
