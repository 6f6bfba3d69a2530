import { t } from "../../../base/translate";
import type { ReportError } from "../../../host/commands";
import { showCheckList } from "../../../host/quickPicks";
import type { Connection } from "../../../client/connection";
import type { Connections } from "../../../client/connections";
import { noConnection } from "../../../client/noConnection";
import type { Target } from "../../../wire/target";
import { askEventName } from "../contractEvents";
import { ContractNames } from "../model/decode/contractNames";
import type { EventChannel } from "../eventChannel";
import { pickTargets } from "./pickTarget";
import { eachTopic } from "../model/tails/typedTarget";
import type { Tail } from "../model/tails/tail";
import type { Tails } from "../model/tails/tails";

/** What may be asked to be tailed: a row of the explorer, or what another feature passes. */
interface TailArgument {
  connection?: Connection | string;
  target?: Target;
  contractId?: string;
}

/** What may be asked to be stopped: a row of the explorer, or what was asked to be tailed. */
interface StopArgument {
  connection?: Connection | string;
  subscription?: { target: Target };
  target?: Target;
}

/** Starts tails of what is asked for, at once where that is clear, and asks otherwise. */
export async function startTails(
  argument: unknown,
  needs: { connections: Connections; tails: Tails; channel: EventChannel; report: ReportError },
): Promise<void> {
  const { connections, tails, channel } = needs;
  const { connection: wanted, ...rest } = (argument ?? {}) as TailArgument;
  const connection =
    typeof wanted === "string" ? connections.get(wanted) : (connections.present(wanted) ?? connections.active);
  if (!connection) throw noConnection(connections.all);
  const names = new ContractNames(connection.config.contracts);
  const asked = askedTargets(rest);
  const targets = asked.length > 0 ? asked : await pickTargets(connection, names);
  if (targets.length === 0) return;
  channel.show();
  for (const target of targets) {
    const { tail, isNew } = await tails.start(connection, target);
    if (!isNew) tails.view.notify(`tail of ${tail.label} runs already`, connection.name);
    else if (target.component === "contracts" && !target.topic) askIfRefused(connection, tail, needs);
  }
}

/** Longest after a person asked that a question of ours is still about it. */
const soonMs = 10_000;

/** A node that wants names, of a contract of which none are known: then a person is asked for one. */
function askIfRefused(connection: Connection, tail: Tail, needs: Parameters<typeof startTails>[1]): void {
  const askedAt = Date.now();
  const ask = async () => {
    const refusal = await tail.first;
    if (refusal?.reason !== "not-offered" || Date.now() - askedAt > soonMs) return;
    const label = new ContractNames(connection.config.contracts).of(tail.target.entity ?? "");
    for (const target of await askEventName(connection, tail.target, label))
      await startTails({ connection, target }, needs);
  };
  ask().catch(needs.report);
}

/** Asks which tails to stop; there is nothing to ask if one is meant already. */
export async function stopTails(tails: Tails, argument: unknown): Promise<void> {
  const { connection, subscription, target = subscription?.target } = (argument ?? {}) as StopArgument;
  if (target) {
    const key = JSON.stringify(target);
    const isMeant = (tail: Tail) =>
      (typeof connection === "string" ? tail.connection.name === connection : tail.connection.id === connection?.id) &&
      JSON.stringify(tail.target) === key;
    for (const tail of tails.all.filter(isMeant)) tails.stop(tail);
    return;
  }
  const items = tails.all.map((tail) => ({
    label: tail.label,
    description: `${tail.connection.name} · ${tail.summary}`,
    tail,
  }));
  const title = t`Stop Tailing Events`;
  const only = items.length === 1 ? items : undefined;
  const picked = only ?? (await showCheckList(items, { title, placeHolder: t`Which` }));
  for (const { tail } of picked ?? []) tails.stop(tail);
}

function askedTargets({ target, contractId }: TailArgument): Target[] {
  if (!target) return contractId ? [{ component: "contracts", entity: contractId }] : [];
  return eachTopic(target);
}
