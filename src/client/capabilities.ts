import { t } from "../base/translate";
import { transferContractId } from "../wire/ids";
import { visibleText } from "../wire/visibleText";
import { fieldsOf } from "../wire/json/fields";
import { blockOf, newestBlock } from "./chain/chainQuestions";
import type { NodeConnection } from "./nodeConnection";
import { NodeError } from "./failures/nodeError";

/** What some nodes offer and others do not (§1, §4.10, §4.11). */
export type CapabilityName = "graphql" | "archive" | "prover" | "drivers";

/** Whether a node offers something, and in which words to say so. */
export interface Capability {
  offered: "yes" | "no" | "unknown";
  text: string;
}

export type Capabilities = Readonly<Record<CapabilityName, Capability>>;

/** Everything that one look at a node's routes tells. */
export interface ProbeResult {
  capabilities: Capabilities;
  /** The newest block, by the way. */
  tip: { height: bigint; hash: string } | undefined;
  /** Routes that should have answered and failed. */
  failing: FailingPart[];
}

const unasked: Capability = { offered: "unknown", text: t`not asked yet` };
export const notProbed: Capabilities = { graphql: unasked, archive: unasked, prover: unasked, drivers: unasked };

/** Limit of each question: a node is not kept busy by being looked at. */
const probeWithinMs = 10_000;

/**
 * Asks one cheap question of each kind of route. What is known of the prover already is believed: the question is a job
 * that it has to look at. Rejects only when it is aborted.
 */
export async function probeCapabilities(
  node: NodeConnection,
  signal?: AbortSignal,
  knownProver?: Capability,
): Promise<ProbeResult> {
  const limit = AbortSignal.timeout(probeWithinMs);
  const within = signal ? AbortSignal.any([signal, limit]) : limit;
  const failing: FailingPart[] = [];
  const asked = async (part: string, ask: () => Promise<Capability>): Promise<Capability> => {
    try {
      return await ask();
    } catch (thrown) {
      signal?.throwIfAborted();
      const error = limit.aborted ? tooSlow(part) : NodeError.from(thrown);
      if (isMissing(error)) return { offered: "no", text: t`not offered by this node` };
      failing.push({ part, error });
      return { offered: "unknown", text: visibleText(error.message) };
    }
  };
  let tip: ProbeResult["tip"];
  const [graphql, archive, prover, drivers] = await Promise.all([
    asked("GraphQL", async () => {
      const { data, route } = await node.graphql.query({ query: `{ ${newestBlock} }` }, within);
      tip = blockOf(fieldsOf(data)["block"]);
      return { offered: "yes", text: route.endsWith("/graphql") ? "yes" : t`yes, by the legacy route ${route}` };
    }),
    asked("archive routes", async () => {
      await node.stats.accountCount(within);
      return { offered: "yes", text: "yes" };
    }),
    knownProver ?? asked("prover", () => proverCapability(node, within)),
    asked("driver routes", () => driverCapability(node, within)),
  ]);
  return { capabilities: { graphql, archive, prover, drivers }, tip, failing };
}

/** Nothing can be proved with an empty input, so a prover objects to it, and every other node to the route. */
async function proverCapability(node: NodeConnection, signal: AbortSignal): Promise<Capability> {
  try {
    await node.prover.prove({ bytes: new Uint8Array() }, signal);
  } catch (thrown) {
    const error = NodeError.from(thrown);
    signal.throwIfAborted();
    if (isMissing(error)) return { offered: "no", text: t`not offered by this node` };
    if (error.reason === "unreachable") return { offered: "unknown", text: visibleText(error.message) };
  }
  return { offered: "yes", text: "yes" };
}

/** Some built-in drivers close the connection instead of answering; what answers at all has the route. */
async function driverCapability(node: NodeConnection, signal: AbortSignal): Promise<Capability> {
  try {
    await node.drivers.version(transferContractId, signal);
    return { offered: "yes", text: "yes" };
  } catch (thrown) {
    const error = NodeError.from(thrown);
    signal.throwIfAborted();
    if (error.reason === "not-offered") throw error;
    return { offered: "yes", text: t`yes, but not for the transfer contract: ${visibleText(error.message)}` };
  }
}

function isMissing({ reason }: NodeError): boolean {
  return reason === "not-offered" || reason === "not-found";
}

function tooSlow(part: string): NodeError {
  return new NodeError("timeout", t`The ${part} did not answer within ${probeWithinMs / 1000} s.`);
}

/** A part of the interface that fails on a node which otherwise answers. */
export interface FailingPart {
  /** What failed, in the words it is shown by. */
  part: string;
  error: NodeError;
}
