import type { Control } from "./controlBody";
import type { Json } from "../wire/json";
import type { SandboxNode } from "../sandboxNode";

const mostPerSecond = 100_000;
const mostMemoBytes = 1 << 20;

/** What the node has counted, and the settings that a test may change while it runs. */
export const stateControls: Record<string, Control> = {
  state: (_body, node) => state(node),

  /** No faults, counters at zero, the version and schema it was started with. */
  reset: (_body, node) => {
    node.faults.clear();
    node.counters.reset();
    node.sessions.forgetEnded();
    node.version = node.options.nodeVersion;
    node.sdl = undefined;
    node.driverSchemas.clear();
    node.flood.setRate(node.options.rate);
    node.flood.setLargeRate(0, 0);
    return state(node);
  },

  /** `{ version }`: what every answer says from now on. */
  version: (body, node) => {
    node.version = body.text("version");
    return { version: node.version };
  },

  /** `{ sdl }` replaces the GraphQL schema; `{ contract, schema }` a driver's. Without either, both are as at the start. */
  schema: (body, node) => {
    if (body.has("sdl")) node.sdl = body.text("sdl");
    else if (body.has("contract")) node.driverSchemas.set(body.text("contract"), body.value("schema") ?? null);
    else {
      node.sdl = undefined;
      node.driverSchemas.clear();
    }
  },

  /** `{ perSecond, largePerSecond?, memoLength? }`: extra events of the counter contract, and long transactions. */
  rate: (body, node) => {
    node.flood.setRate(body.number("perSecond", mostPerSecond));
    node.flood.setLargeRate(
      body.number("largePerSecond", mostPerSecond, 0),
      body.number("memoLength", mostMemoBytes, 0),
    );
  },
};

function state(node: SandboxNode): Json {
  const { counters, sessions } = node;
  const { chain, ledger } = node.world;
  return {
    height: chain.height,
    finalizedHeight: chain.finalizedHeight,
    version: node.version,
    openSockets: counters.openSockets,
    connections: counters.connections,
    ...counters.all,
    sessions: sessions.all.map(({ id, delivered, subscriptions, halfOpen }) => ({
      id,
      delivered,
      halfOpen,
      subscriptions: [...subscriptions],
    })),
    endedSessions: sessions.ended,
    accounts: [...ledger.quiet],
    contracts: Object.fromEntries([...node.world.contracts.values()].map(({ title, id }) => [title, id])),
    blobs: node.blobs.map(({ commitment, hash, bytes }) => ({ commitment, hash, bytes: bytes.length })),
  };
}
