import assert from "node:assert/strict";
import { contractIds } from "../../../src/sandbox/contracts/contractIds";
import { scenarios } from "../../support/recordings";
import type { Sandbox } from "../../support/startSandbox";
import { startSandbox } from "../../support/startSandbox";
import { PlainSocket } from "./plainNode";

const { counter, stake, transfer, vault } = contractIds;
const topics = {
  blocks: ["accepted", "statechange", "reverted"],
  transactions: ["included", "removed", "executed", "deferred", "dropped"],
  [`contracts:${transfer}`]: ["moonlight", "deposit"],
  [`contracts:${stake}`]: ["reward"],
  [`contracts:${vault}`]: ["deposit"],
};

interface Frame {
  header: Record<string, string>;
  text: string | undefined;
}

/** The recorded scenarios that the sandbox can play, and the transactions of each; a block is made after the last. */
const plays: [scenario: RegExp, transactions: object[]][] = [
  [/^transfer with memo/, [{ value: 1, memo: "scn success" }]],
  [/^call of a function that the contract lacks/, [{ call: { contract: counter, fn: "no_such", hex: "01" } }]],
  [
    /^deposit that the callee does not take/,
    [{ call: { contract: counter, fn: "get_value", hex: "" }, deposit: 1000 }],
  ],
  [/^call with a deposit that the callee takes/, [{ call: { contract: vault, fn: "put", hex: "" }, deposit: 1000 }]],
  [/^deployment/, [{ deploy: "0061736d01000000", gasPrice: 2000 }]],
  [
    /^replacement/,
    [
      { value: 1, gasLimit: 500_000, nonce: 4 },
      { value: 1, gasLimit: 600_000, nonce: 4 },
      { value: 1, gasLimit: 500_000, gasPrice: 2, nonce: 4 },
    ],
  ],
  [
    /^three transactions of one sender/,
    [
      { value: 1, nonce: 4 },
      { value: 1, nonce: 5 },
      { value: 1, nonce: 6, gasPrice: 9 },
    ],
  ],
];

describe("Sandbox: frames as a deployed node sends them (§6)", () => {
  let sandbox: Sandbox;
  let socket: PlainSocket & { id: string };
  beforeEach(async () => {
    const args = ["--history", "6", "--txs-per-block", "0", "--prefix", "Rusk"];
    sandbox = await startSandbox({ blockMs: 0, args });
    socket = await PlainSocket.open(sandbox.url);
    const paths = Object.entries(topics).flatMap(([of, names]) => names.map((name) => `/on/${of}/${name}`));
    const headers = { "Rusk-Session-Id": socket.id };
    for (const path of paths) {
      assert.equal((await fetch(new URL(path, sandbox.url), { headers })).status, 200, path);
    }
  });
  afterEach(async () => {
    socket.end();
    await sandbox.stop();
  });

  const received = async (count: number): Promise<Frame[]> => {
    const frames: Frame[] = [];
    for (let at = 0; at < count; at++) {
      const { header, location, data } = await socket.event();
      frames.push({ header, text: location.startsWith("/on/contracts") ? undefined : data.toString() });
    }
    return frames;
  };
  const play = async (transactions: object[]) => {
    for (const parts of transactions) await sandbox.control("transaction", { ...parts, propagate: true });
    await sandbox.control("block");
  };

  for (const [name, transactions] of plays) {
    it(`plays: ${name.source.slice(1)}`, async () => {
      const recorded = scenarios().find(({ scenario }) => name.test(scenario))?.frames ?? [];
      const wanted = recorded.map(({ header, text }) => ({
        header: JSON.parse(header) as Record<string, string>,
        text,
      }));
      await play(transactions);
      const frames = await received(wanted.length);
      assert.deepEqual(withoutIds(frames), withoutIds(wanted));
      assert.deepEqual(shapes(frames, wanted), shapes(wanted, wanted));
    });
  }

  it("plays: wrong chain id: included and never heard of again; its nonce executes another", async () => {
    await play([{ chainId: 5, nonce: 4 }]);
    const [included, reward] = await received(2);
    assert.match(included?.header["Content-Location"] ?? "", /\/included$/);
    assert.match(reward?.header["Content-Location"] ?? "", /\/reward$/);
    const lone = await received(3);
    assert.deepEqual(withoutIds(lone), ["block/statechange", "block/statechange", "block/accepted"]);
    await play([{ value: 1, nonce: 4 }]);
    const after = withoutIds(await received(8));
    assert.deepEqual(after.slice(0, 4), [
      "tx0/included",
      "transfer/moonlight by tx0",
      "stake/reward by block",
      "tx0/executed",
    ]);
  });

  it("gives an event of the transfer contract for each public transaction, whatever becomes of it", async () => {
    await play([
      { value: 1, nonce: 4 },
      { call: { contract: counter, fn: "fail", json: null }, nonce: 5 },
    ]);
    const all = withoutIds(await received(12));
    const moonlight = all.filter((each) => each.includes("moonlight"));
    assert.deepEqual(moonlight, ["transfer/moonlight by tx0", "transfer/moonlight by tx1"]);
    assert.equal(all.filter((each) => each.includes("reward")).length, 1);
    assert.equal(all.at(-1), "block/accepted");
  });
});

/** Each frame as what it is about, its topic and its cause; transactions by the order in which they appear. */
function withoutIds(frames: Frame[]): string[] {
  const seen: string[] = [];
  const number = (hash: string) => `tx${seen.includes(hash) ? seen.indexOf(hash) : seen.push(hash) - 1}`;
  const contracts: Record<string, string> = { [transfer]: "transfer", [stake]: "stake" };
  return frames.map(({ header }) => {
    const location = header["Content-Location"] ?? "";
    const [, component, entity = "", topic] = /^\/on\/(\w+):([0-9a-f]{64})\/(\w+)$/.exec(location) ?? [];
    if (component === "contracts" && contracts[entity] === undefined) return "an event of the callee";
    const about = component === "blocks" ? "block" : (contracts[entity] ?? number(entity));
    const origin = header["Rusk-Origin"];
    const cause = origin === undefined ? "" : ` by ${seen.includes(origin) ? number(origin) : "block"}`;
    return `${about}/${topic}${cause}`;
  });
}

/** Keys of the JSON in their order, of what was recorded whole only. */
function shapes(frames: Frame[], recorded: Frame[]): unknown[] {
  const isWhole = (at: number) => !(recorded[at]?.text ?? "").includes("shortened");
  return frames.map(({ text }, at) => (text && isWhole(at) ? shapeOf(JSON.parse(text)) : undefined));
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf).slice(0, 1);
  if (typeof value !== "object" || value === null) return "value";
  return Object.entries(value).map(([key, member]) => [key, shapeOf(member)]);
}
