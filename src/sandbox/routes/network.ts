import type { Answer, Ask } from "../http/answer";
import { jsonAnswer, refuse } from "../http/answer";
import { bodyText } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";

const places = [
  { city: "Amsterdam", country: "NL", country_name: "Netherlands", lat: 52.3676, lon: 4.9041 },
  { city: "Lyon", country: "FR", country_name: "France", lat: 45.764, lon: 4.8357 },
  null,
  { city: "São Paulo", country: "BR", country_name: "Brazil", lat: -23.5505, lon: -46.6333 },
  { city: "Osaka", country: "JP", country_name: "Japan", lat: 34.6937, lon: 135.5023 },
];

/** `/on/network/…` (§4.3): peer addresses and where they are. */
export async function networkRoute(ask: Ask, node: SandboxNode): Promise<Answer> {
  switch (ask.topic) {
    case "peers": {
      const amount = bodyText(ask).trim();
      if (!/^\d+$/.test(amount)) throw refuse.input("invalid amount");
      return jsonAnswer(peers.slice(0, Number(amount)));
    }
    case "peers_location":
      // A third party is asked for the places: this route is slow.
      await node.faults.pause(150);
      return jsonAnswer(places);
    default:
      throw refuse.unrouted(node.options.like, `no route network/${ask.topic}`);
  }
}

const peers = Array.from({ length: 24 }, (_, at) => `198.51.100.${at + 1}:${9000 + at}`);
