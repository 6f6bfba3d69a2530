import { mostMs, type Control, type ControlBody } from "./controlBody";
import type { SampleContract } from "../contracts/contract";
import { sandboxChainId } from "../chain/chainId";
import { writeJson } from "../wire/json";
import type { NodeEvent } from "../events/nodeEvent";
import type { SandboxNode } from "../sandboxNode";
import { encodeTransaction, decodeTransaction } from "../chain/transactionFormat";

/** What is made in one go keeps everybody else waiting. */
const mostBlocks = 1000;
const mostEvents = 100_000;

/** Makes things happen on the chain at once. */
export const chainControls: Record<string, Control> = {
  /** `{ count? }`: accepts so many blocks. */
  block: (body, node) => {
    for (let made = 0; made < body.number("count", mostBlocks, 1); made++) node.world.advance();
    return { height: node.world.chain.height };
  },

  /** `{ ms? }`: blocks come by themselves at this distance from now on, with 0 not at all; none: as at the start. */
  pace: (body, node) => node.setPace(body.number("ms", mostMs, node.options.blockMs)),

  /** Reverts the newest block and accepts another in its place. */
  revert: (_body, node) => {
    node.world.chain.fork(node.world.chain.height);
    return { height: node.world.chain.height };
  },

  /** `{ height }`: reverts the blocks from there on, the newest first, and accepts others in their place. */
  fork: (body, node) => {
    node.world.chain.fork(heightOf(body, node));
    return { height: node.world.chain.height };
  },

  /**
   * `{ height?, sessions? }`: another chain, which begins with the same block and is already at that height (default 0).
   * `sessions` says what becomes of the WebSockets: `cut` (default), as when the process ends, or `stay`.
   */
  "restart-chain": (body, node) => {
    const sessions = body.text("sessions", "cut");
    if (sessions !== "cut" && sessions !== "stay") throw new RangeError("sessions is cut or stay");
    node.restart(body.number("height", mostBlocks, 0) + 1);
    if (sessions === "cut") for (const session of node.sessions.all) session.destroy();
    return { height: node.world.chain.height };
  },

  /** Removes everything from the mempool. */
  "clear-mempool": (_body, node) => node.world.mempool.clear(),

  /**
   * `{ component?, entity? | contract?, topic, hex? | text? | json?, origin?, count? }`: publishes an event. For a contract `json` is
   * encoded by its driver; for blocks and transactions it is the data itself.
   */
  emit: (body, node) => {
    const event = eventOf(body, node);
    for (let sent = 0; sent < body.number("count", mostEvents, 1); sent++) node.sessions.publish(event);
  },

  /**
   * `{ sender?, receiver?, value?, nonce?, deposit?, gasLimit?, gasPrice?, call?: { contract, fn, json | hex }, memo?, deploy?,
   * blob?, chainId?, propagate? }`: the bytes of a transaction as hex, its hash and its nonce, with what is left out filled in so that it is accepted; `deploy`
   * is the hex of a contract, `blob` the hash of a blob.
   */
  transaction: (body, node) => {
    const sender = body.text("sender", node.world.ledger.quiet[0] ?? "");
    const raw = encodeTransaction({
      chainId: body.number("chainId", 255, sandboxChainId),
      sender,
      receiver: body.has("receiver") ? body.text("receiver") : null,
      value: body.integer("value", 0n),
      nonce: body.integer("nonce", node.world.mempool.nextNonce(sender)),
      deposit: body.integer("deposit", 0n),
      gasLimit: body.integer("gasLimit", 10_000_000n),
      gasPrice: body.integer("gasPrice", 1n),
      call: callOf(body, node),
      deploy: body.has("deploy") ? body.hex("deploy") : null,
      memo: body.has("memo") ? Buffer.from(body.text("memo")) : null,
      blobs: body.has("blob") ? [body.text("blob")] : [],
    });
    const tx = decodeTransaction(raw);
    if (body.flag("propagate")) node.world.mempool.add(tx, node.world.chain.height);
    return { hash: tx.hash, hex: raw.toString("hex"), nonce: tx.nonce };
  },
};

function heightOf(body: ControlBody, { world: { chain } }: SandboxNode): bigint {
  const height = body.integer("height");
  if (height < 0n || height > chain.height) throw new RangeError(`height must be from 0 to ${chain.height}`);
  return height;
}

function eventOf(body: ControlBody, node: SandboxNode): NodeEvent {
  const component = body.text("component", "contracts");
  const entity = body.has("contract") ? body.text("contract") : body.text("entity", "");
  const topic = body.text("topic");
  return {
    component,
    topic,
    data: dataOf(body, component === "contracts" ? node.world.contracts.get(entity) : undefined, topic),
    ...(entity === "" ? {} : { entity }),
    ...(body.has("origin") ? { origin: body.text("origin") } : {}),
  };
}

function dataOf(body: ControlBody, contract: SampleContract | undefined, topic: string): Buffer {
  const json = body.value("json");
  if (json !== undefined) return contract?.encodeEvent(topic, json) ?? Buffer.from(writeJson(json));
  return body.has("text") ? Buffer.from(body.text("text")) : body.hex("hex");
}

function callOf(body: ControlBody, node: SandboxNode) {
  const call = body.object("call");
  if (!call) return null;
  const { contract, fn, json, hex } = call;
  if (typeof contract !== "string" || typeof fn !== "string") throw new TypeError("call must name contract and fn");
  const known = node.world.contracts.get(contract);
  if (json !== undefined && !known) throw new TypeError("json needs a contract of the sandbox");
  const bytes = typeof hex === "string" ? Buffer.from(hex, "hex") : Buffer.alloc(0);
  return { contract, fnName: fn, fnArgs: json === undefined ? bytes : (known?.encodeInput(fn, json) ?? bytes) };
}
