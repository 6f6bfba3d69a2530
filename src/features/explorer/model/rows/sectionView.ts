import { t } from "../../../../base/translate";
import { shortWords } from "../../../../wire/shortWords";
import type { ConnectionData } from "../connectionData";
import type { Section } from "./explorerNode";
import { sectionParts } from "./rowParts";
import type { RowView } from "./rowView";
import { timeOfDay } from "../../../../base/moment";

const labels: Record<Section, string> = {
  node: t`Node`,
  chain: t`Chain`,
  mempool: t`Mempool`,
  transactions: t`Transactions`,
  network: t`Network`,
  provisioners: t`Provisioners`,
  contracts: t`Contracts`,
  schema: t`Schema`,
  subscriptions: t`Subscriptions`,
  statistics: t`Statistics`,
};

const icons: Record<Section, string> = {
  node: "info",
  chain: "layers",
  mempool: "inbox",
  transactions: "send",
  network: "globe",
  provisioners: "organization",
  contracts: "symbol-namespace",
  schema: "type-hierarchy",
  subscriptions: "radio-tower",
  statistics: "graph",
};

/** A section of a connection, with what is worth knowing at a glance, or how old its rows are when they cannot be renewed. */
export function sectionView(section: Section, data: ConnectionData): RowView {
  const label = labels[section];
  if (section === "statistics" && !offersStatistics(data)) {
    const text = t`archive nodes only: this node does not offer it`;
    const tooltip = t`${label}: ${text}\nAccount History… and Transactions by Memo… need an archive as well.`;
    return { label, description: text, tooltip, icon: "circle-slash", iconColour: "disabledForeground" };
  }
  const age = staleness(section, data);
  const text = [age, glance(section, data)].filter(Boolean).join(" · ");
  return {
    label,
    description: text,
    tooltip: [text ? `${label}: ${text}` : label, section === "node" && proverWords(data)].filter(Boolean).join("\n"),
    icon: age ? "warning" : icons[section],
    ...(age && { iconColour: "list.warningForeground" }),
    opens: section === "node" ? "open" : "closed",
  };
}

/** Why nothing can be proved there, where that is known. */
function proverWords({ connection: { status } }: ConnectionData): string | undefined {
  const { offered, text = "" } = status.state === "up" ? status.capabilities.prover : {};
  return offered === "no" ? `Prove…: ${text}` : undefined;
}

function offersStatistics({ connection: { status } }: ConnectionData): boolean {
  return status.state !== "up" || status.capabilities.archive.offered !== "no";
}

/** Since when the rows are out of date; nothing when they are not, or when there are none. */
function staleness(section: Section, data: ConnectionData): string | undefined {
  const unreachable = data.connection.status.state === "failed";
  const times = sectionParts[section]
    .filter((name) => unreachable || data.hasFailed(name))
    .flatMap((name) => data.known(name)?.loadedAt ?? [])
    .map((loadedAt) => Math.max(loadedAt, toldAt(section, data)));
  const seen = section === "node" && unreachable ? [...times, ...(data.infoAt ? [data.infoAt] : [])] : times;
  return seen.length ? t`stale, as of ${timeOfDay(Math.min(...seen))}` : undefined;
}

/** When events last told what is below a section: that is as new as what was asked for. */
function toldAt(section: Section, { connection }: ConnectionData): number {
  return (section === "chain" && connection.chain.tip?.arrivedAt) || 0;
}

function glance(section: Section, data: ConnectionData): string {
  const { tip } = data.connection.chain;
  switch (section) {
    case "chain":
      return tip ? `#${tip.height}` : "";
    case "mempool": {
      const waiting = data.known("mempool")?.value as readonly unknown[] | undefined;
      return waiting ? t`${waiting.length} waiting` : "";
    }
    case "provisioners": {
      const { value: all } = data.provisioners;
      const { by, filter } = data.provisionerView;
      if (!all) return "";
      if (!filter) return `${all.length} by ${by}`;
      return t`${data.viewed(all).length} of ${all.length} by ${by}, with “${shortWords(filter)}”`;
    }
    case "schema": {
      const fields = data.known("schema")?.value as readonly unknown[] | undefined;
      return fields ? `GraphQL, ${fields.length} ${fields.length === 1 ? "query" : "queries"}` : "GraphQL";
    }
    case "transactions": {
      const underWay = data.connection.transactions.all.filter((life) => life.isUnderWay).length;
      return underWay > 0 ? t`${underWay} under way` : "";
    }
    case "node":
    case "network":
    case "contracts":
    case "subscriptions":
    case "statistics":
      return "";
  }
}
