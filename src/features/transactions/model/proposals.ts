import { t } from "../../../base/translate";
import { NodeError } from "../../../client/failures/nodeError";
import type { NodeConnection } from "../../../client/nodeConnection";
import { reasonWords } from "../../../client/transactions/reasonWords";
import { grouped } from "../../../wire/integerText";
import { fieldsOf, integerOf } from "../../../wire/json/fields";

/** A figure for a person to confirm, and where it comes from. */
export interface Proposal {
  value: bigint;
  reason: string;
}

type Prices = Pick<NodeConnection, "network">;

/** Transactions that are looked at for the price: those that pay most, of which a block has room for about as many. */
const consideredPrices = 100;

/** Of what nodes take for a transaction at least, unless they are told otherwise. */
const leastGas = 75_000n;

/** The gas price to offer, at least `least`: the middle one of those that wait and pay most (§4.4, with its maximum). */
export async function proposedPrice({ network }: Prices, least = 1n, why = ""): Promise<Proposal> {
  const prices = await network.gasPrice(consideredPrices).catch(() => undefined);
  const { min, median, max } = prices ?? {};
  const waiting =
    min === undefined || median === undefined || max === undefined
      ? t`the node does not tell what others offer`
      : t`of the ${consideredPrices} that wait and offer most from ${grouped(min)} to ${grouped(max)}, the middle one ${grouped(median)}`;
  const value = median !== undefined && median > least ? median : least;
  return { value, reason: [why, waiting].filter(Boolean).join("; ") };
}

/** The gas limit for a transaction of which a trial run (§4.5 simulate) used so much; `usual`: when that tells nothing. */
export async function proposedLimit(
  { transactions }: Pick<NodeConnection, "transactions">,
  trial: Uint8Array,
  usual: bigint,
  signal?: AbortSignal,
): Promise<Proposal> {
  try {
    const { gasSpent, error } = await transactions.simulate({ bytes: trial }, signal);
    if (error !== undefined) return { value: usual, reason: t`the trial run failed: ${reasonWords(error)}` };
    if (!gasSpent) return { value: usual, reason: t`the trial run did not tell how much it uses` };
    // What it reads may have changed until it is executed.
    const some = gasSpent + gasSpent / 5n;
    return {
      value: some > leastGas ? some : leastGas,
      reason: t`the trial run used ${grouped(gasSpent)}; what is left over is not spent`,
    };
  } catch (thrown) {
    signal?.throwIfAborted();
    const { response, message } = NodeError.from(thrown);
    return { value: usual, reason: t`the trial run failed: ${reasonWords(response || message)}` };
  }
}

/** What the node asks for a deployed contract (§2.4 `vm_config`): gas, of which `run` is for running it, and the price. */
export async function deployProposals(
  node: Pick<NodeConnection, "node"> & Prices,
  bytes: number,
  run: bigint,
): Promise<{ limit: Proposal; price: Proposal; leastPrice: bigint }> {
  const config = fieldsOf((await node.node.info())["vm_config"] ?? null);
  const perByte = integerOf(config["gas_per_deploy_byte"]);
  const points = integerOf(config["min_deploy_points"]) ?? 0n;
  const leastPrice = integerOf(config["min_deployment_gas_price"]) ?? 1n;
  const own = perByte === undefined ? 0n : BigInt(bytes) * perByte;
  const size = grouped(BigInt(bytes));
  return {
    limit: {
      value: (own > points ? own : points) + run,
      reason:
        perByte === undefined
          ? t`${size} bytes; the node does not tell what each costs`
          : t`${size} bytes × ${grouped(perByte)} = ${grouped(own)}${own < points ? t`, at least ${grouped(points)}` : ""}, and ${grouped(run)} to run it with; what is left over is not spent`,
    },
    price: await proposedPrice(node, leastPrice, t`deployments offer at least ${grouped(leastPrice)}`),
    leastPrice,
  };
}
