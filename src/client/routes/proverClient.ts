import { t } from "../../base/translate";
import { bytesAnswer } from "../http/responseValue";
import { NodeError } from "../failures/nodeError";
import { acceptBytes, bytesContent, inputBytes, type BytesInput } from "../http/requestParts";
import { shownAddress } from "../failures/shownAddress";
import type { Transport } from "../http/transport";

/** Where proofs are made: the node itself, or an address of its own. */
export interface ProverOptions {
  /** Limit of one proof; 30 minutes unless set. */
  timeoutMs?: number;
}

/** Proof generation (§4.11), by a prover that may have another address than the node. */
export class ProverClient {
  constructor(
    private readonly transport: Transport,
    private readonly options: ProverOptions = {},
  ) {}

  /**
   * `POST /on/prover/prove` (§4.11): the proof's bytes. It takes long and is never sent twice. Errors name the prover's
   * address, so that they are not taken for the node's.
   */
  async prove(input: BytesInput, signal?: AbortSignal): Promise<Uint8Array> {
    const body = inputBytes(input);
    const headers = { ...bytesContent, ...acceptBytes };
    const timeoutMs = this.options.timeoutMs ?? 30 * 60_000;
    try {
      const request = { method: "POST", path: "/on/prover/prove", headers, body, timeoutMs, signal } as const;
      return await bytesAnswer(await this.transport.request(request), headers);
    } catch (thrown) {
      throw thrown instanceof NodeError ? this.namingProver(thrown) : thrown;
    }
  }

  private namingProver(error: NodeError): NodeError {
    const address = shownAddress(this.transport.endpoint.address);
    if (error.reason === "not-offered") {
      return error.reworded(t`The prover ${address} does not make proofs. ${error.message}`, {
        remedy: t`Set the connection's prover address to a node that is a prover.`,
        remedies: ["edit-connection"],
      });
    }
    if (error.reason === "closed-without-answer") {
      const message = t`The prover ${address} closed the connection without a proof, as one does that lacks its prover files.`;
      return error.reworded(message, { remedy: t`Ask its operator whether the prover's files are installed.` });
    }
    const more = error.reason === "unreachable" ? { remedy: t`Check the connection's prover address.` } : {};
    return error.reworded(t`The prover ${address} failed. ${error.message}`, more);
  }
}
