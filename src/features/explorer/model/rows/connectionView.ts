import { t } from "../../../../base/translate";
import { healthOf, retryWords, statusWords } from "../../../../client/connectionStatus";
import { shortWords } from "../../../../wire/shortWords";
import type { RowOf } from "./explorerNode";
import type { RowView } from "./rowView";

/** A connection: whether it is the active one, what it is used for, and its state, all in words. */
export function connectionView({ connection }: RowOf<"connection">, active: boolean): RowView {
  const { status, config } = connection;
  const role = config.role === "development" ? undefined : config.role;
  const text = statusWords(status);
  const lines = [
    shortWords(config.name),
    shortWords(config.url),
    text,
    config.role && t`used for ${config.role}`,
    active && t`active: new documents, panels and tails use it`,
  ];
  return {
    label: shortWords(config.name),
    description: [active && t`active`, role, text].filter(Boolean).join(" · "),
    tooltip: lines.filter(Boolean).join("\n"),
    ...healthIcons[healthOf(status)],
    opens: active ? "open" : "closed",
  };
}

/** The row that tries again; for a connection that failed it says when that is done by itself. */
export function retryView({ connection, at }: RowOf<"retry">): RowView {
  const press = { command: "chainscope.retry", title: t`Retry` } as const;
  if (connection.status.state === "idle")
    return { label: t`Connect`, icon: "plug", press: { ...press, title: t`Connect` } };
  const when = at === "" ? retryWords(connection.status, Date.now()) : undefined;
  return { label: t`Retry`, ...(when && { description: when }), icon: "debug-restart", press };
}

const healthIcons = {
  idle: { icon: "debug-disconnect" },
  connecting: { icon: "sync~spin" },
  up: { icon: "vm-active", iconColour: "testing.iconPassed" },
  degraded: { icon: "warning", iconColour: "list.warningForeground" },
  failed: { icon: "error", iconColour: "list.errorForeground" },
} as const;
