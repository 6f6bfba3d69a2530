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
  | "too-large"
  | "version-mismatch"
  | "session-lost"
  | "node-fault"
  | "malformed-answer";

/** What is known of a failure besides its reason and its sentence. */
export interface NodeErrorDetails {
  /** What the user can do about it, as one sentence. */
  remedy?: string;
  /** Method and path, such as `POST /on/node/info`. */
  route?: string;
  status?: number;
  /** The node's own words: the answer's body as text, cut when very long. */
  answer?: string;
  /** Both sides of a version mismatch (§9). */
  versions?: { required: string; actual: string };
  /** True when the node may have acted although no answer arrived: look before sending again. */
  outcomeUnknown?: boolean;
  cause?: unknown;
}

/**
 * A failure of talking to a node: the reason for the program, one sentence and a remedy for the user, the cause for
 * the log. Cancelling is not a failure: an aborted request rejects with its signal's reason instead.
 */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly remedy?: string;
  readonly route?: string;
  readonly status?: number;
  readonly answer?: string;
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

  /** The same failure in other words. */
  reworded(message: string, remedy = this.remedy): NodeError {
    const { route, status, answer, versions, outcomeUnknown } = this;
    const details = { remedy, route, status, answer, versions, outcomeUnknown, cause: this.cause ?? this };
    return new NodeError(this.reason, message, present(details));
  }

  /** Whatever was thrown, as a NodeError; what is none already becomes a `node-fault` that keeps it as its cause. */
  static from(thrown: unknown): NodeError {
    if (thrown instanceof NodeError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return new NodeError("node-fault", message || "Something failed without saying why.", { cause: thrown });
  }
}

function present<T extends object>(details: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const known = Object.entries(details).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: NonNullable<T[K]> };
}
