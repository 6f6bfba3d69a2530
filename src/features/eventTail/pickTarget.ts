import * as vscode from "vscode";
import { QuickPick, showCheckList, showQuickPick } from "../../host/quickPicks";
import type { Connection } from "../../client/connection";
import { callableName } from "../../contract/callableName";
import { knownContracts } from "../../contract/knownContracts";
import { targetPath, type Target } from "../../wire/target";
import { chainTopics } from "./chainTopics";
import { contractEvents } from "./contractEvents";
import type { ContractNames } from "./contractNames";
import { recentEntities } from "./recentEntities";
import { typedTarget } from "./typedTarget";

interface TargetItem extends vscode.QuickPickItem {
  target?: Target;
  /** Opens a further pick instead. */
  next?: "contract" | "recent";
}

const { Separator } = vscode.QuickPickItemKind;

/** Asks what to tail: a contract and its events, a topic of blocks or transactions, or whatever a person types. */
export async function pickTargets(connection: Connection, names: ContractNames): Promise<Target[]> {
  const picked = await pickOrType(connection, names);
  if (picked?.next === "recent") return pickRecent(connection);
  if (!picked?.target) return [];
  return picked.next === "contract" ? pickEvents(connection, picked.target, picked.label) : [picked.target];
}

/** Asks which events of a contract to tail, as check boxes; “All events” starts at once. */
export async function pickEvents(connection: Connection, contract: Target, label: string): Promise<Target[]> {
  const pick = new QuickPick<TargetItem>(`Tail Events of ${label}`, "Which events", { canSelectMany: true });
  pick.busy = true;
  const all: TargetItem = { label: "All events", description: "everything the contract emits", target: contract };
  pick.items = [all];
  void contractEvents(connection, contract.entity ?? "").then(({ events, problem }) => {
    const chosen = pick.selectedItems;
    if (events.length === 0) all.detail = `Event names are not known: ${problem ?? "the schema has none"}`;
    pick.items = [all, { label: "Events", kind: Separator }, ...events.map((event) => eventItem(contract, event))];
    pick.selectedItems = chosen;
    pick.busy = false;
  });
  const chosen = await chosenItems(pick, (items) => items.includes(all));
  return chosen.includes(all) ? [contract] : chosen.flatMap(({ target }) => target ?? []);
}

function eventItem(contract: Target, { topic, data, doc }: { topic: string; data: string; doc?: string }): TargetItem {
  const { warning } = callableName(topic, "event");
  const detail = [doc, warning && `⚠ ${warning}`].filter(Boolean).join(" ");
  return {
    label: topic,
    description: data,
    ...(detail && { detail }),
    target: { ...contract, topic },
  };
}

/** The topics of one block or transaction of the last minutes. */
async function pickRecent(connection: Connection): Promise<Target[]> {
  const { entities, problem } = await recentEntities(connection);
  if (entities.length === 0)
    throw new Error(`No recent blocks or transactions: ${problem ?? "the node has none yet"}.`);
  const items = entities.map(({ label, description, component, entity }) => ({
    label,
    description,
    component,
    entity,
  }));
  const entity = await showQuickPick(items, {
    title: `Tail Events of ${connection.name}`,
    placeHolder: "Which block or transaction",
    matchOnDescription: true,
  });
  if (!entity) return [];
  const topics = chainTopics
    .filter(({ component }) => component === entity.component)
    .map(({ topic, meaning }) => ({ label: topic, description: meaning, picked: true }));
  const title = `Tail Events of ${entity.label}`;
  const picked = await showCheckList(topics, { title, placeHolder: "Which events" });
  return (picked ?? []).map(({ label: topic }) => ({ component: entity.component, entity: entity.entity, topic }));
}

async function pickOrType(connection: Connection, names: ContractNames): Promise<TargetItem | undefined> {
  const placeholder = "What to tail, or type a target such as contracts:<id or name>/<event>";
  const pick = new QuickPick<TargetItem>(`Tail Events of ${connection.name}`, placeholder, {
    matchOnDescription: true,
  });
  const items = targetItems(connection);
  pick.items = items;
  pick.onDidChangeValue((value) => (pick.items = [...items, ...typedItems(value, names)]));
  const [picked] = await chosenItems(pick, (chosen) => chosen.length > 0);
  return picked;
}

function typedItems(text: string, names: ContractNames): TargetItem[] {
  if (!/[:/]|^(0x)?[0-9a-f]{64}$/i.test(text.trim())) return [];
  const typed = typedTarget(text, names);
  const shown = { kind: Separator, label: "As typed" };
  if ("problem" in typed) return [shown, { label: text, description: typed.problem, alwaysShow: true }];
  const { target, warning } = typed;
  const item = { label: `Tail ${text.trim()}`, description: targetPath(target), target, alwaysShow: true };
  return [shown, warning === undefined ? item : { ...item, detail: `⚠ ${warning}` }];
}

function targetItems(connection: Connection): TargetItem[] {
  const contracts = knownContracts(connection.config.contracts).map(({ id, name }) => ({
    label: name,
    description: id,
    iconPath: new vscode.ThemeIcon("symbol-class"),
    target: { component: "contracts", entity: id },
    next: "contract" as const,
  }));
  const topics = chainTopics.map(({ component, topic, meaning }) => ({
    label: `${component}/${topic}`,
    description: meaning,
    iconPath: new vscode.ThemeIcon("symbol-event"),
    target: { component, topic },
  }));
  const recent: TargetItem = {
    label: "A recent block or transaction…",
    iconPath: new vscode.ThemeIcon("history"),
    next: "recent",
  };
  return [
    { label: "Contracts", kind: Separator },
    ...contracts,
    { label: "Chain", kind: Separator },
    ...topics,
    recent,
  ];
}

/** What was chosen when the pick was accepted, or was accepted as soon as `enough` of it was chosen; nothing if it was left. */
function chosenItems<T extends vscode.QuickPickItem>(
  pick: QuickPick<T>,
  enough: (chosen: readonly T[]) => boolean,
): Promise<readonly T[]> {
  return new Promise((resolve) => {
    const end = () => {
      resolve(pick.selectedItems);
      pick.dispose();
    };
    pick.onDidChangeSelection((chosen) => {
      if (enough(chosen)) end();
    });
    pick.onDidAccept(end);
    pick.onDidHide(() => {
      resolve([]);
      pick.dispose();
    });
    pick.show();
  });
}
