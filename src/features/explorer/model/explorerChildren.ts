import { t } from "../../../base/translate";
import { notProbed, type CapabilityName } from "../../../client/capabilities";
import type { Connection } from "../../../client/connection";
import { tailPurpose, type Subscription } from "../../../client/session/subscription";
import { targetPath } from "../../../wire/target";
import { amountWords } from "../../../wire/coins";
import { integerOf } from "../../../wire/json/fields";
import { chainRows, blockRows, mempoolRows } from "./rows/chainRows";
import type { ConnectionData } from "./connectionData";
import { contractGroupRows, contractParts, contractRows, seenRows } from "./rows/contractRows";
import { type ExplorerNode, type RowOf, type Section, sections } from "./rows/explorerNode";
import { fieldRows } from "./rows/fieldRows";
import { locationRows, networkRows, peerRows } from "./rows/networkRows";
import { note, partRows, problemRows, listRows } from "./rows/partRows";
import { statisticsRows } from "./rows/statisticsRows";

/** The rows below a row. Never rejects: what went wrong is a row of its own. */
export async function childrenOf(node: ExplorerNode, data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection } = node;
  try {
    switch (node.kind) {
      case "connection":
        return await connectionRows(connection, data);
      case "section":
        return await sectionRows(node.section, data);
      case "group":
        return await groupRows(node, data);
      case "field":
        return fieldRows(connection, node.at, node.value, node.odd);
      case "block":
        return await blockRows(node, data);
      case "contract":
        return await contractPartsOf(node, data);
      case "provisioner":
        return provisionerRows(node);
      default:
        return [];
    }
  } catch (error) {
    return problemRows(connection, placeOf(node), error);
  }
}

/** The fields that every provisioner has come first. */
function provisionerRows({ connection, provisioner: { whole, odd } }: RowOf<"provisioner">): ExplorerNode[] {
  const rows = fieldRows(connection, "provisioner", whole, odd).map(withCoins);
  const named = ["key", "amount", "eligibility", "reward"].flatMap((name) => rows.filter((row) => row.name === name));
  return [...named, ...rows.filter((row) => !named.includes(row))];
}

/** Fields of a provisioner that are amounts (§2.6). */
const amounts = new Set(["amount", "locked_amt", "reward"]);

function withCoins(row: RowOf<"field">): ExplorerNode & { name: string } {
  const units = amounts.has(row.name) ? integerOf(row.value) : undefined;
  return units === undefined ? row : { ...row, text: amountWords(units) };
}

async function connectionRows(connection: Connection, data: ConnectionData): Promise<ExplorerNode[]> {
  if (connection.status.state === "idle" && connection.status.ended)
    return [{ kind: "retry", connection, at: "", part: undefined }];
  const settled = connection.status.state === "up" || connection.status.state === "failed";
  const status = settled ? connection.status : await connection.connect();
  const rows = sections.map((section): ExplorerNode => ({ kind: "section", connection, section }));
  // Asked for while the node answers, so that it is known when it does not.
  const { info } = data;
  if (status.state === "failed") return [...problemRows(connection, "", status.error), ...(info ? rows : [])];
  return [...prefixRows(connection), ...rows];
}

/** That the settings name another prefix than the node. There is nothing to try again: the node's own is used already. */
function prefixRows(connection: Connection): ExplorerNode[] {
  const { prefixProblem } = connection;
  if (!prefixProblem) return [];
  return problemRows(connection, "prefix", prefixProblem).filter(({ kind }) => kind !== "retry");
}

async function sectionRows(section: Section, data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection } = data;
  switch (section) {
    case "node":
      return nodeRows(data);
    case "chain":
      return chainRows(data);
    case "mempool":
      return mempoolRows(data);
    case "transactions":
      return followedRows(connection);
    case "network":
      return networkRows(data);
    case "provisioners":
      return partRows({ connection, at: "provisioners" }, data.provisioners, (all) => {
        const shown = data.viewed(all);
        if (shown.length === 0) return [note(connection, "provisioners", t`No provisioner matches.`)];
        return shown.map((provisioner) => ({ kind: "provisioner", connection, provisioner }));
      });
    case "contracts":
      return contractRows(data);
    case "schema":
      return listRows(data, "schema", data.queries, t`The schema has no field to query.`, (field) => {
        return { kind: "query", connection, field };
      });
    case "subscriptions":
      return subscriptionRows(connection);
    case "statistics":
      return partRows({ connection, at: "statistics" }, data.statistics, (counts) =>
        statisticsRows(connection, counts),
      );
  }
}

/** The transactions that a person checked, sent or follows, the newest first. */
function followedRows(connection: Connection): ExplorerNode[] {
  const rows = connection.transactions.all.map((life): ExplorerNode => ({ kind: "followed", connection, life }));
  const none = t`None yet. Check Transaction… begins with a file, a selection or the clipboard.`;
  return rows.length > 0 ? rows : [note(connection, "transactions", none)];
}

function nodeRows(data: ConnectionData): ExplorerNode[] {
  const { connection, info } = data;
  if (!info) return [];
  return [
    ...fieldRows(connection, "node", info),
    { kind: "group", connection, group: "capabilities", at: "node/capabilities", title: t`Offers`, text: "" },
  ];
}

async function groupRows(node: RowOf<"group">, data: ConnectionData): Promise<ExplorerNode[]> {
  const { connection, group, contract } = node;
  switch (group) {
    case "capabilities":
      return capabilityRows(connection);
    case "peers":
      return peerRows(data);
    case "locations":
      return locationRows(data);
    case "seen":
      return seenRows(data);
    default:
      return contract ? contractGroupRows(node, await contractPart(contract, data), data) : [];
  }
}

const capabilityNames: readonly CapabilityName[] = ["graphql", "archive", "prover", "drivers"];

function capabilityRows(connection: Connection): ExplorerNode[] {
  const { capabilities = notProbed } = connection.status.state === "up" ? connection.status : {};
  return capabilityNames.map((name) => ({ kind: "capability", connection, name, ...capabilities[name] }));
}

/** The subscriptions of the node's one event session. */
async function subscriptionRows(connection: Connection): Promise<ExplorerNode[]> {
  if (connection.status.state !== "up")
    return [note(connection, "subscriptions", t`No events while the node does not answer.`)];
  const { all } = (await connection.node()).events;
  if (all.length === 0) return [note(connection, "subscriptions", t`Nothing is subscribed to.`)];
  const isAsked = ({ purpose }: Subscription) => purpose === tailPurpose;
  // What a person asked for, then what the window itself listens to.
  return [...all.filter(isAsked), ...all.filter((each) => !isAsked(each))].map((subscription) => {
    const at = `${targetPath(subscription.target)} ${subscription.purpose}`;
    return { kind: "subscription", connection, at, subscription };
  });
}

async function contractPartsOf(node: RowOf<"contract">, data: ConnectionData): Promise<ExplorerNode[]> {
  const balance = data.balance(node.contractId);
  const [details] = await Promise.all([
    contractPart(node, data),
    data.connection.status.state === "failed" ? undefined : balance.ready(),
  ]);
  return contractParts(node, details, balance);
}

async function contractPart({ contractId }: { contractId: string }, data: ConnectionData) {
  const part = data.contract(contractId);
  if (data.connection.status.state !== "failed") await part.ready();
  if (part.value === undefined) throw part.error ?? new Error(t`Not loaded yet: the node does not answer.`);
  return part.value;
}

function placeOf(node: ExplorerNode): string {
  return node.kind === "section" ? node.section : node.kind === "contract" ? `contract/${node.contractId}` : node.kind;
}
