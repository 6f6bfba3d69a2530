import { t } from "../../../base/translate";
import type { Connection } from "../../../client/connection";
import { nameInId } from "../../../client/connectionConfig";
import type { Connections } from "../../../client/connections";
import { inNotification } from "../../../host/cancellation";
import { showQuickPick } from "../../../host/quickPicks";
import { ContractNames } from "../model/decode/contractNames";
import { filledNotice, leftOf, type EventGap } from "../model/gaps/eventGap";
import { clockText } from "../model/lines/eventLine";
import { fillGap, received, type FilledGap } from "../model/gaps/gapFill";
import { seconds } from "../model/tails/sessionNotices";
import type { Tails } from "../model/tails/tails";

interface FillGapNeeds {
  connections: Connections;
  tails: Tails;
}

/** Fills one gap through the node's archive: what had not arrived is shown, marked as filled. */
export async function fillChosenGap(needs: FillGapNeeds): Promise<void> {
  const gap = await pickGap(needs);
  if (!gap) return;
  const { connectionId } = gap;
  const connection = needs.connections.byId(connectionId);
  const node = await connection?.node();
  if (!connection || !node) throw new Error(t`The connection “${nameInId(connectionId)}” no longer exists.`);
  const targets = needs.tails.all.filter(({ connection }) => connection.id === connectionId).map((tail) => tail.target);
  if (targets.length === 0)
    throw new Error(t`No tail of “${connection.name}” is running, so there is nothing to fill.`);
  const live = needs.tails.arrived(connectionId);
  const filled = await inNotification(t`Filling the gap in the events`, (signal, report) => {
    const onProgress = (height: bigint) => report({ message: t`block ${height} of ${gap.blocks.last}` });
    return fillGap(node.graphql, gap, targets, live, { signal, onProgress });
  });
  const other = filled.blocks.find((block) => connection.chain.blocks.contradicts(block));
  if (other) connection.chain.learn(other);
  if (other || !needs.tails.gaps.includes(gap))
    throw new Error(
      t`The gap is not filled: “${connection.name}” is on another chain now, with other blocks at these heights.`,
    );
  // A block that is not final may be left yet, and then what came out of it did not happen.
  for (const block of filled.blocks) if (block.state !== "finalized") connection.chain.learn(block);
  const originName = node.endpoint.headerName("Origin");
  needs.tails.fill(
    connection,
    filled.blocks,
    filled.events.flatMap((event) => received(event, originName) ?? []),
  );
  closeGap(needs.tails, gap, filled, connection);
}

async function pickGap({ connections, tails: { gaps, all } }: FillGapNeeds): Promise<EventGap | undefined> {
  const [only] = gaps;
  if (!only) {
    const silent = all.find(({ connection }) => connections.byId(connection.id)?.chain.isBehind);
    throw new Error(
      silent
        ? t`It is not known yet which blocks are missing: “${silent.connection.name}” has not said where it is.`
        : t`There is no gap to fill: of the blocks since the tails began none is known to be missing.`,
    );
  }
  if (gaps.length === 1) return only;
  const items = gaps.map((gap) => ({
    label: t`${connections.byId(gap.connectionId)?.name ?? nameInId(gap.connectionId)}: blocks ${gap.blocks.first}–${gap.blocks.last}`,
    description:
      gap.lastedMs === undefined
        ? t`not told by the node, found at ${clockText(gap.lostAt)}`
        : t`lost at ${clockText(gap.lostAt)} for ${seconds(gap.lastedMs)}`,
    gap,
  }));
  return (await showQuickPick(items.reverse(), { title: t`Fill Gap in Events`, placeHolder: t`Which gap` }))?.gap;
}

function closeGap(tails: Tails, gap: EventGap, filled: FilledGap, { config, name }: Connection): void {
  const left = leftOf(gap, filled);
  tails.gaps = tails.gaps.flatMap((each) => (each !== gap ? [each] : left.map((blocks) => ({ ...gap, blocks }))));
  const names = new ContractNames(config.contracts);
  tails.view.notify(
    filledNotice(gap, filled, (target) => names.label(target)),
    name,
  );
  tails.changed();
}
