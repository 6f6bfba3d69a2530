import { stringifyExactJson, type Json } from "../wire/exactJson";
import { limits } from "../wire/limits";
import { shortWords } from "../wire/shortWords";
import type { Capabilities } from "./capabilities";
import type { SessionState } from "./eventSession";
import type { NodeInfo } from "./nodeClient";
import type { NodeError } from "./nodeError";

/** A part of the interface that fails on a node which otherwise answers. */
export interface FailingPart {
  /** What failed, in the words it is shown by. */
  part: string;
  error: NodeError;
}

/** What is known of a node right now. */
export type ConnectionStatus =
  | { at: "idle" }
  | { at: "connecting" }
  | {
      at: "up";
      info: NodeInfo;
      events: SessionState;
      capabilities: Capabilities;
      failing: readonly FailingPart[];
    }
  | { at: "failed"; error: NodeError };

/** The five things that a connection can be said to be. */
export type Health = "idle" | "connecting" | "up" | "degraded" | "failed";

/** `degraded`: the node answers, but some of its routes fail or its events do not arrive. */
export function healthOf(status: ConnectionStatus): Health {
  return status.at === "up" && troublesOf(status).length > 0 ? "degraded" : status.at;
}

/** The state of a connection in words, so that no meaning hangs on an icon alone. One line, safe to show, each part cut. */
export function statusWords(status: ConnectionStatus): string {
  switch (status.at) {
    case "idle":
      return "not connected";
    case "connecting":
      return "connecting…";
    case "failed":
      return `failed: ${shortWords(status.error.message)}`;
    case "up": {
      return [healthOf(status), ...infoWords(status.info), ...troublesOf(status)].join(" · ");
    }
  }
}

/** What is wrong with a node that answers: one sentence for each part that fails. */
export function troublesOf({ failing, events }: Extract<ConnectionStatus, { at: "up" }>): string[] {
  const parts = failing.map(({ part, error }) => shortWords(`${part}: ${error.message}`));
  // Also while it is being opened again: until it is, nothing arrives.
  const because = "because" in events ? events.because : undefined;
  return because === undefined ? parts : [`no events: ${shortWords(because)}`, ...parts];
}

const wordsOfInfo = new WeakMap<NodeInfo, string[]>();

/** What a node says it is. Said once for each answer, since a status is drawn every second and a value may be long. */
function infoWords(info: NodeInfo): string[] {
  let known = wordsOfInfo.get(info);
  if (!known) {
    const { version, chain_id } = info;
    const words = (name: string, value: Json | undefined) => (value === undefined ? [] : [`${name} ${plain(value)}`]);
    wordsOfInfo.set(info, (known = [...words("version", version), ...words("chain", chain_id)]));
  }
  return known;
}

function plain(value: Json): string {
  return shortWords(typeof value === "string" ? value : stringifyExactJson(value), limits.titleCharacters);
}
