import type { Connections } from "../../client/connections";
import type { RecentEvents } from "../../client/recentEvents";
import type { ReadOnlyDocuments } from "../../host/readOnlyDocuments";
import { fieldAt } from "./chainQueries";
import type { Tails } from "./tails";
import { groupByTransaction, groupsText, outcome, type TransactionGroup } from "./transactionGroups";
import { limits } from "../../wire/limits";

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
  if (groups.length === 0) throw new Error("None of the remembered events belongs to a transaction.");
  const unknown = groups.filter((group) => !group.outcome).slice(0, mostAsked);
  await Promise.all([
    ...unknown.map((group) => learnOutcome(connections, group)),
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

/** Asks the node what no event told: gas and error of a transaction. A node that does not say leaves it unknown. */
async function learnOutcome(connections: Connections, group: TransactionGroup): Promise<void> {
  try {
    const node = await connections.get(group.connection)?.node();
    const query = "query ($hash: String!) { tx(hash: $hash) { err gasSpent blockHeight } }";
    const answer = await node?.graphql.query({ query, variables: { hash: group.hash } });
    const tx = fieldAt(answer?.data, ["tx"]);
    if (!tx) return;
    group.outcome = outcome(fieldAt(tx, ["blockHeight"]), fieldAt(tx, ["gasSpent"]), fieldAt(tx, ["err"]));
  } catch {
    // The events themselves are what was asked for.
  }
}
