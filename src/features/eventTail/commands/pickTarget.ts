import * as vscode from "vscode";
import { t } from "../../../base/translate";
import { QuickPick, showCheckList, showQuickPick } from "../../../host/quickPicks";
import type { Connection } from "../../../client/connection";
import { knownContracts } from "../../../contract/schema/knownContracts";
import { chainTopics } from "../model/tails/chainTopics";
import { chosenItems } from "./chosenItems";
import { pickEvents } from "../contractEvents";
import type { ContractNames } from "../model/decode/contractNames";
import { recentEntities } from "../model/tails/recentEntities";
import type { Target } from "../../../wire/target";
import { TypedItems, type TargetItem } from "./typedItems";
import { eachTopic } from "../model/tails/typedTarget";

const { Separator } = vscode.QuickPickItemKind;

/** Asks what to tail: a contract and its events, a topic of blocks or transactions, or whatever a person types. */
export async function pickTargets(connection: Connection, names: ContractNames): Promise<Target[]> {
  const picked = await pickOrType(connection, names);
  if (picked?.next === "recent") return pickRecent(connection);
  if (!picked?.target) return [];
  if (picked.next === "contract") return pickEvents(connection, picked.target, picked.label);
  return eachTopic(picked.target);
}

/** The topics of one block or transaction of the last minutes. */
async function pickRecent(connection: Connection): Promise<Target[]> {
  const { entities, problem } = await recentEntities(connection);
  if (entities.length === 0)
    throw new Error(t`No recent blocks or transactions: ${problem ?? t`the node has none yet`}.`);
  const items = entities.map(({ label, description, component, entity }) => ({
    label,
    description,
    component,
    entity,
  }));
  const entity = await showQuickPick(items, {
    title: t`Tail Events of ${connection.name}`,
    placeHolder: t`Which block or transaction`,
    matchOnDescription: true,
  });
  if (!entity) return [];
  const topics = chainTopics
    .filter(({ component }) => component === entity.component)
    .map(({ topic, meaning }) => ({ label: topic, description: meaning, picked: true }));
  const title = t`Tail Events of ${entity.label}`;
  const picked = await showCheckList(topics, { title, placeHolder: t`Which events` });
  return (picked ?? []).map(({ label: topic }) => ({ component: entity.component, entity: entity.entity, topic }));
}

async function pickOrType(connection: Connection, names: ContractNames): Promise<TargetItem | undefined> {
  const placeholder = t`What to tail, or type a target such as contracts:<id or name>/<event>`;
  const pick = new QuickPick<TargetItem>(t`Tail Events of ${connection.name}`, placeholder, {
    matchOnDescription: true,
  });
  const items = targetItems(connection);
  const typed = new TypedItems(connection, names, (found) => (pick.items = [...items, ...found]));
  pick.items = items;
  pick.onDidChangeValue((value) => typed.changed(value));
  const [picked] = await chosenItems(pick, (chosen) => chosen.length > 0);
  typed.dispose();
  return picked;
}

/** What else can be tailed of a chain (§4.12). */
const wholes: readonly { component: string; topic?: string; meaning: string }[] = [
  { component: "blocks", meaning: t`all that happens to blocks` },
  { component: "contracts", topic: "deploy", meaning: t`a contract is deployed; not told by nodes of version 1.4` },
];

function targetItems(connection: Connection): TargetItem[] {
  const contracts = knownContracts(connection.config.contracts).map(({ id, name }) => ({
    label: name,
    description: id,
    iconPath: new vscode.ThemeIcon("symbol-class"),
    target: { component: "contracts", entity: id },
    next: "contract" as const,
  }));
  const topics = [...wholes, ...chainTopics].map(({ component, topic, meaning }) => ({
    label: topic === undefined ? component : `${component}/${topic}`,
    description: meaning,
    iconPath: new vscode.ThemeIcon("symbol-event"),
    target: { component, ...(topic !== undefined && { topic }) },
  }));
  const recent: TargetItem = {
    label: t`A recent block or transaction…`,
    iconPath: new vscode.ThemeIcon("history"),
    next: "recent",
  };
  return [
    { label: t`Contracts`, kind: Separator },
    ...contracts,
    { label: t`Chain`, kind: Separator },
    ...topics,
    recent,
  ];
}
