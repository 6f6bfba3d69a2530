import assert from "node:assert/strict";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { callArguments } from "../../../src/features/eventTail/model/decode/callInputs";
import type { FoundCause } from "../../../src/features/eventTail/model/gaps/chainQueries";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import { EventDecoder, type Decoded } from "../../../src/features/eventTail/model/decode/eventDecoder";
import { eventDocument, linkedLine } from "../../../src/features/eventTail/model/lines/eventDetails";
import { eventLine } from "../../../src/features/eventTail/model/lines/eventLine";
import { cutText } from "../../../src/wire/shortWords";
import { eventTable, type TableEvent } from "../../../src/features/eventTail/model/lines/eventTable";
import { hexDump } from "../../../src/wire/hexDumpText";
import { eventOfLine } from "../../../src/features/eventTail/model/lines/lineEvents";
import {
  groupByTransaction,
  groupsText,
  learnCause,
} from "../../../src/features/eventTail/model/blocks/transactionGroups";
import { parseExactJson } from "../../../src/wire/json/exactJson";
import { jsonDocument } from "../../../src/wire/json/jsonDocument";
import { scenarios } from "../../support/recordings";
import { connectTo, sharedSandbox } from "../../support/sharedSandbox";
import { receivedEvent } from "../../support/receivedEvent";

const contract = "a1b2c3d4".repeat(8);
const names = new ContractNames([{ id: contract, name: "Counter" }]);
const namesOf = () => names;
const hash = "4".repeat(64);
const at = new Date(2030, 0, 1, 10, 20, 30, 456).getTime();

describe("the event of a line", () => {
  const same = [counted('"7"'), counted('"7"'), counted('"8"')];
  const cases: [what: string, events: ReceivedEvent[], lines: string[], index: number, found: number | undefined][] = [
    ["is found by its text", same, [line(same[2]!)], 0, 2],
    ["is the one as far down among equal lines", same, same.map(line), 1, 1],
    ["is the first of equal lines", same, same.map(line), 0, 0],
    [
      "is found by its beginning when the text is not known any more",
      [counted(undefined)],
      [line(counted('"9"'))],
      0,
      0,
    ],
    ["is none on a notice", same, ["10:20:30.456  Local  ── paused"], 0, undefined],
    ["is none on an empty line", same, [""], 0, undefined],
    ["is none when it is forgotten", [], [line(same[0]!)], 0, undefined],
  ];
  for (const [what, events, lines, index, found] of cases) {
    it(what, () => {
      const event = eventOfLine({ line: (each) => lines[each] ?? "" }, index, events, {
        namesOf,
        lineOf: (each) => each.decoded && line(each),
      });
      assert.equal(event, found === undefined ? undefined : events[found]);
    });
  }
});

describe("an opened event", () => {
  it("has where it comes from, the value, the header and the bytes", () => {
    const event = receivedEvent(
      { component: "contracts", entity: contract, topic: "counted" },
      Uint8Array.of(7, 65, 0),
      {
        origin: hash,
        at,
      },
    );
    const block = {
      hash: "b".repeat(64),
      height: 7n,
      state: "finalized" as const,
      events: [],
      own: [],
      transactions: [],
    };
    const value = parseExactJson('{"n":18446744073709551615}');
    const text = eventDocument({ event, source: "Counter", decoded: { value, text: "" }, block });
    for (const part of [
      "// event        Counter  counted",
      `// contract     ${contract}`,
      `// transaction  ${hash}`,
      `// block        ${"b".repeat(64)}  height 7, finalized`,
      '"n": 18446744073709551615',
      `//   "Node-Origin": "${hash}"`,
      "// data: 3 bytes",
      "// 00000000  07 41 00",
      ".A.",
    ]) {
      assert.ok(text.includes(part), `${part} in\n${text}`);
    }
    assert.deepEqual(
      text.split("\n").flatMap((each) => linkedLine.exec(each)?.[1] ?? []),
      ["contract", "transaction", "block"],
    );
    const json = text.split("\n").filter((each) => !each.startsWith("//"));
    assert.deepEqual(parseExactJson(json.join("\n")), value);
  });

  it("of the block itself names the block as its cause, and no transaction", () => {
    const block = { hash, height: 7n, state: "accepted" as const, events: [], own: [], transactions: [] };
    const text = eventDocument({ event: counted('"7"'), source: "Stake", decoded: { value: 7, text: "7" }, block });
    assert.deepEqual(
      text.split("\n").flatMap((each) => linkedLine.exec(each)?.[1] ?? []),
      ["contract", "block"],
    );
  });

  it("tells the text of a memo beside its hex, on a line of its comments", () => {
    const of = (memo: string) => {
      const value = { memo: Buffer.from(memo).toString("hex"), value: "1" };
      return eventDocument({
        event: counted("{}"),
        source: "Transfer",
        decoded: { value, text: JSON.stringify(value) },
      });
    };
    assert.match(of("scn success"), /^\/\/ memo +scn success$/m);
    assert.match(of("one\n{two}"), /^\/\/ memo +one\\n\{two\}$/m);
    assert.doesNotMatch(of("\u202e"), /\/\/ memo/);
  });

  it("shows the value, the call and the header as they were sent", () => {
    const target = { component: "blocks", topic: "accepted" };
    const event = receivedEvent(target, '{"9": 1.0,"1":12.50}');
    const call = '{"arguments":{"7":1E5,"1":0}}';
    const decoded = new EventDecoder(undefined).decode(event.frame) as Decoded;
    const text = eventDocument({ event, source: "Blocks", decoded, call });
    assert.ok(text.includes('\n{\n  "9": 1.0,\n  "1": 12.50\n}\n'), text);
    assert.ok(text.includes('\n//     "7": 1E5,\n//     "1": 0\n'), text);
    const header = new TextDecoder().decode(event.frame.bytes.subarray(4, -event.frame.data.length));
    const shown = text
      .slice(text.indexOf("// header\n"))
      .split("\n")
      .slice(1)
      .map((line) => line.slice(3));
    assert.ok(shown.join("\n").startsWith(`${jsonDocument(header)}\n`), text);
  });

  it("says why it is not decoded, and lets nothing out of its comments", () => {
    const topic = "x\n{evil}\u2028";
    const event = receivedEvent({ component: "contracts", entity: contract, topic }, "ab");
    const text = eventDocument({ event, source: "Counter", decoded: { problem: "no\ndriver" } });
    assert.match(text, /^\/\/ not decoded: no\\ndriver$/m);
    assert.deepEqual(
      text.split(/[\n\u2028]/).filter((each) => each !== "" && !each.startsWith("//")),
      ["null"],
    );
  });

  it("has the arguments of the function that a transaction calls", async () => {
    const sandbox = await sharedSandbox();
    const node = connectTo(sandbox);
    const { contracts } = (await sandbox.control("state")) as { contracts: Record<string, string> };
    const call = {
      contract: contracts["Counter"]!,
      fn_name: "increment_by",
      fn_args: Buffer.of(35, 0, 0, 0).toString("base64"),
    };
    const whole = `{"contract":"${call.contract}","fn":"increment_by","arguments":35}`;
    assert.equal(await callArguments({ call }, node.drivers), whole);
    assert.equal(await callArguments({ inner: { call } }, node.drivers), whole);
    assert.equal(await callArguments({ inner: { call: null } }, node.drivers), undefined);
    const odd = await callArguments({ call: { ...call, fn_args: "" } }, node.drivers);
    assert.match(odd ?? "", /"fn":"increment_by","problem":"/);
    await node.dispose();
  });
});

describe("a hex dump", () => {
  it("has offsets, two halves and what is printable", () => {
    assert.deepEqual(hexDump(Uint8Array.from({ length: 18 }, (_, index) => index + 60)), [
      "00000000  3c 3d 3e 3f 40 41 42 43  44 45 46 47 48 49 4a 4b  <=>?@ABCDEFGHIJK",
      `00000010  4c 4d${" ".repeat(45)}LM`,
    ]);
  });

  it("of many bytes ends with how many more there are", () => {
    assert.deepEqual(hexDump(new Uint8Array(40), 32).slice(2), ["… 8 more bytes"]);
  });
});

describe("events by transaction", () => {
  const executed = (err: string | null) =>
    receivedEvent(
      { component: "transactions", entity: hash, topic: "executed" },
      JSON.stringify({ inner: null, block_height: 7, gas_spent: 99, err }),
      { at },
    );

  it("are folded with the transaction's life and its outcome", () => {
    const included = receivedEvent({ component: "transactions", entity: hash, topic: "included" }, "{}", { at });
    const alone = receivedEvent({ component: "blocks", topic: "accepted" }, "{}");
    const groups = groupByTransaction([included, counted('"7"'), executed(null), alone], () => undefined);
    assert.equal(
      groupsText(groups, namesOf),
      [
        "1 transaction in the remembered events, newest first",
        "",
        "transaction 44444444…4444  Local  executed in block 7 · gas 99 · succeeded",
        `    hash ${hash}`,
        "    10:20:30.456  transaction  included",
        '    10:20:30.456  Counter  counted  "7"',
        "    10:20:30.456  transaction  executed",
        "",
      ].join("\n"),
    );
  });

  it("say that it failed and how far its block is", () => {
    const block = { hash: "b", height: 7n, state: "finalized" as const, events: [], own: [], transactions: [] };
    const groups = groupByTransaction([executed("Panic: a\nb")], () => block);
    assert.match(groupsText(groups, namesOf), /executed in block 7 \(finalized\) · gas 99 · failed: Panic: a\\nb$/m);
  });

  it("are blocks where the block itself is the cause, and undecided until something tells", () => {
    const block = { hash, height: 7n, state: "finalized" as const, events: [], own: [], transactions: [] };
    const ofBlock = groupsText(
      groupByTransaction([counted('"7"')], () => block),
      namesOf,
    );
    assert.match(ofBlock, /^1 block in the remembered events, newest first\n\nblock 7 {2}Local {2}finalized\n/);
    const [undecided] = groupByTransaction([counted('"7"')], () => undefined);
    const text = groupsText([undecided!], namesOf);
    assert.match(
      text,
      /^1 cause in .*\n\ncause 44444444…4444 {2}Local {2}a transaction or a block: nothing told which\n/,
    );
    learnCause(undecided!, { kind: "block", height: 8n, hash });
    assert.match(groupsText([undecided!], namesOf), /^1 block in .*\n\nblock 8 {2}Local {2}accepted\n/);
  });

  it("say of a transaction without an outcome where the node has it now", () => {
    const included = receivedEvent({ component: "transactions", entity: hash, topic: "included" }, "{}", { at });
    const fateOf = (cause: FoundCause | undefined) => {
      const [group] = groupByTransaction([included], () => undefined);
      learnCause(group!, cause);
      return groupsText([group!], namesOf).split("\n")[2]?.split("  ")[2];
    };
    assert.equal(fateOf(undefined), "included, no longer in the mempool and in no block");
    assert.equal(fateOf({ kind: "waiting" }), "pending");
    const executed = { kind: "executed", height: 9n, hash: "b9", gasSpent: 5, error: null } as const;
    assert.equal(fateOf(executed), "executed in block 9 · gas 5 · succeeded");
  });

  it("say why each was removed, as a deployed node sends it", () => {
    const heard = (scenario: string) =>
      scenarios()
        .find((each) => each.scenario.startsWith(scenario))!
        .frames.map(({ header, text = "" }) => {
          const location = (JSON.parse(header) as { "Content-Location": string })["Content-Location"];
          const [, component = "", entity, topic = ""] = /^\/on\/(\w+):?(\w*)\/(\w+)$/.exec(location) ?? [];
          return receivedEvent({ component, ...(entity && { entity }), topic }, text, { at });
        });
    const removals = (scenario: string) =>
      groupsText(
        groupByTransaction(heard(scenario), () => undefined),
        namesOf,
      ).match(/(?<=removed {2}).*$/gm);
    assert.deepEqual(removals("transfer with memo"), ["after its execution"]);
    const replaced = removals("replacement") ?? [];
    assert.equal(replaced.filter((words) => words === "after its execution").length, 1);
    assert.equal(
      replaced.filter((words) => /^replaced by \w{8}…\w{4}, of the same sender and nonce$/.test(words)).length,
      2,
    );
  });

  it("show what cannot be seen in a hash that a node made up", () => {
    const odd = receivedEvent({ component: "transactions", entity: "ab\u202e\u{e0041}", topic: "included" }, "{}");
    assert.match(
      groupsText(
        groupByTransaction([odd], () => undefined),
        namesOf,
      ),
      /^ {4}hash ab\\u202e\\u\{e0041\}$/m,
    );
  });

  it("list the transaction that was touched last first", () => {
    const other = {
      ...counted('"1"'),
      frame: receivedEvent({ component: "contracts", topic: "a" }, "", { origin: "5" }).frame,
    };
    const groups = groupByTransaction([counted('"7"'), other, counted('"8"')], () => undefined);
    assert.deepEqual(
      groups.map((group) => [group.hash, group.events.length]),
      [
        [hash, 2],
        ["5", 1],
      ],
    );
  });
});

describe("the table of events", () => {
  const row = (event: ReceivedEvent, block?: { hash: string; height: bigint }): TableEvent => {
    const { decoded } = event;
    const text = decoded && "text" in decoded ? decoded.text : undefined;
    return { event, block, decoded: text === undefined ? undefined : { text, value: parseExactJson(text) } };
  };

  it("has a column for each field, and quotes what needs it", () => {
    const event = counted('{"old":"1","note":"a \\"b\\", c","evil":"=1+1","deep":[1]}');
    const [head, first] = eventTable([row(event), row(counted('"7"'))], namesOf).split("\n");
    assert.equal(head, "time,connection,component,source,topic,entity,transaction,block,old,note,evil,deep,value");
    assert.ok(first?.endsWith(`counted,${contract},${hash},,1,"a ""b"", c",'=1+1,[1],`), first);
  });

  it("names of an event its transaction and block, and of a block's own event the block alone", () => {
    const b7 = { hash: "b7".repeat(32), height: 7n };
    const table = eventTable([row(counted('"1"'), b7), row(counted('"2"'), { ...b7, hash })], namesOf).split("\n");
    assert.ok(table[1]?.endsWith(`counted,${contract},${hash},${b7.hash},1`), table[1]);
    assert.ok(table[2]?.endsWith(`counted,${contract},,${hash},2`), table[2]);
  });

  it("has what is looked for in a block, however long the whole is", () => {
    const header = { height: 7, timestamp: 99, event_bloom: "0".repeat(2000) };
    const data = JSON.stringify({ header, transactions: [hash] });
    const event = receivedEvent({ component: "blocks", entity: "b7", topic: "accepted" }, data, { at });
    const decoded = new EventDecoder(undefined).decode(event.frame) as Decoded;
    const [head, first] = eventTable([{ event, decoded, block: undefined }], namesOf).split("\n");
    assert.match(head ?? "", /,block,height,timestamp,header,transactions$/);
    assert.match(first ?? "", /,blocks,\w+,accepted,b7,,b7,7,99,/i);
  });
});

function counted(text: string | undefined): ReceivedEvent {
  const event = receivedEvent({ component: "contracts", entity: contract, topic: "counted" }, "7", {
    origin: hash,
    at,
  });
  return text === undefined ? event : { ...event, decoded: { text } };
}

function line(event: ReceivedEvent): string {
  const text = event.decoded && "text" in event.decoded ? event.decoded.text : "";
  return eventLine(event, "Counter", cutText(text, 200));
}
