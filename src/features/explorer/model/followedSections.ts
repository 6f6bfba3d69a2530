import { t } from "../../../base/translate";
import { Disposables, type Disposable } from "../../../base/disposables";
import type { Subscription } from "../../../client/session/subscription";
import type { EventFrame } from "../../../wire/eventFrame";
import type { ConnectionData } from "./connectionData";
import type { Section } from "./rows/explorerNode";

/** Follows events that change what is below a section until it is disposed; `changed` is called with each change. */
type Follow = (data: ConnectionData, changed: () => void) => Promise<Disposable>;

/** How the sections that follow events of their own do that. */
export const followedSections: Partial<Record<Section, Follow>> = {
  mempool: followMempool,
  contracts: followContracts,
};

/** What enters and leaves the mempool (§6.2). */
async function followMempool(data: ConnectionData, changed: () => void): Promise<Disposable> {
  const { events } = await data.connection.node();
  const take = () => {
    data.known("mempool")?.invalidate();
    data.known("gas")?.invalidate();
    changed();
  };
  const owned = new Disposables();
  for (const topic of ["included", "removed"]) {
    const target = { component: "transactions", topic };
    const subscription = owned.add(events.subscribe(target, take, t`to follow the mempool`));
    owned.add(onceHeard(subscription, take));
  }
  return owned;
}

/** Balances of contracts that an executed transaction names (§6.2), and their drivers. */
async function followContracts(data: ConnectionData, changed: () => void): Promise<Disposable> {
  const { events, schemas } = await data.connection.node();
  const take = ({ data: { buffer, byteOffset, length } }: EventFrame) => {
    const bytes = Buffer.from(buffer, byteOffset, length);
    const named = data.knownBalances.filter(([contractId]) => bytes.includes(contractId));
    for (const [, balance] of named) balance.invalidate();
    if (named.length > 0) changed();
  };
  const owned = new Disposables();
  const executed = { component: "transactions", topic: "executed" };
  const subscription = owned.add(events.subscribe(executed, take, t`to follow balances of contracts`));
  const heard = onceHeard(subscription, () => {
    for (const [, balance] of data.knownBalances) balance.invalidate();
    changed();
  });
  owned.add(heard);
  owned.add(
    schemas.onChange((contractId) => {
      data.known(`contract/${contractId}`)?.invalidate();
      changed();
    }),
  );
  return owned;
}

/** Until the node has heard of a subscription it tells nothing of what happens meanwhile. */
function onceHeard(subscription: Subscription, missed: () => void): Disposable {
  return subscription.onState(({ kind: at }) => {
    if (at === "active") missed();
  });
}
