import * as vscode from "vscode";
import { t } from "../../base/translate";
import { QuickPick } from "../../host/quickPicks";
import { showInputBox } from "../../host/inputBoxes";
import type { Connection } from "../../client/connection";
import type { KnownTopic, KnownTopics } from "../../client/contractTopics";
import { failureWords } from "../../client/failures/failureWords";
import { callableName } from "../../contract/schema/callableName";
import { noSchemaNote } from "../../contract/schema/driverSchema";
import type { Target } from "../../wire/target";
import { chosenItems } from "./commands/chosenItems";
import { typedTarget } from "./model/tails/typedTarget";

interface EventItem extends vscode.QuickPickItem {
  target?: Target;
}

const { Separator } = vscode.QuickPickItemKind;

/** Asks which events of a contract to tail, as check boxes; “All events” and a name of one's own start at once. */
export async function pickEvents(connection: Connection, contract: Target, label: string): Promise<Target[]> {
  const pick = new QuickPick<EventItem>(t`Tail Events of ${label}`, t`Which events`, { canSelectMany: true });
  const all: EventItem = { label: t`All events`, description: t`everything the contract emits`, target: contract };
  let other: EventItem = { label: enterName };
  pick.items = [all, other];
  pick.busy = true;
  let isOpen = true;
  void knownTopics(connection, contract).then((known) => {
    if (!isOpen) return;
    const chosen = pick.selectedItems.filter((item) => item !== other);
    other = { label: enterName, ...(known.detail && { detail: known.detail }) };
    const events = known.topics.map((topic) => eventItem(contract, topic));
    pick.items = [all, ...(events.length > 0 ? [{ label: known.title, kind: Separator }, ...events] : []), other];
    pick.selectedItems = chosen;
    pick.busy = false;
  });
  const chosen = await chosenItems(pick, (items) => items.includes(all) || items.includes(other));
  isOpen = false;
  if (chosen.includes(all)) return [contract];
  if (chosen.includes(other)) return askEventName(connection, contract, label);
  return chosen.flatMap(({ target }) => target ?? []);
}

/** Asks for the name of an event that nothing tells, and remembers it for the next time. */
export async function askEventName(connection: Connection, contract: Target, label: string): Promise<Target[]> {
  const name = await showInputBox({
    title: t`Tail Events of ${label}`,
    prompt: t`Name of the event, as the contract's source has it`,
    ignoreFocusOut: true,
    validateInput: (text) => problemOf(contract, text),
  });
  const topic = name?.trim();
  if (!topic) return [];
  await (await connection.node()).topics.name(contract.entity ?? "", topic);
  return [{ ...contract, topic }];
}

const enterName = t`Enter an event name…`;

function problemOf(contract: Target, text: string): string | undefined {
  if (text.trim() === "") return undefined;
  const typed = typedTarget(`contracts:${contract.entity}/${text.trim()}`);
  return "problem" in typed ? typed.problem : typed.warning;
}

async function knownTopics(connection: Connection, contract: Target) {
  const { topics, from, problem } = await topicsOf(connection, contract.entity ?? "");
  return { topics, title: from === "chain" ? t`Met so far` : t`Events`, detail: detailOf(from, problem) };
}

/** What is known of a contract's topics; nothing when its node cannot be spoken to. */
export async function topicsOf(connection: Connection, contractId: string): Promise<KnownTopics> {
  try {
    return await (await connection.node()).topics.of(contractId);
  } catch {
    return { topics: [], from: "nothing" };
  }
}

/** Why there are no names, or not all of them. */
function detailOf(from: KnownTopics["from"], problem: KnownTopics["problem"]): string | undefined {
  if (from === "schema" || from === "catalogue") return undefined;
  const passing = problem && ["unreachable", "timeout"].includes(problem.reason);
  if (problem && (passing || problem.reason === "not-found")) return failureWords(problem).sentence;
  return noSchemaNote;
}

function eventItem(contract: Target, { topic, data, doc }: KnownTopic): EventItem {
  const { warning } = callableName(topic, "event");
  const detail = [doc, warning && `⚠ ${warning}`].filter(Boolean).join(" ");
  return {
    label: topic,
    ...(data && { description: data }),
    ...(detail && { detail }),
    target: { ...contract, topic },
  };
}
