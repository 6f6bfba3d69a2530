import { createHash } from "node:crypto";
import { type Answer, type Ask, jsonAnswer, refuse, Refusal } from "../http/answer";
import { sandboxChainId } from "../chain/chainId";
import { wantsOctets, bodyText, bodyBytes, bytesAnswer } from "../wire/payload";
import type { Route, SandboxNode } from "../sandboxNode";
import { vmConfig } from "../chain/vmConfig";

/** `/on/node/…` (§4.2). */
export const nodeRoutes: Record<string, Route> = {
  crs: commonReferenceString,
  info: (_ask, node) => jsonAnswer(info(node)),
  provisioners: (_ask, node) => jsonAnswer(node.provisioners),
};

function info(node: SandboxNode) {
  return {
    bootstrapping_nodes: ["192.0.2.10:9000", "198.51.100.20:9000"],
    chain_id: sandboxChainId,
    kadcast_address: "203.0.113.30:9000",
    version: node.version,
    version_build: `${node.version} (sandbox seed ${node.options.seed})`,
    vm_config: vmConfig,
  };
}

function commonReferenceString(ask: Ask, node: SandboxNode): Answer {
  const crs = node.seeded.bytes("crs", node.options.crsBytes);
  const headers: Record<string, string> = { "crs-hash": createHash("sha256").update(crs).digest("hex") };
  if (!wantsOctets(ask, node.options.like))
    return { status: 200, headers, body: chunks(crs, (chunk) => Buffer.from(chunk.toString("hex"))) };
  headers["content-length"] = String(crs.length);
  return { status: 200, headers, body: chunks(crs, (chunk) => chunk) };
}

async function* chunks(bytes: Buffer, as: (chunk: Buffer) => Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield as(bytes.subarray(at, at + 65_536));
}

/** `/on/stats/…` (§4.10) on archive nodes. */
export function chainStats(ask: Ask, node: SandboxNode): Answer {
  if (!node.options.roles.has("archive")) throw refuse.unsupported();
  if (ask.topic === "account_count") return jsonAnswer({ public_accounts: node.world.ledger.accountCount });
  const final = node.world.chain.finalizedBlocks().flatMap(({ transactions }) => transactions);
  const shielded = final.filter(({ tx }) => tx.type === "phoenix").length;
  return jsonAnswer({ public: final.length - shielded, shielded, total: final.length });
}

/** `/on/blocks/gas-price` (§4.4): gas prices of the mempool. */
export function gasPrice(ask: Ask, node: SandboxNode): Answer {
  const maximum = bodyText(ask).trim();
  // What is no integer counts as none.
  const considered = node.world.mempool.list().slice(0, /^\d+$/.test(maximum) ? Number(maximum) : undefined);
  const prices = considered.map(({ gasPrice }) => gasPrice).sort((a, b) => Number(a - b));
  const [lowest] = prices;
  const highest = prices.at(-1);
  if (lowest === undefined || highest === undefined) return jsonAnswer({ average: 1, max: 1, median: 1, min: 1 });
  const count = BigInt(prices.length);
  const average = (2n * prices.reduce((sum, price) => sum + price, 0n) + count) / (2n * count);
  return jsonAnswer({ average, max: highest, median: prices[prices.length >> 1] ?? 1n, min: lowest });
}

const places = [
  { city: "Amsterdam", country: "NL", country_name: "Netherlands", lat: 52.3676, lon: 4.9041 },
  { city: "Lyon", country: "FR", country_name: "France", lat: 45.764, lon: 4.8357 },
  null,
  { city: "São Paulo", country: "BR", country_name: "Brazil", lat: -23.5505, lon: -46.6333 },
  { city: "Osaka", country: "JP", country_name: "Japan", lat: 34.6937, lon: 135.5023 },
];

/** `/on/network/…` (§4.3): peer addresses and where they are. */
export const networkRoutes: Record<string, Route> = {
  peers: (ask) => {
    const amount = bodyText(ask).trim();
    if (!/^\d+$/.test(amount)) throw refuse.input("invalid amount");
    return jsonAnswer(peers.slice(0, Number(amount)));
  },
  // A third party is asked for the places: this route is slow.
  peers_location: (_ask, node) => node.faults.pause(150).then(() => jsonAnswer(places)),
};

const peers = Array.from({ length: 24 }, (_, at) => `198.51.100.${at + 1}:${9000 + at}`);

const proofBytes = 1040;

/** `/on/prover/prove` (§4.11) on provers: the same input gives the same proof. */
export function prove(ask: Ask, node: SandboxNode): Answer {
  if (!node.options.roles.has("prover")) throw refuse.unsupported();
  const input = bodyBytes(ask);
  if (input.length === 0) throw new Refusal(500, "Dusk-Core Error: BadLength(0, 8)", "Prover error: ");
  const label = createHash("sha256").update(input).digest("hex");
  return bytesAnswer(ask, node.options.like, node.seeded.bytes(`proof/${label}`, proofBytes));
}
