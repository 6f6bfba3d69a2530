import * as vscode from "vscode";
import type { Connections } from "../../client/connections";
import { signalOf } from "../../host/cancellation";
import { withProgress } from "../../host/messages";
import { showQuickPick } from "../../host/quickPicks";
import { decodeEventFrame } from "../../wire/eventFrame";
import type { EventGap } from "./eventGap";
import { eventMessage } from "./eventMessage";
import { clockText, counted } from "./eventLine";
import { fillGap, type FilledGap } from "./gapFill";
import type { PastEvent } from "./gapQuery";
import { seconds } from "./sessionNotices";
import type { Tails } from "./tails";

interface FillGapNeeds {
  connections: Connections;
  tails: Tails;
}

/** Fills one gap through the node's archive: what had not arrived is shown, marked as filled. */
export async function fillChosenGap(needs: FillGapNeeds): Promise<void> {
  const gap = await pickGap(needs);
  if (!gap) return;
  const connection = needs.connections.get(gap.connection);
  const node = await connection?.node();
  if (!connection || !node) throw new Error(`The connection “${gap.connection}” is not there any more.`);
  const targets = needs.tails.all
    .filter(({ connection }) => connection.name === gap.connection)
    .map((tail) => tail.target);
  if (targets.length === 0)
    throw new Error(`Nothing of “${gap.connection}” is tailed any more, so there is nothing to fill.`);
  const live = needs.tails.arrived(gap.connection);
  const filled = await withProgress(
    { location: vscode.ProgressLocation.Notification, title: "Filling the gap in the events", cancellable: true },
    (progress, token) =>
      fillGap(node.graphql, gap, targets, live, {
        signal: signalOf(token),
        onProgress: (height) => progress.report({ message: `block ${height} of ${gap.blocks.last}` }),
      }),
  );
  const other = filled.blocks.find((block) => connection.chain.blocks.contradicts(block));
  if (other) connection.chain.learn(other);
  if (other || !needs.tails.gaps.includes(gap))
    throw new Error(
      `The gap is not filled: “${gap.connection}” is on another chain now, with other blocks at these heights.`,
    );
  for (const event of filled.events) add(needs.tails, gap.connection, node.endpoint.headerName("Origin"), event);
  closeGap(needs.tails, gap, filled);
}

async function pickGap({ connections, tails: { gaps, all } }: FillGapNeeds): Promise<EventGap | undefined> {
  const [only] = gaps;
  if (!only) {
    const silent = all.find(({ connection }) => connections.get(connection.name)?.chain.isBehind);
    throw new Error(
      silent
        ? `It is not known yet which blocks are missing: “${silent.connection.name}” has not said where it is.`
        : "There is no gap to fill: of the blocks since the tails began none is known to be missing.",
    );
  }
  if (gaps.length === 1) return only;
  const items = gaps.map((gap) => ({
    label: `${gap.connection}: blocks ${gap.blocks.first}–${gap.blocks.last}`,
    description:
      gap.lastedMs === undefined
        ? `not told by the node, found at ${clockText(gap.lostAt)}`
        : `lost at ${clockText(gap.lostAt)} for ${seconds(gap.lastedMs)}`,
    gap,
  }));
  return (await showQuickPick(items.reverse(), { title: "Fill Gap in Events", placeHolder: "Which gap" }))?.gap;
}

function add(tails: Tails, connection: string, originName: string, { target, data, origin, height }: PastEvent): void {
  const message = eventMessage(target, data, origin === undefined ? undefined : { name: originName, hash: origin });
  const frame = decodeEventFrame(message);
  if ("problem" in frame) return;
  tails.add({ at: Date.now(), way: { connection, sessionId: "", source: "filled", height }, frame });
}

function closeGap(tails: Tails, gap: EventGap, filled: FilledGap): void {
  const { events, known, upTo, unanswerable, absent, unreadable } = filled;
  const { first, last } = gap.blocks;
  const left = [...(absent ? [absent] : []), ...(upTo < last ? [{ first: upTo + 1n, last }] : [])];
  tails.gaps = tails.gaps.flatMap((each) => (each !== gap ? [each] : left.map((blocks) => ({ ...gap, blocks }))));
  const missing = unanswerable.map((target) => tails.namesOf(gap.connection).label(target)).join(", ");
  const words = [
    `filled the gap of blocks ${first}–${upTo}: ${counted(events.length)} added, ${known} had arrived already`,
    ...(unreadable.length > 0 ? [`${unreadable.length} could not be read and are missing: ${unreadable[0]}`] : []),
    ...(absent
      ? [`the node does not have ${absent.first === absent.last ? "block" : "all of blocks"} ${rangeText(absent)}`]
      : []),
    ...(upTo < last ? [`blocks ${upTo + 1n}–${last} are left to fill`] : []),
    ...(missing ? [`what no node keeps is still missing: ${missing}`] : []),
  ];
  tails.view.say(words.join("; "), gap.connection);
  tails.changed();
}

function rangeText({ first, last }: EventGap["blocks"]): string {
  return first === last ? String(first) : `${first}–${last}`;
}
