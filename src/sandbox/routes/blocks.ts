import type { Answer, Ask } from "../http/answer";
import { jsonAnswer } from "../http/answer";
import { bodyText } from "../wire/payload";
import type { SandboxNode } from "../sandboxNode";
import { acceptDispatch } from "./dispatch";

/** `/on/blocks/…` (§4.4): gas prices of the mempool; the event topics take dispatches. */
export function blocksRoute(ask: Ask, node: SandboxNode): Answer {
  if (ask.topic !== "gas-price") return acceptDispatch(ask, node, ["accepted", "statechange", "reverted"]);
  const maximum = bodyText(ask).trim();
  // What is no integer counts as none.
  const considered = node.mempool.list().slice(0, /^\d+$/.test(maximum) ? Number(maximum) : undefined);
  const prices = considered.map(({ gasPrice }) => gasPrice).sort((a, b) => Number(a - b));
  const [lowest] = prices;
  const highest = prices.at(-1);
  if (lowest === undefined || highest === undefined) return jsonAnswer({ average: 1, max: 1, median: 1, min: 1 });
  const count = BigInt(prices.length);
  const average = (2n * prices.reduce((sum, price) => sum + price, 0n) + count) / (2n * count);
  return jsonAnswer({ average, max: highest, median: prices[prices.length >> 1] ?? 1n, min: lowest });
}
