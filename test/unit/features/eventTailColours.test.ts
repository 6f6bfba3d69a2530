import assert from "node:assert/strict";
import type { SessionState } from "../../../src/client/session/eventSession";
import type { ReceivedEvent } from "../../../src/client/session/recentEvents";
import { ContractNames } from "../../../src/features/eventTail/model/decode/contractNames";
import { undecodedText } from "../../../src/features/eventTail/model/decode/eventDecoder";
import {
  restartNotice,
  gapNotice,
  holeNotice,
  vanishedNotice,
} from "../../../src/features/eventTail/model/gaps/eventGap";
import { eventLine, noticeLine, signs } from "../../../src/features/eventTail/model/lines/eventLine";
import { cutText } from "../../../src/wire/shortWords";
import { revertedNotices } from "../../../src/features/eventTail/model/blocks/finalityNotices";
import { eventOfLine, type LineReading } from "../../../src/features/eventTail/model/lines/lineEvents";
import { SessionNotices } from "../../../src/features/eventTail/model/tails/sessionNotices";
import { groupByTransaction, groupsText } from "../../../src/features/eventTail/model/blocks/transactionGroups";
import { colours } from "../../support/eventColours";
import { receivedEvent } from "../../support/receivedEvent";

const contract = "c0ffee11".repeat(8);
const transaction = "7".repeat(64);
const at = new Date(2031, 1, 2, 3, 4, 5, 678).getTime();
const clock = "03:04:05.678";

/** Names as people and contracts give them, and as no one should. */
const awkward = [
  "My node",
  " leading and trailing ",
  "two  blanks",
  'said "so"',
  "it's",
  "🦊 fox 👩‍👩‍👧",
  "a:b::c",
  "── paused",
  "──",
  "✗",
  "03:04:05.678",
  "wide\u3000and\u2003thin\u200a blanks",
  "no\u00a0break",
  "tab\tand\nline",
  "\u202ereversed",
  "(not decoded: really)",
  "transaction",
  "{}",
  "…",
  "#1 \\ /",
  "",
];

function emitted(connection: string, topic: string, text = '{"n":"7"}', source: "live" | "replayed" = "live") {
  const target = { component: "contracts", entity: contract, topic };
  const event = receivedEvent(target, "7", {
    at,
    origin: transaction,
    arrival: { connection, sessionId: "5e", source },
  });
  return { ...event, decoded: { text } };
}

const named = (name: string) => new ContractNames([{ id: contract, name }]);
const lineOf = (event: ReceivedEvent, names: ContractNames, text: string) =>
  eventLine(event, names.source(event.frame.target), text);

/** How lines of these names are read again. */
function readingOf(names: ContractNames): LineReading {
  const text = ({ decoded }: ReceivedEvent) => (decoded && "text" in decoded ? decoded.text : undefined);
  return {
    namesOf: () => names,
    lineOf: (event) => (text(event) === undefined ? undefined : lineOf(event, names, text(event)!)),
  };
}

describe("a line with awkward names", () => {
  for (const name of awkward) {
    it(`has its colours and its event when the connection is ${JSON.stringify(name)}`, async () => {
      await holds(emitted(name, "counted"), "Counter");
    });

    it(`has its colours and its event when the contract is ${JSON.stringify(name)}`, async () => {
      await holds(emitted("Local", "counted"), name);
    });

    it(`has its colours and its event when the topic is ${JSON.stringify(name)}`, async () => {
      await holds(emitted("Local", name), "Counter");
    });

    it(`has its colours and its event when all are ${JSON.stringify(name)} and it is replayed`, async () => {
      await holds(emitted(name, name, '{"n":"7"}', "replayed"), name);
    });
  }

  async function holds(event: ReceivedEvent, contractName: string) {
    const names = named(contractName);
    const line = lineOf(event, names, '{"n":"7"}');
    assert.equal(line.split("  ").length, 5, line);
    const [time, connection, source, topic] = line.split("  ");
    const [tokens = []] = await colours(line);
    assert.deepEqual(tokens.filter(([scope]) => !scope.startsWith("meta")).slice(0, 4), [
      ["comment.line.time", time],
      ["entity.name.namespace.connection", connection],
      ["entity.name.type.target", source],
      ["entity.name.function.topic", topic],
    ]);
    assert.ok(tokens.some(([scope, text]) => scope === "support.type.property-name.json" && text === '"n"'));
    const lines = { line: () => line };
    assert.equal(eventOfLine(lines, 0, [event], readingOf(names)), event, "by its whole text");
    const forgotten: ReceivedEvent = { ...event };
    delete (forgotten as { decoded?: unknown }).decoded;
    assert.equal(eventOfLine(lines, 0, [forgotten], readingOf(names)), forgotten, "by its beginning");
  }
});

describe("a notice", () => {
  for (const name of awkward) {
    it(`has its colours, and no event, on a connection named ${JSON.stringify(name)}`, async () => {
      const line = noticeLine(at, name, `${signs.loss} gap of 3 blocks`);
      assert.deepEqual((await colours(line))[0], [
        ["comment.line.time", clock],
        ["entity.name.namespace.connection", line.split("  ")[1]],
        ["markup.deleted.loss", "── ⚠ gap of 3 blocks"],
      ]);
      const events = [emitted(name, "counted")];
      assert.equal(eventOfLine({ line: () => line }, 0, events, readingOf(named("──"))), undefined);
    });

    it(`names the struck out event of ${JSON.stringify(name)} as its line does`, () => {
      const event = emitted("Local", name);
      const block = { hash: "b", height: 7n, state: "reverted" as const, events: [1], own: [], transactions: [] };
      const notice = noticeLine(at, "Local", revertedNotices(block, () => event, named(name)).at(-1)!);
      const columns = lineOf(event, named(name), "").split("  ");
      const shown = [columns[0], columns[2], columns[3]].join("  ").replaceAll("\u00a0", " ");
      assert.ok(notice.includes(`struck out: ${shown}`), notice);
    });
  }
});

describe("the colour of a notice", () => {
  const kinds = {
    loss: "markup.deleted.loss",
    void: "markup.strikethrough",
    final: "markup.inserted.final",
  };
  it("is that of its sign, whatever it says", async () => {
    assert.deepEqual(Object.keys(signs), Object.keys(kinds));
    for (const [kind, sign] of Object.entries(signs)) {
      for (const text of ["gap of 3 blocks", "✓ forged", "two  blanks", ""]) {
        const notice = `── ${sign} ${text}`;
        const [tokens = []] = await colours(noticeLine(at, "Local", `${sign} ${text}`));
        assert.deepEqual(tokens.at(-1), [kinds[kind as keyof typeof kinds], notice]);
      }
    }
    const [tokens = []] = await colours(noticeLine(at, "Local", "gap of ⚠ event session lost"));
    assert.equal(tokens.at(-1)?.[0], "keyword.other.notice");
  });

  it("is a warning's for all that tells of a loss", () => {
    const lost = { kind: "waiting", reason: "gone", retryInMs: 1, attempt: 1 } as unknown as SessionState;
    const block = { hash: "b", height: 7n, state: "reverted" as const, events: [1], own: [], transactions: [] };
    const sentences = [
      new SessionNotices().notice(lost),
      gapNotice(1500, { first: 1n, last: 2n }),
      gapNotice(1500, undefined),
      holeNotice({ first: 1n, last: 2n }),
      restartNotice({ height: 3n }, { height: 1n, hash: "c" }),
      vanishedNotice("d".repeat(64)),
      revertedNotices(block, () => undefined, named(""))[0],
    ];
    for (const sentence of sentences) assert.ok(sentence?.startsWith(`${signs.loss} `), sentence);
  });
});

describe("the event of a line", () => {
  it("is not one whose topic only begins alike", () => {
    const names = named("Counter");
    const longer = emitted("Local", "counted");
    const event = emitted("Local", "count");
    const lines = [lineOf(longer, names, "1"), lineOf(event, names, "2")];
    const found = eventOfLine({ line: (each) => lines[each]! }, 1, [longer, event], readingOf(names));
    assert.equal(found, event);
  });
});

describe("a payload", () => {
  const written = JSON.stringify({ sender: 'a "quoted" \\ name', refund: "sxKF".repeat(20) });
  const cuts = [1, 5, 13, 14, 15, 16, 21, 22, 23, 24, 40, 60, written.length - 3];
  for (const most of cuts) {
    it(`that was cut in a string after ${most} characters keeps the colour of the string`, async () => {
      const text = cutText(written, most);
      for (const mark of ["", "  ⤵ filled from block 7"]) {
        const [tokens = []] = await colours(`${lineOf(emitted("My node", "counted"), named("A b"), text)}${mark}`);
        const strings = tokens.filter(([scope]) => /^string|^support/.test(scope)).map(([, found]) => found);
        const open = text.slice(0, text.indexOf("… ") + 1);
        const isOpen = isInString(open);
        assert.equal(strings.at(-1)?.endsWith("…") ?? false, isOpen, `${open}: ${JSON.stringify(strings)}`);
        if (mark) assert.deepEqual(tokens.at(-1), ["markup.inserted.filled", "⤵ filled from block 7"]);
      }
    });
  }

  it("that could not be decoded has the colour of a problem", async () => {
    const text = undecodedText(Buffer.alloc(300), "the driver does not know it", 64);
    const [tokens = []] = await colours(lineOf(emitted("My node", "counted"), named("A b"), text));
    assert.ok(tokens.some(([scope]) => scope === "constant.numeric.hex"));
    assert.deepEqual(tokens.at(-1), ["invalid.deprecated.undecoded", "(not decoded: the driver does not know it)"]);
  });

  it("with the marks of a cut inside it is coloured as it is", async () => {
    const [tokens = []] = await colours(lineOf(emitted("L", "t"), named("A"), '{"a":"x… (3 characters)","b":1}'));
    assert.deepEqual(
      tokens.filter(([scope]) => scope.startsWith("string")),
      [["string.quoted.double.json", '"x… (3 characters)"']],
    );
  });
});

describe("events by transaction", () => {
  for (const name of awkward) {
    it(`have their colours when all are named ${JSON.stringify(name)}`, async () => {
      const block = { hash: "b7", height: 7n, state: "accepted" as const, events: [], own: [], transactions: [] };
      const groups = groupByTransaction([emitted(name, name)], () => block);
      const text = groupsText(groups, () => named(name));
      const lines = (await colours(text)).slice(2).filter((tokens) => tokens.length > 0);
      const written = text.split("\n").slice(2);
      assert.deepEqual(lines[0]?.slice(0, 3), [
        ["keyword.other.transaction", "transaction"],
        ["entity.name.section.transaction", "77777777…7777"],
        ["entity.name.namespace.connection", written[0]?.split("  ")[1]],
      ]);
      assert.deepEqual(lines[1], [["comment.line.hash", transaction]]);
      const columns = written[2]!.trim().split("  ");
      assert.deepEqual(lines[2]?.filter(([scope]) => !scope.startsWith("meta")).slice(0, 3), [
        ["comment.line.time", clock],
        ["entity.name.type.target", columns[1]],
        ["entity.name.function.topic", columns[2]],
      ]);
    });
  }
});

/** Whether a JSON text that was cut ends inside of a string. */
function isInString(text: string): boolean {
  let inside = false;
  for (let at = 0; at < text.length; at++) {
    if (inside && text[at] === "\\") at++;
    else if (text[at] === '"') inside = !inside;
  }
  return inside;
}
