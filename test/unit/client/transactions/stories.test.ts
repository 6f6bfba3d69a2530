import assert from "node:assert/strict";
import { toldNews } from "../../../../src/client/chain/chainNews";
import { FollowedLives } from "../../../../src/client/transactions/followedLives";
import { lifeText, standingWords } from "../../../../src/client/transactions/lifeText";
import { TransactionLife } from "../../../../src/client/transactions/transactionLife";
import { decodeEventFrame, type EventFrame } from "../../../../src/wire/eventFrame";
import { scenarios } from "../../../support/recordings";
import { eventMessage } from "../../../support/socketFaultServer";

/** What a person reads of each transaction of a recorded scenario: how it stands at the end, and its way. */
const stories: Record<string, readonly (readonly string[])[]> = {
  "transfer with memo": [
    [
      "executed, its block is accepted · #383",
      "in the mempool, nonce 5, gas limit 500 000 at price 1",
      "executed in #383, gas 104 166 of 500 000, fee 0.000104166 coins",
      "block #383 is accepted",
    ],
  ],
  "call of a function that the contract lacks": [
    [
      "failed, its block is accepted · #385",
      "in the mempool, nonce 6, gas limit 1 000 000 at price 1",
      "failed in #385: the contract gave no reason (usually it has no such function), all of its gas, 1 000 000, fee 0.001 coins",
      "block #385 is accepted",
    ],
  ],
  "deposit that the callee does not take": [
    [
      "executed, its block is accepted · #391",
      "in the mempool, nonce 9, gas limit 1 000 000 at price 1",
      "executed in #391, gas 66 207 of 1 000 000, fee 0.000066207 coins",
      "the contract did not take the deposit",
      "block #391 is accepted",
    ],
  ],
  "call with a deposit that the callee takes": [
    [
      "executed, its block is accepted · #393",
      "in the mempool, nonce 10, gas limit 50 000 000 at price 1",
      "deposit of Transfer",
      "stake of b06d61d9",
      "executed in #393, gas 25 972 859 of 50 000 000, fee 0.025972859 coins",
      "block #393 is accepted",
    ],
  ],
  "blob transaction": [
    [
      "executed, its block is accepted · #415",
      "in the mempool, nonce 16, gas limit 3 000 000 at price 1",
      "executed in #415, gas 1 000 000 of 3 000 000, fee 0.001 coins",
      "block #415 is accepted",
    ],
  ],
  deployment: [
    [
      "executed, its block is accepted · #417",
      "in the mempool, nonce 17, gas limit 100 000 000 at price 2 000",
      "executed in #417, gas 23 859 737 of 100 000 000, fee 47.719474 coins",
      "block #417 is accepted",
    ],
  ],
  replacement: [
    [
      "replaced",
      "in the mempool, nonce 11, gas limit 500 000 at price 1",
      "replaced by 79a49bba…d961, of the same price with gas limit 600 000",
    ],
    [
      "replaced",
      "in the mempool, nonce 11, gas limit 600 000 at price 1",
      "in the place of f495f49d…2a55, which offered gas price 1",
      "replaced by 6e32708f…9e20, at gas price 2",
    ],
    [
      "executed, its block is accepted · #396",
      "in the mempool, nonce 11, gas limit 500 000 at price 2",
      "in the place of 79a49bba…d961, which offered gas price 1",
      "executed in #396, gas 101 795 of 500 000, fee 0.00020359 coins",
      "block #396 is accepted",
    ],
  ],
  "wrong chain id": [
    [
      "vanished",
      "in the mempool, nonce 13, gas limit 500 000 at price 1",
      "gone without a word: 1cb01f35…c356 has nonce 13 now",
    ],
    [
      "executed, its block is accepted · #408",
      "in the mempool, nonce 13, gas limit 500 000 at price 3",
      "executed in #408, gas 101 795 of 500 000, fee 0.000305385 coins",
      "block #408 is accepted",
    ],
  ],
  "three transactions of one sender": [1n, 1n, 9n].map((price, at) => [
    "executed, its block is accepted · #513",
    `in the mempool, nonce ${21 + at}, gas limit 500 000 at price ${price}`,
    `executed in #513, gas 101 795 of 500 000, fee ${["0.000101795", "0.000101795", "0.000916155"][at]} coins`,
    "block #513 is accepted",
  ]),
};

describe("the way of a transaction, as recorded of a deployed node", () => {
  for (const [scenario, told] of Object.entries(stories)) {
    it(`is told as a person would tell it: ${scenario}`, () => {
      const { lives } = played(scenario);
      assert.deepEqual(
        lives.map((life) => [standingWords(life), ...life.steps.slice(2).map(({ text }) => text)]),
        told,
      );
    });
  }

  it("has a story for each scenario that was recorded", () => {
    const told = Object.keys(stories);
    assert.deepEqual(
      scenarios().filter(({ scenario }) => !told.some((each) => scenario.startsWith(each))),
      [],
    );
  });

  it("ends when its block is final, and goes back to the mempool when that is reverted before", () => {
    const { lives, all, frames } = played("transfer with memo");
    const life = lives[0]!;
    const hash = frames.at(-1)!.target.entity!;
    all.takeNews({ kind: "state", hash, state: "confirmed", atHeight: 384n }, 90);
    assert.equal(standingWords(life), "executed, its block is confirmed · #383");
    all.takeNews({ kind: "reverted", hash, atHeight: 383n }, 91);
    assert.equal(standingWords(life), "in the mempool");
    assert.equal(life.steps.at(-1)?.text, "block #383 was reverted: it waits again");
    for (const frame of frames) playFrame(all, frame, 92);
    all.takeNews({ kind: "state", hash, state: "finalized", atHeight: 385n }, 93);
    assert.equal(standingWords(life), "final · #383");
    const before = life.steps.length;
    for (const frame of frames) playFrame(all, frame, 94);
    all.takeNews({ kind: "state", hash, state: "finalized", atHeight: 385n }, 95);
    assert.equal(life.steps.length, before, "what is told twice is one event for a person");
  });

  it("is thrown out when it leaves the mempool before its execution, and vanishes when nothing tells of it any more", () => {
    const { lives, all, frames } = played("wrong chain id");
    const [life] = played("wrong chain id", 1).lives;
    assert.equal(life?.standing, "waiting");
    const fresh = played("replacement", 2);
    assert.equal(standingWords(fresh.lives[0]!), "thrown out");
    assert.equal(fresh.lives[0]!.steps.at(-1)?.text, "thrown out of the mempool, never executed");
    assert.equal(lives.length, 2);
    const one = played("transfer with memo", 1);
    for (let block = 1; block < 10; block++) assert.deepEqual(one.all.takeNews(emptyBlock(block), block), []);
    const overdue = one.all.takeNews(emptyBlock(10), 10);
    assert.deepEqual(overdue, one.lives, "the node is asked after ten blocks");
    one.all.takeNews(emptyBlock(11), 11);
    overdue[0]!.found({ in: "nothing" }, 12);
    assert.match(
      overdue[0]!.steps.at(-1)!.text,
      /^vanished: in no mempool and no block for 11 blocks.*nonce 5 is still free$/,
    );
    assert.ok(all && frames);
  });

  it("stands in a document with what it moves and calls first, memo as text, gas as a number and its fee in coins", () => {
    const { lives } = played("transfer with memo");
    assert.equal(
      lifeText(lives[0]!, "Local", (id) => id).replace(/\d\d:\d\d:\d\d/g, "12:00:00"),
      [
        "# Transaction on Local",
        `transaction: ${lives[0]!.id}`,
        'state: "executed, its block is accepted · #383"',
        'value: "0.000000001 coins · 1 units"',
        `receiver: ${lives[0]!.facts.receiver}`,
        "memo: scn success",
        `sender: ${lives[0]!.facts.sender}`,
        "nonce: 5",
        "gas: 104 166 spent, limit 500 000, price 1",
        'fee: "0.000104166 coins · 104166 units"',
        "",
        "timeline: |",
        "  12:00:00  sent to the node",
        "  12:00:00  taken for routing, which promises nothing yet",
        "  12:00:00  in the mempool, nonce 5, gas limit 500 000 at price 1",
        "  12:00:00  executed in #383, gas 104 166 of 500 000, fee 0.000104166 coins",
        "  12:00:00  block #383 is accepted",
        "",
      ].join("\n"),
    );
  });

  it("survives frames in any order and cut data without telling anything twice", () => {
    const { frames } = played("transfer with memo");
    const all = new FollowedLives(String, () => undefined);
    const life = followed(all, frames[0]!.target.entity!);
    for (const frame of [...frames].reverse()) playFrame(all, frame, 1);
    for (const { target, kind, origin, data } of frames)
      playFrame(all, { target, kind, origin, data: data.subarray(0, 40) } as EventFrame, 2);
    assert.equal(life.outcome?.gas, 104_166n);
    assert.equal(life.isInBlock, true);
    assert.equal(new Set(life.steps.map(({ text }) => text)).size, life.steps.length);
  });
});

/** Plays the first frames of a scenario, or all; each transaction in it is followed from before it was sent. */
function played(scenario: string, count = Infinity) {
  const found = scenarios().find((each) => each.scenario.startsWith(scenario));
  assert.ok(found, scenario);
  const all = new FollowedLives(
    (id) => (id.startsWith("01") ? "Transfer" : id.slice(0, 8)),
    () => undefined,
  );
  const lives: TransactionLife[] = [];
  const frames = found.frames.slice(0, count).map(({ header, text = "", hex }) => {
    const data = hex === undefined ? text : Buffer.from(hex.split("…")[0] ?? "", "hex");
    return decodeEventFrame(eventMessage(JSON.parse(header) as object, data)) as EventFrame;
  });
  for (const [at, frame] of frames.entries()) {
    const { topic, entity = "" } = frame.target;
    if (topic === "included") lives.push(followed(all, entity));
    playFrame(all, frame, at);
  }
  return { all, lives, frames };
}

function followed(all: FollowedLives, id: string): TransactionLife {
  const life = new TransactionLife(id);
  all.add(life);
  all.identify(life, id);
  life.sending(0);
  life.sent(0);
  return life;
}

function playFrame(all: FollowedLives, frame: EventFrame, at: number): void {
  if (frame.target.component === "transactions") return all.take(frame, at);
  if (frame.target.component === "contracts") return void all.takeContractEvent(frame, at);
  const news = toldNews(frame);
  if (news) all.takeNews(news, at);
}

function emptyBlock(height: number) {
  const block = { height: BigInt(height), hash: String(height), transactions: [], timestamp: undefined };
  return { kind: "accepted", block } as const;
}
