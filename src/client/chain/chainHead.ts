import { limits } from "../../wire/limits";
import { isThere, judged, left, presumed } from "./chainJudgement";
import { ChainMemory } from "./chainMemory";
import {
  subscribeToBlocks,
  type AcceptedBlock,
  type ChainBlock,
  type ChainNews,
  type ChainTip,
  type FollowedNode,
  type ToldNews,
} from "./chainNews";
import { ChainQuestions, type ChainAnswer } from "./chainQuestions";
import { heightsToCompare } from "./chainVerdict";
import { systemClock, type Clock } from "../../base/clock";
import type { Disposable } from "../../base/disposables";
import type { KnownBlocks } from "./knownBlocks";
import { Listeners } from "../../base/listeners";
import type { NodeError } from "../failures/nodeError";
import { joinedGap, type SessionGap, type SessionState } from "../session/sessionState";

export type { AcceptedBlock, BlockRange, ChainBlock, ChainNews, ChainTip, FollowedNode } from "./chainNews";

/** Longest that the node's answers to new subscriptions are waited for before it is asked where it is. */
const settleMs = 10_000;

/**
 * The one place that knows which chain a node is on and which of its blocks were not told. It follows the block events,
 * each of which must continue the one before; where one does not, and whenever a session opens, the node's hashes are
 * compared with those that are known. What it tells its listeners is of one chain, in order, and each hole is told.
 */
export class ChainHead implements Disposable {
  private readonly memory = new ChainMemory();
  /** What events told while the node is asked on which chain it is. */
  private held: ToldNews[] | undefined;
  private asking: AbortController | undefined;
  private comparing: Promise<void> | undefined;
  /** A session has opened since the node was last asked. */
  private opened = false;
  /** The block that does not continue what was heard; the first that is held. */
  private doubted: AcceptedBlock | undefined;
  /** A block that was named and never told. */
  private mentioned: ChainBlock | undefined;
  /** A loss of the session whose blocks are not known yet. */
  private gap: SessionGap | undefined;
  private readonly listeners = new Listeners<ChainNews>();
  readonly onNews = this.listeners.event;
  private readonly owned: Disposable[] = [];
  private node: { events: FollowedNode["events"]; questions: ChainQuestions } | undefined;

  constructor(private readonly clock: Clock = systemClock) {}

  /** The newest block that is known. */
  get tip(): ChainTip | undefined {
    return this.memory.tip;
  }

  /** Height of the newest final block that is known. */
  get finalized(): bigint | undefined {
    return this.memory.finalized;
  }

  /** The known block that a chain is most surely known by: the newest final one, else the newest. */
  get surest(): ChainBlock | undefined {
    return this.memory.surest;
  }

  /** The blocks that are known to be part of the chain. */
  get blocks(): Pick<KnownBlocks, "has" | "heightOf" | "contradicts"> {
    return this.memory.blocks;
  }

  /** Whether the session was lost, and the node has not said yet what came meanwhile. */
  get isBehind(): boolean {
    return this.gap !== undefined;
  }

  /** Subscribes to the blocks of a node. `onProblem` is told why they do not arrive, or that they do again. */
  follow(node: FollowedNode, onProblem: (error: NodeError | undefined) => void): void {
    const { events } = node;
    this.node = { events, questions: new ChainQuestions(node.graphql) };
    this.owned.push(...subscribeToBlocks(events, (news) => this.take(news), onProblem));
    this.owned.push(events.session.onState((state) => this.sessionChanged(state)));
    this.sessionChanged(events.session.state);
  }

  /** Notes a block that was asked for. `newest`: it is the node's newest, so its chain may not be the one that is known. */
  learn(block: ChainBlock, newest = false): void {
    const { tip, blocks } = this;
    // Without events no one has said what became of the chain meanwhile.
    const isBlind = this.node?.events.session.state.kind !== "open" && !blocks.has(block.hash);
    const isOther = newest && tip !== undefined && (block.height < tip.height || isBlind);
    if (!isOther && !blocks.contradicts(block)) this.memory.learn(block);
    else if (this.node) void this.compare();
  }

  /**
   * Notes a height up to which the node says that blocks are final; `known`: up to which they were known to be when it was
   * asked. A node that was started again may have to make them final once more, though its blocks are the same.
   */
  learnFinalized(height: bigint, known: bigint | undefined): void {
    this.memory.learnFinalized(height, known);
  }

  /** Takes a block that something else than its event names: one above all that was told has not been told. */
  async named(block: ChainBlock): Promise<void> {
    const { heard, blocks } = this.memory;
    if (!heard || (block.height <= heard.height && blocks.has(block.hash))) return;
    // It may be of another chain than the one that is known.
    if (!this.mentioned || this.mentioned.height < block.height) this.mentioned = block;
    await this.compare();
  }

  /** Resolves when the node is not being asked on which chain it is. */
  async certain(): Promise<void> {
    while (this.comparing) await this.comparing;
  }

  /** Asks the node, once it is followed, where it is on its chain; undefined when it does not say. */
  async ask(heights: readonly bigint[], signal?: AbortSignal): Promise<ChainAnswer | undefined> {
    return this.node?.questions.chain(heights, signal);
  }

  dispose(): void {
    this.asking?.abort();
    this.node = undefined;
    for (const each of this.owned.splice(0)) each.dispose();
  }

  private sessionChanged(state: SessionState): void {
    if (state.kind !== "open") return;
    const { gap } = state;
    if (gap) this.gap = joinedGap(this.gap, gap);
    this.opened = true;
    void this.compare();
  }

  private take(news: ToldNews): void {
    if (!this.held) return this.apply(news);
    this.held.push(news);
    if (this.held.length > limits.heldNews) this.asking?.abort();
  }

  private apply(news: ToldNews): void {
    const { memory } = this;
    if (news.kind === "accepted") {
      if (this.gap || !memory.isContinuedBy(news.block)) {
        this.held = [news];
        this.doubted = news.block;
        return void this.compare();
      }
      memory.accept(news.block, this.clock.now());
    }
    const height = news.kind === "accepted" ? undefined : memory.blocks.heightOf(news.hash);
    // What stood on it has gone with it, whether that was told or not.
    if (news.kind === "reverted" && height !== undefined) return this.notify(left(memory, height - 1n));
    if (news.kind === "state" && height === undefined) void this.lookUp(news.hash, news.state);
    else if (news.kind === "state" && news.state === "finalized") memory.learnFinalized(height!);
    this.notify([news]);
  }

  /** Of a block that was never told the height is asked for. */
  private async lookUp(hash: string, state: string): Promise<void> {
    const block = await this.node?.questions.block(hash);
    if (!block || !this.node) return;
    await this.named(block);
    if (state === "finalized" && this.blocks.has(hash)) this.memory.learnFinalized(block.height);
  }

  /** Asks the node on which chain it is. What events tell meanwhile is held back, and told when that is known. */
  private compare(): Promise<void> {
    this.held ??= [];
    this.comparing ??= this.askAndConclude(new AbortController());
    return this.comparing;
  }

  private async askAndConclude(asking: AbortController): Promise<void> {
    this.asking = asking;
    let answer: ChainAnswer | undefined;
    let asked: readonly bigint[];
    do {
      // Asked after everything is subscribed to, so that nothing falls between the answer and the first event.
      if (this.opened) await this.settled(asking.signal);
      this.opened = false;
      asked = this.heightsInQuestion();
      answer = await this.ask(asked, asking.signal);
      // What was learned meanwhile is in question too.
    } while (this.node && (this.opened || (answer && !this.heightsInQuestion().every((each) => asked.includes(each)))));
    this.asking = this.comparing = undefined;
    if (!this.node) return;
    this.conclude(answer);
    const { held = [] } = this;
    this.held = undefined;
    for (const news of held) this.take(news);
  }

  private async settled(signal: AbortSignal): Promise<void> {
    const end = this.clock.now() + settleMs;
    const isOnTheWay = () => this.node?.events.all.some(({ state }) => state.kind === "wanted");
    while (isOnTheWay() && this.clock.now() < end && !signal.aborted) {
      await new Promise<void>((done) => this.clock.after(50, done));
    }
  }

  private heightsInQuestion(): bigint[] {
    const { heard, tip, blocks, finalized } = this.memory;
    const upTo = (heard ?? tip)?.height;
    const heights = upTo === undefined ? [] : heightsToCompare(blocks, upTo, finalized);
    const others = [tip, this.doubted, this.mentioned].flatMap((block) => block?.height ?? []);
    return [...new Set([...heights, ...others])];
  }

  private conclude(answer: ChainAnswer | undefined): void {
    const { memory, gap, held = [], doubted: first, mentioned } = this;
    const isLeft = first && answer && !isThere(first, answer);
    // What the node told and has left since: that it did may never be told.
    if (isLeft) held.shift();
    const doubted = isLeft ? undefined : first;
    const received = held.flatMap((news) => (news.kind === "accepted" ? news.block : []));
    if (answer || doubted) this.gap = undefined;
    this.mentioned = this.doubted = undefined;
    const named = mentioned && answer && isThere(mentioned, answer) ? mentioned : undefined;
    const doubt = { doubted, named, gap, received };
    this.notify(answer ? judged(memory, answer, doubt) : presumed(memory, doubt));
    if (isLeft) this.notify([{ kind: "reverted", hash: first.hash, atHeight: first.height }]);
  }

  private notify(news: readonly ChainNews[]): void {
    for (const each of news) this.listeners.fire(each);
  }
}
