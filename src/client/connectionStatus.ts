import { t } from "../base/translate";
import { stringifyExactJson, type Json } from "../wire/json/exactJson";
import { integerOf } from "../wire/json/fields";
import { limits } from "../wire/limits";
import { shortWords } from "../wire/shortWords";
import type { Capabilities, FailingPart } from "./capabilities";
import type { SessionState } from "./session/eventSession";
import type { NodeInfo } from "./routes/nodeClient";
import type { NodeError } from "./failures/nodeError";

/** What is known of a node right now. */
export type ConnectionStatus =
  /** `ended`: a person disconnected it, so that nothing but a person connects it again. */
  | { state: "idle"; ended?: true }
  | { state: "connecting" }
  | {
      state: "up";
      info: NodeInfo;
      /** By the transfer contract, where the info does not say it. */
      chainId?: bigint;
      events: SessionState;
      capabilities: Capabilities;
      failing: readonly FailingPart[];
    }
  /** `retryAt`: when it is tried again by itself, in milliseconds since the epoch; undefined when a person has to. */
  | { state: "failed"; error: NodeError; retryAt?: number };

/** The five things that a connection can be said to be. */
export type Health = "idle" | "connecting" | "up" | "degraded" | "failed";

/** `degraded`: the node answers, but some of its routes fail or its events do not arrive. */
export function healthOf(status: ConnectionStatus): Health {
  return status.state === "up" && troublesOf(status).length > 0 ? "degraded" : status.state;
}

/** One of those as a word. */
export function healthWords(health: Health): string {
  switch (health) {
    case "idle":
      return t`not connected`;
    case "connecting":
      return t`connecting`;
    case "up":
      return t`up`;
    case "degraded":
      return t`degraded`;
    case "failed":
      return t`failed`;
  }
}

/** The state of a connection in words, so that no meaning hangs on an icon alone. One line, safe to show, each part cut. */
export function statusWords(status: ConnectionStatus): string {
  switch (status.state) {
    case "idle":
      return status.ended ? t`disconnected` : healthWords(status.state);
    case "connecting":
      return t`connecting…`;
    case "failed":
      return `${status.retryAt === undefined ? healthWords(status.state) : t`failed, trying again`}: ${shortWords(status.error.message)}`;
    case "up":
      return [healthWords(healthOf(status)), ...troublesOf(status), ...infoWords(status)].join(" · ");
  }
}

/** When a node that failed is tried again, in words; undefined when it is not, or is just being. */
export function retryWords(status: ConnectionStatus, now: number): string | undefined {
  const { retryAt } = status.state === "failed" ? status : {};
  if (retryAt === undefined) return undefined;
  return retryAt > now ? t`trying again in ${Math.ceil((retryAt - now) / 1000)} s` : t`trying again now`;
}

/** What is wrong with a node that answers: one sentence for each part that fails. */
function troublesOf({ failing, events }: Extract<ConnectionStatus, { state: "up" }>): string[] {
  const parts = failing.map(({ part, error }) => shortWords(`${part}: ${error.message}`));
  // Also while it is being opened again: until it is, nothing arrives.
  const reason = "reason" in events ? events.reason : undefined;
  return reason === undefined ? parts : [t`no events: ${shortWords(reason)}`, ...parts];
}

const wordsOfInfo = new WeakMap<NodeInfo, string[]>();

/** The chain's id as decimal text: what the node's info says (§2.4), else what its transfer contract says; undefined for neither. */
export function chainIdOf({ info, chainId }: Pick<UpStatus, "info" | "chainId">): string | undefined {
  return (integerOf(info["chain_id"]) ?? chainId)?.toString();
}

type UpStatus = Extract<ConnectionStatus, { state: "up" }>;

/** Said of a chain whose id neither the node's info nor its transfer contract tells. */
const noChainId = t`chain id not told`;

/** What a node says it is. Said once for each answer, since a status is drawn every second and a value may be long. */
function infoWords({ info, chainId }: UpStatus): string[] {
  let known = wordsOfInfo.get(info);
  if (!known) {
    const { version, chain_id } = info;
    const chain = chainIdOf({ info, ...(chainId !== undefined && { chainId }) });
    const odd = chain_id === undefined || chain_id === null ? noChainId : t`chain ${plain(chain_id)}`;
    const text = version === undefined ? [] : [plain(version)];
    wordsOfInfo.set(info, (known = [chain === undefined ? odd : t`chain ${chain}`, ...text]));
  }
  return known;
}

function plain(value: Json): string {
  return shortWords(typeof value === "string" ? value : stringifyExactJson(value), limits.titleCharacters);
}
