import { t } from "../../base/translate";
import type { EventFrame } from "../../wire/eventFrame";
import type { Json } from "../../wire/json/exactJson";
import { fieldAt, fieldsOf, integerOf, itemsOf, jsonIn } from "../../wire/json/fields";
import type { Disposable } from "../../base/disposables";
import type { GraphqlClient } from "../routes/graphqlClient";
import type { NodeError } from "../failures/nodeError";
import type { SessionGap } from "../session/sessionState";
import type { Subscriptions } from "../session/subscriptions";

/** What of a node its chain is followed by. */
export interface FollowedNode {
  readonly events: Pick<Subscriptions, "subscribe" | "all"> & {
    readonly session: Pick<Subscriptions["session"], "state" | "onState">;
  };
  readonly graphql: Pick<GraphqlClient, "query">;
}

/** A block by its place in the chain. */
export interface ChainBlock {
  height: bigint;
  hash: string;
}

/** The newest block that is known. */
export interface ChainTip extends ChainBlock {
  /** When its event arrived, in milliseconds since the epoch; undefined when it was asked for. */
  arrivedAt?: number;
}

/** A block as its event tells it. */
export interface AcceptedBlock extends ChainBlock {
  /** The hash of the block below it, if the node says. */
  previous?: string | undefined;
  /** Seconds since the epoch, if the node says. */
  timestamp: bigint | undefined;
  /** Hashes, in the block's order. */
  transactions: readonly string[];
}

/** Heights, both ends included. */
export interface BlockRange {
  first: bigint;
  last: bigint;
}

/** What an event said about the chain (§6.2). */
export type ToldNews =
  | { kind: "accepted"; block: AcceptedBlock }
  /** The block is now `confirmed` or `finalized`; `atHeight` is where the chain was then. */
  | { kind: "state"; hash: string; atHeight: bigint | undefined; state: string }
  | { kind: "reverted"; hash: string; atHeight: bigint | undefined };

/** What is news of a chain: what events told, and what they did not tell. */
export type ChainNews =
  | ToldNews
  /**
   * What happened in these blocks was not told, or not all of it: over the time without a session, or although there was
   * one. Blocks are undefined while the node does not say where it is.
   */
  | { kind: "missed"; blocks: BlockRange | undefined; gap?: SessionGap }
  /** The node is on another chain: nothing holds that was known of the one with this tip. */
  | { kind: "restarted"; before: ChainBlock; tip: ChainBlock; gap?: SessionGap };

/** The topics that tell of blocks. */
export const blockTopics = ["accepted", "statechange", "reverted"] as const;

/** Has a node tell of its blocks. `onProblem` is told why they do not arrive, or that they do again. */
export function subscribeToBlocks(
  events: Pick<Subscriptions, "subscribe">,
  take: (news: ToldNews) => void,
  onProblem: (error: NodeError | undefined) => void,
): Disposable[] {
  const subscriptions = blockTopics.map((topic) =>
    events.subscribe(
      { component: "blocks", topic },
      (event) => {
        const news = toldNews(event);
        if (news) take(news);
      },
      t`to follow the chain`,
    ),
  );
  const [accepted] = subscriptions;
  const listening = accepted?.onState((state) => {
    if (state.kind === "failed") onProblem(state.error);
    if (state.kind === "active") onProblem(undefined);
  });
  return [...subscriptions, ...(listening ? [listening] : [])];
}

/** What a block event (§6.2) tells; undefined for one that tells nothing. */
export function toldNews({ target, data }: EventFrame): ToldNews | undefined {
  const { entity: hash = "", topic = "" } = target;
  const fields = blockFields(data);
  const { atHeight, state } = fields;
  switch (topic.toLowerCase()) {
    case "accepted": {
      const block = acceptedBlock(hash, fields);
      return block && { kind: "accepted", block };
    }
    case "statechange":
      return typeof state === "string" ? { kind: "state", hash, atHeight, state } : undefined;
    case "reverted":
      return { kind: "reverted", hash, atHeight };
    default:
      return undefined;
  }
}

/** What the data of a block event (§6.2) says, whichever topic it has; what is not JSON says nothing. */
export function blockFields(data: Uint8Array) {
  const value = jsonIn(data);
  const { transactions, state, atHeight } = fieldsOf(value);
  return {
    header: fieldsOf(fieldAt(value, "header")),
    height: integerOf(fieldAt(value, "header", "height")),
    transactions: itemsOf(transactions).filter((each) => typeof each === "string"),
    state,
    atHeight: integerOf(atHeight),
  };
}

function acceptedBlock(
  entity: string,
  { header, height, transactions }: ReturnType<typeof blockFields>,
): AcceptedBlock | undefined {
  if (height === undefined) return undefined;
  const [hash = entity, previous] = [textOf(header["hash"]), textOf(header["prev_block_hash"])];
  return { height, hash, previous, timestamp: integerOf(header["timestamp"]), transactions };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
