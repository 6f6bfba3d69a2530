import type { Connections } from "../../../client/connections";
import type { RecentEvents } from "../../../client/session/recentEvents";
import type { ReadOnlyDocuments } from "../../../host/readOnlyDocuments";
import { lookUpCauses } from "../model/gaps/chainQueries";
import type { Tails } from "../model/tails/tails";
import { groupByTransaction, groupsText, learnCause, type TransactionGroup } from "../model/blocks/transactionGroups";
import { limits } from "../../../wire/limits";

interface GroupNeeds {
  connections: Connections;
  recent: RecentEvents;
  documents: ReadOnlyDocuments;
  tails: Tails;
}

const { outcomes: mostAsked, transactions: mostShown } = limits.listed;

/** Shows the remembered events folded under their transactions, with what became of each. */
export async function showGroups({ connections, recent, documents, tails }: GroupNeeds): Promise<void> {
  const events = recent.all();
  const groups = groupByTransaction(events, (event) => tails.blockOf(event)).slice(0, mostShown);
  if (groups.length === 0) throw new Error("None of the remembered events belongs to a transaction or a block.");
  const unknown = groups.filter(isUnexplained).slice(0, mostAsked);
  await Promise.all([
    ...connectionsOf(unknown).map((name) => learnCauses(connections, name, unknown)),
    ...groups
      .flatMap((group) => group.events.slice(0, 20))
      .slice(-limits.listed.decoded)
      .map(async (event) => tails.decodings.decode(event)),
  ]);
  await documents.showBeside(
    "Events by transaction.chainscope-events",
    groupsText(groups, (name) => tails.namesOf(name)),
  );
}

function isUnexplained({ kind, outcome }: TransactionGroup): boolean {
  return kind !== "block" && !outcome;
}

function connectionsOf(groups: readonly TransactionGroup[]): string[] {
  return [...new Set(groups.map(({ connection }) => connection))];
}

/** Asks a node what no event told: whether a cause is a transaction or a block, and what became of it. */
async function learnCauses(connections: Connections, name: string, groups: readonly TransactionGroup[]): Promise<void> {
  const own = groups.filter(({ connection }) => connection === name);
  // The events themselves are what was asked for: without an answer they are shown all the same.
  const node = await connections
    .get(name)
    ?.node()
    .catch(() => undefined);
  const causes =
    node &&
    (await lookUpCauses(
      node.graphql,
      own.map(({ hash }) => hash),
    ));
  if (causes) for (const group of own) learnCause(group, causes.get(group.hash));
}
