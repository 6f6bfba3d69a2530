import assert from "node:assert/strict";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import { EventDecoder, type Decoded } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { clockText, markedLine, signs } from "../../../src/features/eventTail/model/lines/eventLine";
import { composedLine, excerptOf, type LineNeeds } from "../../../src/features/eventTail/model/lines/lineComposer";
import { eventOfLine } from "../../../src/features/eventTail/model/lines/lineEvents";
import { TransactionLives } from "../../../src/features/eventTail/model/blocks/transactionLives";
import { eventMessage } from "../../../src/features/eventTail/model/recordings/eventMessage";
import { decodeEventFrame } from "../../../src/wire/eventFrame";
import { parseExactJson, type Json } from "../../../src/wire/json/exactJson";
import { stakeContractId, transferContractId } from "../../../src/wire/ids";
import type { Target } from "../../../src/wire/target";
import { colours } from "../../support/eventColours";
import { receivedEvent } from "../../support/receivedEvent";
import { exchangesOf, scenarios } from "../../support/recordings";

const contract = "c0ffee11".repeat(8);
const names = new ContractNames([
  { id: transferContractId, name: "Transfer contract" },
  { id: stakeContractId, name: "Stake contract" },
  { id: contract, name: "Token" },
]);
const account = "sxKFEGtuH4JQPpLVhZ1wVhXo7oSGx3VnC4r7Y1bR2mQXwkP5zVaKDLzVa";
const at = new Date(2032, 3, 4, 5, 6, 7, 89).getTime();
const decoder = new EventDecoder(undefined);
type Known = Exclude<Decoded, { problem: string }>;

describe("the row of an event", () => {
  it("of a block has its height, its transactions, its maker and its hash", () => {
    const [row] = rowsOf("transfer with memo", "accepted");
    assert.equal(row, "block #383  accepted  1 tx · by oCqYsU…yWu · b833952e…2ccd");
  });

  it("of a block's change says the state, and the block's own height where that is known", () => {
    const heightOf = (hash: string) => (hash.startsWith("b62d992f") ? 382n : undefined);
    const rows = rowsOf("transfer with memo", "statechange", heightOf);
    assert.deepEqual(rows, ["block #382  confirmed  b62d992f…f526", "block #382  finalized  b62d992f…f526"]);
    assert.deepEqual(rowsOf("transfer with memo", "statechange")[0], "block  confirmed  b62d992f…f526");
  });

  it("of a transaction has its amount in coins, both ends and its memo as text", () => {
    const [included] = rowsOf("transfer with memo", "included");
    const [executed] = rowsOf("transfer with memo", "executed");
    const moved = 'moonlight · 0.000000001 → ocXXBA…4eF · memo "scn success"';
    assert.equal(included, `tx 5b38fd97…6c61  included  ${moved} · gas limit 500 000 · nonce 5`);
    assert.equal(executed, `tx 5b38fd97…6c61  executed  ${moved} · gas 104 166 of 500 000 · ok`);
  });

  it("of a transaction names what it calls, deposits and deploys, its price, and why it failed", () => {
    const call = "b06d61d9…0764";
    assert.equal(
      rowsOf("call of a function", "executed")[0],
      `tx d0c64cb5…3c01  executed  moonlight · ${call}.no_such(1 B) · all gas · failed: Unknown`,
    );
    assert.match(rowsOf("call with a deposit", "executed")[0]!, /· deposit 1100 · b06d61d9…0764\.stake\(\d+ B\) ·/);
    assert.match(rowsOf("deposit that", "included")[0]!, /deposit 0\.000001 · b06d61d9…0764\.get_version\(\)/);
    assert.match(
      rowsOf("deployment", "included")[0]!,
      /deploys a contract · gas limit 100 000 000 at 2 000 · nonce 17$/,
    );
  });

  for (const [input, words] of [
    ["5", "5"],
    [null, ""],
    [["5", "two words", true], '5, "two words", true'],
    [{ to: { External: account }, amount: "31" }, "to External sxKFEG…zVa, amount 31"],
    [{ forged: "x) · ok" }, 'forged "x) · ok"'],
    ["18446744073709551615", "18446744073709551615"],
    [{ a: { b: { c: { d: "1" } } } }, "1 B"],
    [{ a: account, b: account, c: account }, "1 B"],
    [Array.from({ length: 5000 }, (_, at) => at), "1 B"],
  ] as [Json, string][]) {
    it(`of a call has what the function is given as (${words}) when that is ${JSON.stringify(input).slice(0, 40)}`, () => {
      const [event] = framesOf("call of a function", "executed");
      const row = bare(composedLine(event!, { ...(decoded(event!) as Known), input }, needs()));
      assert.ok(row.includes(`.no_such(${words}) · all gas`), row.slice(0, 300));
    });
  }

  it("of a call is one short line whatever the function is said to be given", () => {
    const [event] = framesOf("call of a function", "executed");
    for (const input of ["\n\u202e".repeat(9000), { "\n": "\r\n" }, ["x) · ok", "  ⤵ filled"], "\ud800"]) {
      const row = composedLine(event!, { ...(decoded(event!) as Known), input }, needs());
      assert.ok(row.length < 260 && !/[\n\r\u202e]/.test(row), row.slice(0, 400));
      assert.match(row, / · all gas · failed: Unknown$/);
    }
  });

  it("of a removal says why, and of a reverted block which", () => {
    const hash = "7".repeat(64);
    const removed = receivedEvent({ component: "transactions", entity: hash, topic: "removed" }, "", { at });
    const executed = new TransactionLives();
    executed.take(hash, "executed", {});
    assert.equal(shown(removed, needs({ lives: executed })), "tx 77777777…7777  removed  after its execution");
    assert.equal(shown(removed), "tx 77777777…7777  removed");
    const reverted = receivedEvent({ component: "blocks", entity: hash, topic: "reverted" }, '{"atHeight":9}', { at });
    assert.equal(shown(reverted), "block  reverted  77777777…7777");
  });

  it("of a built-in contract's event has coins, both ends and the memo's text", () => {
    const rows = exchangesOf("decoded-events").map(({ request, response }) => {
      const [, entity = "", topic = ""] = /driver:(\w+)\/decode_event:(\w+)/.exec(request.path) ?? [];
      const text = "error" in response ? "" : (response.body ?? "");
      return contractRow({ component: "contracts", entity, topic }, text);
    });
    assert.deepEqual(
      rows.map((row) => row.replace(/(?<=\w{6}…)\w{3}\b/g, "*")),
      [
        "Stake contract  reward  4 rewards, 19.857399904 · most 13.90018 → oCqYsU…* (GeneratorFixed)".replace(
          "19.857399904",
          "19.857399904",
        ),
        'Transfer contract  moonlight  u7bwZ5…* → ocXXBA…* · value 0.000000001 · memo "scn success" · gas 104 166',
        "Transfer contract  moonlight  sender u7bwZ5…* · value 0 · gas 1 000 000",
        "Transfer contract  deposit  u7bwZ5…* → b06d61d9…0764 · value 1100",
        "b06d61d9…0764  stake  keys.account u7bwZ5…* · keys.owner Account u7bwZ5…* · locked 0 · value 1100000000000",
        "Transfer contract  moonlight  sender u7bwZ5…* · value 0 · memo 0x01d9758b…8c42 · gas 1 000 000",
        'Transfer contract  moonlight  ocXXBA…* → oCqYsU…* · value 0.000000901 · memo "walkA-1" · gas 103 992',
      ],
    );
  });

  for (const [value, row] of [
    [
      { amount: "759", sender: { External: account }, receiver: { Contract: contract } },
      "External sxKFEG…zVa → Contract Token · amount 759",
    ],
    [{ by: null, new: "9007199254740993", old: true }, "by null · new 9007199254740993 · old true"],
    [{ note: "two words", forged: "a · ok", arrow: "→" }, 'note "two words" · forged "a · ok" · arrow "→"'],
    [{ "odd key": 1, "": 2 }, '"odd key" 1 · "" 2'],
    ["7", '"7"'],
    [["a", account], `["a","sxKFEG…zVa"]`],
    [{}, "{}"],
    [null, "null"],
    [{ a: { b: { c: { d: account } } } }, '{"a":{"b":{"c":{"d":"sxKFEG…zVa"}}}}'],
  ] as const) {
    it(`of a contract's ${JSON.stringify(value).slice(0, 60)} is its value in words, or short JSON`, () => {
      const target = { component: "contracts", entity: contract, topic: "transfer" };
      assert.equal(contractRow(target, JSON.stringify(value)), `Token  transfer  ${row}`);
    });
  }

  it("keeps every digit of numbers, also of those that no number holds", () => {
    const target = { component: "contracts", entity: contract, topic: "set" };
    assert.equal(contractRow(target, '{"n":18446744073709551615}'), "Token  set  n 18446744073709551615");
    const executed = '{"inner":{"type":"moonlight","value":18446744073709551615,"receiver":"x","fee":{}},"err":null}';
    const event = receivedEvent({ component: "transactions", entity: "ab", topic: "executed" }, executed, { at });
    assert.equal(shown(event), "tx ab  executed  moonlight · 18446744073.709551615 → x · ok");
  });

  it("is short whatever a contract sends, and one line", () => {
    const target = { component: "contracts", entity: contract, topic: "t" };
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`k${at}`, at]));
    let deep = "1";
    for (let level = 0; level < 500; level++) deep = `{"a":[${deep}]}`;
    const worst = [
      JSON.stringify(fields),
      deep,
      JSON.stringify("x".repeat(1e6)),
      JSON.stringify({ ["k".repeat(1e5)]: 1 }),
      `[${"9".repeat(900)}]`,
    ];
    for (const text of [
      ...worst,
      ...["a\nb", "\u202ereversed", "two  blanks", "\ud800", "  ⤵ filled from block 7"].map((text) =>
        JSON.stringify({ text }),
      ),
    ]) {
      const row = contractRow(target, text);
      assert.ok(row.length < 500 && !row.includes("\n"), row.slice(0, 600));
    }
  });

  it("of data in another shape than the known one is its value", () => {
    for (const text of ['{"header":7}', "[]", '{"inner":{"type":7}}', '"x"', "3"]) {
      for (const [component, topic] of [
        ["blocks", "accepted"],
        ["blocks", "statechange"],
        ["transactions", "executed"],
        ["transactions", "deferred"],
      ] as const) {
        const row = shown(receivedEvent({ component, entity: "ab".repeat(32), topic }, text, { at }));
        assert.ok(row.includes("abababab…abab"), row);
        assert.ok(/7|\[\]|"x"|3/.test(row.slice(20)), row);
      }
    }
  });

  it("of data that is too long to be read for a row, or cannot be read, says so shortly", () => {
    const long = receivedEvent(
      { component: "transactions", entity: "ab", topic: "included" },
      `{"memo":"${"0".repeat(1e6)}"}`,
      { at },
    );
    const row = composedLine(long, excerptOf(long, needs())!, needs());
    assert.match(row, /tx.ab {2}included {2}\{"memo":"0+… \(1000011 bytes\)$/);
    const problem = `No data driver for contract id ${contract} found. ${"x".repeat(500)}`;
    const unread = receivedEvent({ component: "contracts", entity: contract, topic: "t" }, new Uint8Array(600), { at });
    const undecoded = composedLine(unread, { problem }, needs());
    assert.ok(undecoded.length < 280, undecoded);
    assert.match(undecoded, /0x0{24}… \(600 bytes\) \(not decoded: No data driver for contract id c0ffee11…ee11 found/);
  });

  it("is JSON where that is wanted", () => {
    const event = receivedEvent(
      { component: "blocks", entity: "ab".repeat(32), topic: "statechange" },
      '{"atHeight":9,"state":"confirmed"}',
      { at },
    );
    const json = { ...needs(), isSummary: () => false };
    assert.match(
      composedLine(event, decoded(event), json),
      /blocks {2}statechange {2}abababab…abab {2}\{"atHeight":9,"state":"confirmed"\}$/,
    );
  });
});

describe("the rows of a deployed node's events", () => {
  const events = scenarios().flatMap(({ frames }) => frames.map(recorded));

  it("stay within a screen's width", () => {
    const long = events.map((event) => lineOf(event)).filter((line) => line.length > 140);
    assert.deepEqual(long, []);
  });

  it("have their colours in every part", async () => {
    for (const event of events) {
      const line = lineOf(event);
      const [tokens = []] = await colours(line);
      const [time, connection, subject, verb] = line.split("  ");
      assert.deepEqual(
        tokens
          .map(([, text]) => text)
          .filter((text) => !text.startsWith(" "))
          .slice(0, 4),
        [time, connection, subject, verb],
      );
      assert.deepEqual(uncoloured(line, tokens), [], line);
      const outcome = tokens.find(([scope]) => /markup\.(inserted\.ok|deleted\.failed)/.test(scope))?.[1];
      assert.equal(outcome, / · (ok|failed: .*)$/.exec(line)?.[1]);
    }
  });

  it("have them in what a contract's driver made of them, in marks, reasons and hex, and in JSON", async () => {
    const values = exchangesOf("decoded-events").flatMap(({ request, response }) => {
      const [, entity = "", topic = ""] = /driver:(\w+)\/decode_event:(\w+)/.exec(request.path) ?? [];
      return "error" in response ? [] : [{ entity, topic, text: response.body ?? "" }];
    });
    const call = decoded(framesOf("call of a function", "executed")[0]!) as Known;
    const input = { to: { External: account }, amount: "31" };
    const lines = [
      ...values.flatMap(({ entity, topic, text }) => {
        const event = receivedEvent({ component: "contracts", entity, topic }, "x", { at });
        const value = { value: parseExactJson(text), text };
        const [problem, filled] = [{ problem: `no driver for ${entity}` }, { source: "filled", height: 7n } as const];
        return [
          composedLine(event, value, needs()),
          composedLine(event, problem, needs()),
          composedLine(event, value, { ...needs(), isSummary: () => false }),
          composedLine({ ...event, arrival: { ...event.arrival, ...filled } }, value, needs()),
          markedLine(composedLine(event, value, needs())),
        ];
      }),
      composedLine(framesOf("call of a function", "executed")[0]!, { ...call, input }, needs()),
    ];
    assert.ok(lines.length > 30);
    for (const line of lines) assert.deepEqual(uncoloured(line, (await colours(line))[0] ?? []), [], line);
  });

  it("lead back to their events", () => {
    const own = events.map((event, index) => ({ ...event, number: index + 1 }));
    const lines = own.map((event) => lineOf(event));
    const reading = { namesOf: () => names, lineOf: (event: ReceivedEvent) => lineOf(event) };
    for (const [index, event] of own.entries()) {
      const found = eventOfLine({ line: (each) => lines[each] ?? "" }, index, own, reading);
      assert.equal(found?.number, event.number, lines[index]);
    }
  });

  it("lead back to them with the mark of a filter, which has a colour", async () => {
    const event = events.find(({ frame }) => frame.target.topic === "executed")!;
    const line = markedLine(lineOf(event));
    const reading = { namesOf: () => names, lineOf: (each: ReceivedEvent) => lineOf(each) };
    assert.equal(eventOfLine({ line: () => line }, 0, [event], reading), event);
    assert.deepEqual((await colours(line))[0]?.at(-1), ["markup.inserted.highlight", "  ◆"]);
  });

  it("lead back to them when what is known of blocks has changed since", () => {
    const [block] = events.filter((event) => event.frame.target.topic === "statechange");
    const line = composedLine(block!, decoded(block!), needs({ heightOf: () => 382n }));
    const reading = { namesOf: () => names, lineOf: (event: ReceivedEvent) => lineOf(event) };
    assert.equal(eventOfLine({ line: () => line }, 0, events, reading), block);
    assert.equal(
      eventOfLine({ line: () => `${clockText(at)}  Local  ── ${signs.loss} gap` }, 0, events, reading),
      undefined,
    );
  });
});

function recorded({ header, text = "", hex }: { header: string; text?: string; hex?: string }): ReceivedEvent {
  const fields = JSON.parse(header) as Record<string, string>;
  const path = /^\/on\/(\w+)(?::(\w+))?\/(.+)$/.exec(fields["Content-Location"] ?? "");
  const [, component = "", entity, topic] = path ?? [];
  const data = hex === undefined ? Buffer.from(text) : Buffer.from(hex.split("…")[0] ?? "", "hex");
  const origin = fields["Rusk-Origin"];
  const target = { component, ...(entity !== undefined && { entity }), ...(topic !== undefined && { topic }) };
  const frame = decodeEventFrame(
    eventMessage(target, data, origin ? { name: "Rusk-Origin", hash: origin } : undefined),
  );
  assert.ok(!("problem" in frame));
  return { number: 1, at, arrival: { connection: "Local", sessionId: "5e", source: "live" }, frame };
}

/** The words of a line without a colour, but for those that only join others. */
function uncoloured(line: string, tokens: readonly [scope: string, text: string][]): string[] {
  let at = 0;
  let rest = "";
  for (const [, text] of tokens) {
    const found = line.indexOf(text, at);
    rest += line.slice(at, found);
    at = found + text.length;
  }
  const words = (rest + line.slice(at)).split(/[\s·,.:;()[\]{}…]+/).filter(Boolean);
  const joining = ["of", "at", "by", "tx", "txs", "reward", "rewards", "B", "bytes", "characters"];
  return words.filter((word) => !joining.includes(word));
}

/** The rows of the events of a scenario with this topic, without time and connection. */
function rowsOf(scenario: string, topic: string, heightOf?: (hash: string) => bigint | undefined): string[] {
  return framesOf(scenario, topic).map((event) => shown(event, needs(heightOf && { heightOf })));
}

function framesOf(scenario: string, topic: string): ReceivedEvent[] {
  const found = scenarios().find((each) => each.scenario.startsWith(scenario));
  return found!.frames.map(recorded).filter(({ frame }) => frame.target.topic === topic);
}

function contractRow(target: Target, text: string): string {
  const value: Decoded = { value: parseExactJson(text), text };
  return bare(composedLine(receivedEvent(target, "x", { at }), value, needs()));
}

function shown(event: ReceivedEvent, own = needs()): string {
  return bare(composedLine(event, decoded(event), own));
}

function lineOf(event: ReceivedEvent): string {
  return composedLine(event, decoded(event), needs());
}

/** What an event's data says; a contract's is the business of its driver. */
function decoded(event: ReceivedEvent): Decoded {
  return decoder.decode(event.frame) as Decoded;
}

function needs(around: Partial<NonNullable<ReturnType<LineNeeds["aroundOf"]>>> = {}): LineNeeds {
  const known = {
    lives: new TransactionLives(),
    heightOf: () => undefined,
    isInBlock: () => false,
    hearsExecution: () => false,
    ...around,
  };
  return { namesOf: () => names, aroundOf: () => known, isSummary: () => true, mostCharacters: () => 400 };
}

function bare(line: string): string {
  return line.split("  ").slice(2).join("  ").replaceAll("\u00a0", " ");
}
