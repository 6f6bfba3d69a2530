import assert from "node:assert/strict";
import fc from "fast-check";
import { ChainHead, type ChainNews } from "../../../src/client/chain/chainHead";
import type { Connection } from "../../../src/client/connection";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { BlockJoin, type JoinedBlock } from "../../../src/features/eventTail/model/blocks/blockJoin";
import { TailedChain } from "../../../src/features/eventTail/model/tails/tailedChain";
import { ConnectionData } from "../../../src/features/explorer/model/connectionData";
import { FakeClock } from "../../support/fakeClock";
import { ModelNode } from "../../support/modelNode";

type Step =
  | { does: "accept"; transactions: number; loses: "nothing" | "accepted" | "everything" | "statechange" }
  | { does: "fork"; depth: number; told: boolean; replaced: boolean }
  | { does: "restart"; by: number; session: "lost" | "kept" }
  | { does: "lose" | "open" | "slow" | "answer" | "learn" };

const steps = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: accepts("nothing") },
    { weight: 2, arbitrary: accepts("accepted") },
    { weight: 2, arbitrary: accepts("everything") },
    { weight: 1, arbitrary: accepts("statechange") },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant("fork" as const),
        depth: fc.integer({ min: 1, max: 3 }),
        told: fc.boolean(),
        replaced: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant("restart" as const),
        by: fc.integer({ min: -20, max: 20 }),
        session: fc.constantFrom("lost" as const, "kept" as const),
      }),
    },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("lose" as const, "open" as const) }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constantFrom("slow" as const, "answer" as const) }) },
    { weight: 1, arbitrary: fc.record({ does: fc.constant("learn" as const) }) },
  ),
  { minLength: 3, maxLength: 20 },
);

function accepts(loses: "nothing" | "accepted" | "everything" | "statechange") {
  return fc.record({
    does: fc.constant("accept" as const),
    transactions: fc.integer({ min: 0, max: 2 }),
    loses: fc.constant(loses),
  });
}

/** What a window knows of the model's chain: the tree's blocks, the joined events, and what was said to be missing. */
class Window {
  readonly node = new ModelNode((frame, block) => this.received(frame, block));
  readonly clock = new FakeClock();
  readonly chain = new ChainHead(this.clock);
  readonly data: ConnectionData;
  readonly join: BlockJoin;
  /** Ranges that were said to be missing on the present chain. */
  said: { first: bigint; last: bigint }[] = [];
  readonly news: ChainNews[] = [];
  readonly settled: { block: string; events: readonly number[] }[] = [];
  readonly events = new Map<number, { event: ReceivedEvent; block: string }>();

  constructor() {
    const connection = {
      ...{ name: "Model", config: { contracts: [] }, chain: this.chain, status: { state: "up" } },
      node: () => Promise.resolve(this.node.followed),
      noteFailure: () => undefined,
    } as unknown as Connection;
    this.data = new ConnectionData(connection, this.clock);
    this.join = new BlockJoin(
      {
        finalized: ({ hash, events }: JoinedBlock) => void this.settled.push({ block: hash, events: [...events] }),
        reverted: () => undefined,
        forgotten: (count) => assert.fail(`${count} events were forgotten`),
        unexplained: (causes) => void tailed.explain(causes),
      },
      this.clock,
    );
    const tailed = new TailedChain(
      connection,
      {
        notify: () => undefined,
        gap: ({ blocks }) => this.said.push(blocks),
        reset: () => {
          this.said = [];
          this.join.keepOnly((hash) => this.chain.blocks.has(hash));
        },
        left: (hash) => this.join.left(hash),
        lookedUp: (blocks) => blocks.forEach((block) => this.join.learn(block, block.state)),
        unsettled: () => this.join.unsettledHeights,
        overdue: () => [],
        changed: () => undefined,
      },
      {
        clock: this.clock,
        node: () => this.node.followed as never,
        isTailing: () => true,
        followsBlocks: () => true,
        settled: () => Promise.resolve(),
      },
    );
    this.chain.onNews((news) => {
      this.news.push(news);
      this.data.apply(news);
    });
    this.chain.follow(this.node.followed, () => undefined);
  }

  private received(frame: ReceivedEvent["frame"], block: string): void {
    const number = this.events.size + 1;
    const event = { number, at: 0, arrival: { connection: "Model", sessionId: "", source: "live" }, frame } as const;
    this.events.set(number, { event, block });
    this.join.take(event);
  }

  do(step: Step): void {
    const { node } = this;
    switch (step.does) {
      case "accept":
        return node.accept(step.transactions, (topic) => step.loses === "everything" || topic === step.loses);
      case "fork":
        return node.fork(step.depth, step.told, step.replaced);
      case "restart":
        if (step.session === "lost") this.lose();
        node.restart(Math.max(1, node.tip.height + step.by), step.session === "lost");
        return undefined;
      case "learn":
        // As someone else who asks the node tells it.
        return this.chain.learn({ height: BigInt(node.tip.height), hash: node.tip.hash }, true);
      case "lose":
        return this.lose();
      case "open":
        return node.open();
      case "slow":
        node.isSlow = true;
        return undefined;
      case "answer":
        node.isSlow = false;
        return undefined;
    }
  }

  private lose(): void {
    if (this.node.isOpen) this.join.sessionLost();
    this.node.lose();
  }

  /** Lets everything come to rest that is on its way. */
  async rest(): Promise<void> {
    await this.node.answerAll();
    this.clock.advance(1000);
    await this.node.answerAll();
  }
}

/** Lives through a history, and then on for a while, so that what was lost shows. */
async function live(history: readonly Step[]): Promise<Window> {
  const window = new Window();
  await window.rest();
  for (let told = 0; told < 4; told++) window.node.accept();
  await window.rest();
  for (const step of history) {
    window.do(step);
    if (step.does !== "slow" && !window.node.isSlow) await window.node.answerAll();
    window.clock.advance(500);
  }
  window.node.isSlow = false;
  window.node.open();
  await window.rest();
  window.do({ does: "learn" });
  await window.node.answerAll();
  assert.equal(window.chain.tip?.hash, window.node.tip.hash, "the tip of a node that was asked");
  // A node that goes on shows what it did not tell before.
  for (let more = 0; more < 5; more++) {
    window.node.accept();
    await window.rest();
  }
  await window.data.chain.ready();
  await window.rest();
  await window.data.chain.ready();
  return window;
}

const fuzzMs = Number(process.env.CHAINSCOPE_FUZZ_MS ?? 0);
/** The same histories each time, so that a failure is due to what was changed; `npm run fuzz` tries others. */
const runs = fuzzMs > 0 ? {} : { numRuns: 1000, seed: 1 };

describe("whatever happens to a chain", function () {
  this.timeout(fuzzMs + 120_000);

  it("tree and tail end with what the node says, every hole was said, and no event is under a foreign block", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        const { node, chain, data, join, settled, events, said } = await live(history);
        assert.equal(chain.tip?.hash, node.tip.hash, "the tip");
        const newest = node.blocks.slice(-20).reverse();
        assert.deepEqual(
          data.blocks.all.map(({ height, hash }) => [Number(height), hash]),
          newest.map(({ height, hash }) => [height, hash]),
          "the tree's blocks",
        );
        for (const { block, events: numbers } of settled) {
          for (const number of numbers) assert.equal(events.get(number)?.block, block, "an event's block");
        }
        const ofChain = new Set(node.blocks.map(({ hash }) => hash));
        for (const { event, block } of events.values()) {
          const found = join.find(event);
          if (found && found.state !== "reverted")
            assert.equal(
              ofChain.has(block),
              true,
              `${event.frame.location} of ${block} is under ${found.hash}, ${found.state}`,
            );
        }
        const unsaid = node.blocks.filter(
          ({ height, told }) =>
            height > 1 && !told && !said.some(({ first, last }) => first <= height && height <= last),
        );
        assert.deepEqual(unsaid, [], "holes that were not said");
      }),
      runs,
    );
  });

  it("what others learn while a node is first asked where it is makes no other chain of it", async () => {
    const window = new Window();
    window.node.isSlow = true;
    window.do({ does: "learn" });
    for (let told = 0; told < 5; told++) window.node.accept();
    window.node.isSlow = false;
    await window.rest();
    window.node.accept();
    await window.rest();
    assert.equal(window.chain.tip?.hash, window.node.tip.hash);
    assert.deepEqual([window.said, window.news.filter(({ kind }) => kind === "restarted")], [[], []]);
  });

  it("nothing is said to be missing of a chain that is told as it grows", async () => {
    const history = Array.from({ length: 20 }, (): Step => ({ does: "accept", transactions: 2, loses: "nothing" }));
    const { news, said, settled } = await live(history);
    assert.deepEqual(said, []);
    assert.deepEqual([...new Set(news.map(({ kind }) => kind))].sort(), ["accepted", "state"]);
    assert.equal(settled.length > 15, true);
  });
});
