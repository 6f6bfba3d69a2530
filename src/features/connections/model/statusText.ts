import { t } from "../../../base/translate";
import type { ChainTip } from "../../../client/chain/chainHead";
import type { ConnectionConfig } from "../../../client/connectionConfig";
import {
  healthOf,
  healthWords,
  retryWords,
  statusWords,
  type ConnectionStatus,
} from "../../../client/connectionStatus";
import { limits } from "../../../wire/limits";
import { shortWords } from "../../../wire/shortWords";

/** What the status bar tells of a connection. */
export interface StatusText {
  /** Without the icon. */
  text: string;
  /** Line by line. */
  tooltip: string[];
  colour: "error" | "warning" | undefined;
}

interface Shown {
  config: Pick<ConnectionConfig, "name" | "url" | "role">;
  status: ConnectionStatus;
  tip: ChainTip | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** The active connection in the status bar: name, state, height, time since the last block; production stands out. */
export function statusText({ config, status, tip, now }: Shown): StatusText {
  const { name, url, role } = config;
  const health = healthOf(status);
  const age = tip?.arrivedAt === undefined ? undefined : ageText(now - tip.arrivedAt);
  const pulse = status.state === "up" && tip ? [`#${tip.height}`, ...(age ? [age] : [])] : [];
  const state =
    health === "up" && pulse.length > 0 ? [] : [health === "idle" ? statusWords(status) : healthWords(health)];
  const again = retryWords(status, now);
  const production = role === "production";
  const tooltip = [
    `Chainscope: ${name}${role ? ` (${role})` : ""}`,
    url,
    statusWords(status),
    tip && status.state === "up" ? t`newest block ${tip.height}${age ? t`, ${age} ago` : ""}` : undefined,
    t`Click to switch the connection that new documents, panels and tails use.`,
  ].filter((line) => line !== undefined);
  return {
    text: [
      shortWords(name, limits.titleCharacters),
      ...(production ? ["production"] : []),
      ...state,
      ...(again ? [again] : []),
      ...pulse,
    ].join(" · "),
    tooltip,
    colour: health === "failed" ? "error" : production || health === "degraded" ? "warning" : undefined,
  };
}

/** A length of time in one unit, rounded down. */
export function ageText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
