import { systemClock, type Clock } from "../base/clock";
import { probeCapabilities, type Capability, type FailingPart, type ProbeResult } from "./capabilities";
import { NodeError } from "./failures/nodeError";
import type { NodeConnection } from "./nodeConnection";
import type { NodeInfo } from "./routes/nodeClient";

/** Longer than a process takes to go once it has closed its connections. */
const momentMs = 300;

const probedParts = ["GraphQL", "archive routes", "prover", "driver routes"];

interface Found extends ProbeResult {
  /** The version of the node that was asked. */
  version: string | undefined;
}

/** The parts of a node's interface: what it was found to offer, and which of them fail. */
export class NodeParts {
  private readonly errors = new Map<string, NodeError>();
  private probing: Promise<Found | undefined> | undefined;
  /** What is known of the prover, and of which version of the node. */
  private prover: { version: string | undefined; capability: Capability } | undefined;

  get failing(): FailingPart[] {
    return [...this.errors].map(([part, error]) => ({ part, error }));
  }

  /** Notes that a part fails, or works again; whether that is new. */
  note(part: string, error: NodeError | undefined): boolean {
    if (this.errors.get(part) === error) return false;
    if (error) this.errors.set(part, error);
    else this.errors.delete(part);
    return true;
  }

  /** Asks what the node offers; undefined while that is being asked already, and when it was aborted. Never rejects. */
  async probe(node: NodeConnection, signal: AbortSignal): Promise<Found | undefined> {
    if (this.probing) return undefined;
    const { version } = node.transport;
    const known = this.prover?.version === version ? this.prover?.capability : undefined;
    const asked = probeCapabilities(node, signal, known).then((found) => ({ ...found, version }));
    this.probing = asked.catch(() => undefined);
    const found = await this.probing;
    this.probing = undefined;
    return found;
  }

  /** Takes over what was found: only of what was asked it is known again whether it fails. */
  take({ version, capabilities: { prover }, failing }: Found): void {
    this.prover = prover.offered === "unknown" ? undefined : { version, capability: prover };
    for (const part of probedParts) this.errors.delete(part);
    for (const { part, error } of failing) this.errors.set(part, error);
  }
}

/** A node that goes down cuts what is under way. Whether it is gone, it tells a moment later. */
export async function infoOf(node: NodeConnection, clock: Clock = systemClock): Promise<NodeInfo> {
  try {
    return await node.node.info();
  } catch (error) {
    if (!(error instanceof NodeError) || error.reason !== "closed-without-answer") throw error;
    await new Promise<void>((done) => clock.after(momentMs, done));
    return node.node.info();
  }
}
