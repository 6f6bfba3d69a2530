import { t } from "../../../../base/translate";
import type { Remedy } from "../../../../client/failures/nodeError";
import { signature } from "../../../../contract/schema/signature";
import { amountWords } from "../../../../wire/coins";
import { stringifyExactJson, type Json } from "../../../../wire/json/exactJson";
import { oddWords } from "../../../../wire/json/fields";
import { shortWords } from "../../../../wire/shortWords";
import { blockView, transactionView } from "./chainViews";
import type { ConnectionData } from "../connectionData";
import { connectionView, retryView } from "./connectionView";
import type { ExplorerNode, RowOf } from "./explorerNode";
import { hasFields } from "./fieldRows";
import { groupWords } from "./groupWords";
import { rowContext } from "./rowContext";
import { sectionView } from "./sectionView";
import { keyStart, shortId } from "../../../../wire/ids";
import { followedView } from "./followedView";
import { subscriptionView } from "./subscriptionView";
import type { RowView } from "./rowView";

/** Draws a row. `active`: whether its connection is the window's active one. */
export function rowView(node: ExplorerNode, data: ConnectionData, active: boolean): RowView {
  const view = drawnRow(node, data, active);
  view.context = rowContext(node, data, active);
  return view;
}

function drawnRow(node: ExplorerNode, data: ConnectionData, active: boolean): RowView {
  switch (node.kind) {
    case "connection":
      return connectionView(node, active);
    case "section":
      return sectionView(node.section, data);
    case "group":
      return { label: node.title, description: groupWords(node, data), opens: "closed", ...groupIcon(node.group) };
    case "field":
      return fieldView(node);
    case "capability": {
      const icon = { yes: "check", no: "circle-slash", unknown: "question" }[node.offered];
      return { label: capabilityLabels[node.name], description: shortWords(node.text), icon };
    }
    case "block":
      return blockView(node);
    case "transaction":
      return transactionView(node);
    case "followed":
      return followedView(node);
    case "peer":
      return { label: shortWords(node.address), icon: "broadcast" };
    case "provisioner":
      return provisionerView(node);
    case "contract":
      return contractView(node);
    case "function":
    case "event":
      return callableView(node);
    case "digest":
      return { ...digestView };
    case "query":
      return queryView(node);
    case "subscription":
      return subscriptionView(node);
    case "note":
      return { label: shortWords(node.text), icon: "dash" };
    case "more":
      return { label: node.text, icon: "ellipsis", press: { command: "chainscope.showMore", title: t`Show More` } };
    case "problem":
      return problemView(node);
    case "remedy":
      return remedyView(node);
    case "retry":
      return retryView(node);
  }
}

function problemView({ message, details = [] }: RowOf<"problem">): RowView {
  const label = shortWords(message);
  const tooltip = [label, ...details.map((each) => shortWords(each))].join("\n");
  return { label, tooltip, icon: "error", iconColour: "list.errorForeground" };
}

/** What to do; pressing it does that where the commands of rows can: not where the window alone knows the connection. */
function remedyView({ text, does, connection }: RowOf<"remedy">): RowView {
  const press = does && remedyCommands[does];
  const isOurs = connection.config.origin === "window" && does !== "manage-trust";
  return { label: shortWords(text), icon: "lightbulb", ...(press && !isOurs && { press }) };
}

const remedyCommands: Readonly<Partial<Record<Remedy, RowView["press"]>>> = {
  reconnect: { command: "chainscope.retry", title: t`Reconnect` },
  "edit-connection": { command: "chainscope.editConnection", title: t`Edit Connection…` },
  "use-address": { command: "chainscope.editConnection", title: t`Use That Address` },
  "use-prefix": { command: "chainscope.editConnection", title: t`Use That Prefix` },
  "set-secret-header": { command: "chainscope.setSecretHeader", title: t`Set Secret Header…` },
  "manage-trust": { command: "workbench.trust.manage", title: t`Manage Workspace Trust` },
};

/** A value on one line, cut when it is very long. */
function valueText(value: Json): string {
  const text = typeof value === "string" ? value : stringifyExactJson(value);
  return shortWords(text);
}

const capabilityLabels = {
  graphql: "GraphQL",
  archive: t`Archive`,
  prover: t`Prover`,
  drivers: t`Contract drivers`,
} as const;

function fieldView({ name, value, text: words, mark, ...row }: RowOf<"field">): RowView {
  const shown = words === undefined ? valueText(value) : shortWords(words);
  const text = [shown, mark].filter(Boolean).join(" · ");
  const icon = mark || row.odd?.length ? "warning" : row.icon;
  return {
    label: shortWords(name),
    description: text,
    tooltip: `${shortWords(name)}\n${text}`,
    ...(icon && { icon }),
    ...(hasFields(value) && { opens: "closed" }),
  };
}

function provisionerView({ provisioner }: RowOf<"provisioner">): RowView {
  const { key, amount, reward, odd } = provisioner;
  const known = (units: bigint | undefined) => (units === undefined ? "unknown" : amountWords(units));
  return {
    label: key === undefined ? t`no key` : keyStart(key),
    description: [...(amount === undefined ? [] : [amountWords(amount)]), ...odd.map(oddWords)].join(" · "),
    tooltip: () =>
      [
        shortWords(key ?? t`no key`),
        t`stake: ${known(amount)}`,
        t`reward: ${known(reward)}`,
        ...odd.map(oddWords),
      ].join("\n"),
    icon: odd.length > 0 ? "warning" : "server",
    opens: "closed",
  };
}

function contractView({ name, contractId, origin, connection: { status } }: RowOf<"contract">): RowView {
  const from = {
    "built-in": t`built into every node`,
    named: t`named by you`,
    seen: t`seen in events or transactions`,
  };
  const hasArchive = status.state !== "up" || status.capabilities.archive.offered !== "no";
  const lines = [
    name,
    contractId,
    from[origin],
    ...(hasArchive ? [] : [t`Finalized Events…: this node keeps no archive`]),
  ];
  return {
    label: shortWords(name),
    description: origin === "seen" ? t`no name` : shortId(contractId),
    tooltip: lines.map((line) => shortWords(line)).join("\n"),
    icon: origin === "seen" ? "symbol-interface" : "symbol-class",
    opens: "closed",
  };
}

function callableView(node: RowOf<"function"> | RowOf<"event">): RowView {
  const called = node.kind === "function";
  const label = called ? node.functionName : node.topic;
  const text = called ? signature(node.fn).slice(node.functionName.length).trim() : node.event.data;
  const doc = called ? node.fn.doc : node.event.doc;
  return {
    label: shortWords(label),
    description: shortWords(text),
    tooltip: [`${label} ${text}`, doc, node.warning]
      .filter((line) => line)
      .map((line) => shortWords(line as string))
      .join("\n"),
    icon: node.warning ? "warning" : called ? "symbol-method" : "symbol-event",
  };
}

const digestView: RowView = {
  label: "sha3_256",
  description: t`press to fetch the driver, and compare this with what its publisher says`,
  tooltip: t`SHA3-256 of the driver's module: what its owner signed.\nIt is told once the driver was fetched.`,
  icon: "cloud-download",
  press: { command: "chainscope.tellDriverDigest", title: t`Tell SHA3-256` },
};

/** A field of the schema's query type, whose words are the node's. */
function queryView({ field: { name, signature, description, deprecated } }: RowOf<"query">): RowView {
  const why = deprecated === undefined ? undefined : t`deprecated: ${deprecated}`;
  const lines = [`${name}${signature}`, description, why].filter((line) => line !== undefined);
  return {
    label: shortWords(name),
    description: shortWords([signature.replace(/^: /, ""), why && "deprecated"].filter(Boolean).join(" · ")),
    tooltip: lines.map((line) => shortWords(line)).join("\n"),
    icon: "symbol-field",
  };
}

function groupIcon(group: RowOf<"group">["group"]): Pick<RowView, "icon"> {
  const icons: Partial<Record<typeof group, string>> = {
    peers: "broadcast",
    locations: "globe",
    seen: "eye",
    metadata: "info",
    driver: "package",
    functions: "symbol-method",
    events: "symbol-event",
  };
  const icon = icons[group];
  return icon ? { icon } : {};
}
