import { t } from "../../base/translate";
import { messageOf } from "../../base/words";

/** The closed set of ways in which talking to a node fails. */
export type NodeErrorReason =
  | "unreachable"
  | "timeout"
  | "closed-without-answer"
  | "not-a-node"
  | "invalid-input"
  | "refused"
  | "not-found"
  | "not-offered"
  | "missing-feed"
  | "too-large"
  | "version-mismatch"
  | "session-lost"
  | "node-fault"
  | "malformed-response";

/**
 * What can be done about a failure at a press of a button. Which connection is meant, the error says. `retry` is to do
 * the same again, `use-address` to take the place where the node is to be reached (`NodeError.redirect`), `use-prefix` to
 * write down what its headers begin with (`NodeError.prefix`).
 */
export type Remedy =
  | "connect"
  | "choose-connection"
  | "start-sandbox"
  | "retry"
  | "reconnect"
  | "edit-connection"
  | "set-secret-header"
  | "use-address"
  | "use-prefix"
  | "proxy-settings"
  | "manage-trust"
  | "reload-schema"
  | "tail-events"
  | "call-contract"
  | "stop-recording"
  | "stop-replay";

/** What is known of a failure besides its reason and its sentence. */
export interface NodeErrorDetails {
  /** What the user can do about it, as one sentence. */
  remedy?: string | undefined;
  /** What of that can be done for them, the likeliest first. */
  remedies?: readonly Remedy[] | undefined;
  /** Name of the connection that it happened on. */
  connection?: string | undefined;
  /** Method and path, such as `POST /on/node/info`. */
  route?: string | undefined;
  status?: number | undefined;
  /** The words and codes of the libraries below, which mean something to anyone who reads a log. */
  code?: string | undefined;
  /** The address that the node should be reached by, as its answer shows. */
  redirect?: string | undefined;
  /** What the names of the node's headers begin with, where the connection says otherwise. */
  prefix?: string | undefined;
  /** What there is none of, where more depends on that than the sentence. */
  missing?: "contract" | undefined;
  /** The answer broke off after it had begun. */
  cutShort?: true | undefined;
  /** The node's own words: the answer's body as text, cut when very long. */
  response?: string | undefined;
  /** Both sides of a version mismatch (§9). */
  versions?: { required: string | undefined; actual: string };
  /** True when the node may have acted although no answer arrived: look before sending again. */
  outcomeUnknown?: boolean | undefined;
  cause?: unknown;
}

/**
 * A failure of talking to a node: the reason for the program, one sentence and a remedy for the user, the cause for
 * the log. Cancelling is not a failure: an aborted request rejects with its signal's reason instead.
 */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly remedy?: string;
  readonly remedies?: readonly Remedy[];
  readonly connection?: string;
  readonly route?: string;
  readonly status?: number;
  readonly code?: string;
  readonly redirect?: string;
  readonly prefix?: string;
  readonly missing?: "contract";
  readonly cutShort?: true;
  readonly response?: string;
  readonly versions?: { required: string; actual: string };
  readonly outcomeUnknown?: boolean;

  constructor(
    readonly reason: NodeErrorReason,
    message: string,
    details: NodeErrorDetails = {},
  ) {
    const { cause, ...rest } = details;
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, rest);
  }

  /** The same failure in other words, with what else is said of it now. */
  reworded(message: string, more: Pick<NodeErrorDetails, "remedy" | "remedies" | "missing"> = {}): NodeError {
    return new NodeError(this.reason, message, { ...this, ...more, cause: this.cause ?? this });
  }

  /** Whatever was thrown, as a NodeError; what is none already becomes a `node-fault` that keeps it as its cause. */
  static from(thrown: unknown): NodeError {
    if (thrown instanceof NodeError) return thrown;
    const message = messageOf(thrown);
    return new NodeError("node-fault", message || t`Something failed without saying why.`, { cause: thrown });
  }
}
